import byWords from './by-words.json' with { type: 'json' };
import { type IntentLabel, intents } from './cues.ts';
import { featuresOf, tellingFeatures } from './features.ts';
import fitted from './weights.json' with { type: 'json' };
import { weightAmong, wordFeatures } from './words.ts';

/**
 * Two multinomial logistic models, over cues of ten languages in common: one adds the words of the problem, the other the
 * vector of its meaning, where the local model gives one. `scripts/fit-intent.ts` fits the weights.
 */

export type Labelled = { label: IntentLabel; score: number };

/** The embedding model whose vectors the weights were fitted to. */
export const meaningModel: string = fitted.model;

/** Labels with a lower score are noise. */
const leastScore = 0.12;
const mostLabels = 4;
/** Without any cue, a label less likely than this is a guess. */
const leastOfGuess = 0.35;
/** The numbers of a vector are small. */
const vectorScale = 3;

/** A row of numbers as characters, the middle one for 0. */
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_';
const middle = Math.floor(digits.length / 2);
export const packed = (row: readonly number[], scale: number): string =>
  row.map((value) => digits[Math.round((value / scale) * middle) + middle]).join('');
const unpacked = (row: string, scale: number): number[] =>
  [...row].map((digit) => ((digits.indexOf(digit) - middle) / middle) * scale);

type Rows = readonly (readonly number[])[];
let wordRows: ReadonlyMap<string, readonly number[]> | undefined;
let vectorRows: Rows | undefined;

/** The rows are read when they are first used. */
const rowsOfWords = () =>
  (wordRows ??= new Map(
    byWords.words.flatMap((line) => {
      const at = intents.length;
      return [[line.slice(at), unpacked(line.slice(0, at), byWords.scale)] as const];
    }),
  ));
const rowsOfVector = () => (vectorRows ??= fitted.vector.map((row) => unpacked(row, fitted.scale)));

/** The score of each intent from some features and their rows of weights. */
function scoresOf(features: readonly number[], rows: Rows, weight = 1): number[] {
  const scores = intents.map(() => 0);
  for (const [i, value] of features.entries())
    if (value !== 0)
      for (const [k, each] of (rows[i] ?? []).entries()) scores[k] = (scores[k] ?? 0) + weight * value * each;
  return scores;
}

const plus = (one: readonly number[], other: readonly number[]): number[] =>
  one.map((value, i) => value + (other[i] ?? 0));

/** Shares of 1, from scores of any size. */
function sharesOf(scores: readonly number[]): number[] {
  const highest = Math.max(...scores);
  const powers = scores.map((score) => Math.exp(score - highest));
  const total = powers.reduce((sum, power) => sum + power, 0);
  return powers.map((power) => power / total);
}

function scoresByWords(problem: string): number[] {
  const rows = [...wordFeatures(problem)].flatMap((name) => {
    const row = rowsOfWords().get(name);
    return row ? [row] : [];
  });
  return scoresOf(
    rows.map(() => weightAmong(rows.length)),
    rows,
  );
}

/**
 * The likely intents of a problem, most likely first, with scores that sum to at most 1; none where nothing speaks for any.
 *
 * @param vector the meaning of the problem as {@link meaningModel} gives it.
 */
export function labelsOf(problem: string, vector?: Float32Array): Labelled[] {
  const features = featuresOf(problem);
  const shares = sharesOf(
    vector
      ? plus(scoresOf(features, fitted.beside_meaning), scoresOf([...vector], rowsOfVector(), vectorScale))
      : plus(scoresOf(features, fitted.beside_words), scoresByWords(problem)),
  );
  const isGuess = features.slice(0, tellingFeatures).every((feature) => feature === 0);
  return isGuess && Math.max(...shares) < leastOfGuess ? [] : rank(shares);
}

export function rank(shares: readonly number[]): Labelled[] {
  return intents
    .map((label, i) => ({ label, score: Math.round((shares[i] ?? 0) * 1000) / 1000 }))
    .sort((a, b) => b.score - a.score)
    .filter(({ score }, i) => i === 0 || score >= leastScore)
    .slice(0, mostLabels);
}
