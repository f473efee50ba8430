import { minimise } from './logistic.ts';

/** An example of dense numbers, with what its classes score without them. */
export type DenseExample = {
  numbers: Float32Array;
  offset: Float64Array;
  /** Probability of each class; sums to 1. */
  target: Float64Array;
  weight: number;
};

/** Multinomial logistic regression beside offsets, with an L2 penalty of 1; weights by number, then class. */
export function fitDense(examples: readonly DenseExample[], width: number, rounds = 60): Float64Array {
  const classes = examples[0]?.target.length ?? 0;
  const total = examples.reduce((sum, { weight }) => sum + weight, 0);
  const scores = new Float64Array(classes);
  const lossAt = (w: Float64Array, into: Float64Array): number => {
    into.fill(0);
    let loss = 0;
    for (const { numbers, offset, target, weight } of examples) {
      scores.set(offset);
      for (let at = 0; at < width; at += 1) {
        const value = numbers[at] as number;
        for (let c = 0; c < classes; c += 1)
          scores[c] = (scores[c] as number) + value * (w[at * classes + c] as number);
      }
      const most = Math.max(...scores);
      const log = Math.log(scores.reduce((sum, score) => sum + Math.exp(score - most), 0)) + most;
      for (let c = 0; c < classes; c += 1) {
        const own = (scores[c] as number) - log;
        const wanted = target[c] as number;
        loss -= (weight * wanted * own) / total;
        scores[c] = (weight * (Math.exp(own) - wanted)) / total;
      }
      for (let at = 0; at < width; at += 1) {
        const value = numbers[at] as number;
        for (let c = 0; c < classes; c += 1) {
          const i = at * classes + c;
          into[i] = (into[i] as number) + value * (scores[c] as number);
        }
      }
    }
    for (let i = 0; i < into.length; i += 1) {
      const value = w[i] as number;
      loss += (0.5 * value * value) / total;
      into[i] = (into[i] as number) + value / total;
    }
    return loss;
  };
  return minimise(lossAt, new Float64Array(width * classes), rounds);
}
