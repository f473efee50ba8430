import type { Refined } from '../../src/handlers/events/extraction/offline/scoring/meaning.ts';
import { type DenseExample, fitDense } from './dense.ts';

/** A candidate: what its features score, out of the folds they were fitted to, and the vector of its text. */
export type Scored = { scores: Float64Array; vector: Float32Array; target: Float64Array; weight: number };

/** L2 penalties of a standardised number of the vector, and of how much a score counts; of 300, 1000 and 3000, this fits best. */
const penalty = { vector: 1000, score: 10 };
/** Scores have a deviation of about this. */
const scale = 3;

/** How vectors change scores; the threshold and the calibration are found afterwards. */
export function refinedOf(examples: readonly Scored[]): Omit<Refined, 'event' | 'calibration'> {
  const width = examples[0]?.vector.length ?? 0;
  const classes = examples[0]?.scores.length ?? 0;
  const mean = new Float64Array(width);
  for (const { vector } of examples)
    for (const [k, value] of vector.entries()) mean[k] = (mean[k] ?? 0) + value / examples.length;
  let square = 0;
  for (const { vector } of examples)
    for (const [k, value] of vector.entries()) square += (value - (mean[k] ?? 0)) ** 2;
  const deviation = Math.sqrt(square / width / examples.length);
  // So that one penalty serves all, without which the fit takes hundreds of rounds.
  const unit = {
    vector: 1 / deviation / Math.sqrt(penalty.vector),
    score: 1 / scale / Math.sqrt(penalty.score),
    constant: 1 / Math.sqrt(penalty.score),
  };
  const dense = examples.map(({ scores, vector, target, weight }): DenseExample => {
    const offset = centred(scores);
    const numbers = Float32Array.from([
      ...vector.map((value, k) => (value - (mean[k] ?? 0)) * unit.vector),
      ...offset.map((score) => score * unit.score),
      unit.constant,
    ]);
    return { numbers, offset, target, weight };
  });
  const fitted = fitDense(dense, width + classes + 1);
  const row = (at: number, size: number) =>
    Array.from(fitted.subarray(at * classes, (at + 1) * classes), (weight) => weight * size);
  const vector = Array.from({ length: width }, (_, k) =>
    row(k, unit.vector).map((weight) => Math.round(weight * 100)),
  );
  const bias = row(width + classes, unit.constant).map(
    (weight, c) => weight - vector.reduce((sum, own, k) => sum + ((own[c] ?? 0) / 100) * (mean[k] ?? 0), 0),
  );
  return {
    bias: bias.map(rounded),
    scores: Array.from({ length: classes }, (_, other) =>
      row(width + other, unit.score).map((weight, c) => rounded(weight + (other === c ? 1 : 0))),
    ),
    vector,
  };
}

const rounded = (value: number): number => Math.round(value * 10_000) / 10_000;

const centred = (scores: Float64Array): Float64Array => {
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  return scores.map((score) => score - mean);
};
