import { type Encoder, endToken, mostTokens, startToken } from './encoder.ts';
import type { FittedLayers } from './fitted-layers.ts';

/** What is read of each line of an input, in tokens. */
const most = { document: 6, before: 12, text: 100 };

/**
 * The tokens of a sentence, and of what it stands in.
 *
 * @param input three lines: what document it is, what stands before the sentence, the sentence.
 */
export function tokensOf(model: Encoder, input: string): { lead: number[]; own: number[] } {
  const [document = [], before = [], text = []] = input
    .split('\n')
    .map((line) => model.tokens(line).slice(1, -1));
  const lead = [
    startToken,
    ...document.slice(0, most.document),
    endToken,
    ...before.slice(-most.before),
    endToken,
  ];
  return { lead, own: [...text.slice(0, most.text), endToken].slice(0, mostTokens - lead.length) };
}

/** The vector of a sentence for what happened in it: the mean and the maximum of its tokens' states, read after what it stands in. */
export function readSentence(model: Encoder, input: string, { first, further }: FittedLayers): Float32Array {
  const { lead, own } = tokensOf(model, input);
  const states = model.statesAfter([...lead, ...own], first, further).slice(lead.length);
  const { dimensions } = model;
  const vector = new Float32Array(2 * dimensions).fill(-Infinity, dimensions);
  for (const state of states)
    for (const [k, value] of state.entries()) {
      vector[k] = (vector[k] as number) + value / states.length;
      vector[dimensions + k] = Math.max(vector[dimensions + k] as number, value);
    }
  return vector;
}
