import type { Candidate } from '../features/context.ts';
import { cleaned } from '../features/index.ts';
import type { Fitted } from './linear.ts';
import weights from './meaning.json' with { type: 'json' };

/** How the vector of a sentence changes the scores that its features have; `scripts/events/read.py` fits it. */
export type Refined = {
  /** What the scores of the features count. */
  share: number;
  /** What is added, by class. */
  bias: readonly number[];
  /** Ten-thousandths by number of the vector, then class. */
  vector: readonly (readonly number[])[];
  /** Least probability of an event. */
  event: number;
  calibration: Fitted['calibration'];
};

/** The weights made by `scripts/events/read.py` and `scripts/events/fit-meaning.ts`. */
// TypeScript reads the lists of a JSON file as lists of any length, not as tuples.
export const refined = weights as unknown as Refined;

/** Longest text whose meaning is asked for, and what is read of a title. */
const longest = 400;
const longestTitle = 60;

const textOf = ({ unit }: Candidate): string => cleaned(unit.text).slice(0, longest);

/** The input of the local model for a candidate, in three lines: what document it stands in, what stands before it, itself. */
export const inputOf = (candidate: Candidate): string => {
  const { genre, title } = candidate.context;
  const document = `${genre} ${cleaned((title ?? '').slice(0, longestTitle))}`;
  return [document, candidate.before ? textOf(candidate.before) : '', textOf(candidate)].join('\n');
};

/** @throws Error for the vector of another model. */
export function refine(
  { share, bias, vector }: Refined,
  plain: Float64Array,
  meaning: Float32Array,
): Float64Array {
  if (meaning.length !== vector.length)
    throw new Error(`A vector has ${meaning.length} numbers, not ${vector.length}.`);
  const sums = new Float64Array(bias.length);
  vector.forEach((row, at) => {
    const value = meaning[at] ?? 0;
    for (let c = 0; c < sums.length; c += 1) sums[c] = (sums[c] ?? 0) + value * (row[c] ?? 0);
  });
  return sums.map((sum, c) => share * (plain[c] ?? 0) + (bias[c] ?? 0) + sum / 10_000);
}
