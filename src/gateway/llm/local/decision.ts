import { normalized } from '../../../db/search/score/normalized.ts';
import type { Encoder } from './encoder.ts';
import type { FittedLayers } from './fitted-layers.ts';

/** The vector of a decision for the question that it answers, of length 1: the mean of its tokens' states. */
export function readDecision(model: Encoder, text: string, { first, further }: FittedLayers): Float32Array {
  const mean = new Float64Array(model.dimensions);
  for (const state of model.statesAfter(model.tokens(text), first, further))
    for (const [k, value] of state.entries()) mean[k] = (mean[k] ?? 0) + value;
  return normalized(mean);
}
