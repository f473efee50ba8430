import { cleaned } from '../features/index.ts';
import type { Unit } from '../units/units.ts';
import type { Fitted } from './linear.ts';
import weights from './meaning.json' with { type: 'json' };

/** How the vector of a text changes the scores that its features have; `scripts/events/fit-meaning.ts` fits it. */
export type Refined = {
  /** For each class: what is added, and how much each score counts. */
  bias: readonly number[];
  scores: readonly (readonly number[])[];
  /** Hundredths by number of the vector, then class. */
  vector: readonly (readonly number[])[];
  /** Least probability of an event. */
  event: number;
  calibration: Fitted['calibration'];
};

/** The weights made by `scripts/events/fit-meaning.ts`. */
// TypeScript reads the lists of a JSON file as lists of any length, not as tuples.
export const refined = weights as unknown as Refined;

/** Longest text whose meaning is asked for. */
const longest = 400;

/** What is read of a unit for its meaning. */
export const readTextOf = (unit: Unit): string => cleaned(unit.text).slice(0, longest);

/** @throws Error for the vector of another model. */
export function refine(
  { bias, scores, vector }: Refined,
  plain: Float64Array,
  meaning: Float32Array,
): Float64Array {
  if (meaning.length !== vector.length)
    throw new Error(`A vector has ${meaning.length} numbers, not ${vector.length}.`);
  const mean = plain.reduce((sum, score) => sum + score, 0) / plain.length;
  const sums = new Float64Array(bias.length);
  vector.forEach((row, at) => {
    const value = meaning[at] ?? 0;
    for (let c = 0; c < sums.length; c += 1) sums[c] = (sums[c] ?? 0) + value * (row[c] ?? 0);
  });
  return sums.map((sum, c) =>
    scores.reduce(
      (all, row, other) => all + ((plain[other] ?? 0) - mean) * (row[c] ?? 0),
      sum / 100 + (bias[c] ?? 0),
    ),
  );
}
