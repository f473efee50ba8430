/** Multinomial logistic regression over sparse rows, by gradient descent with a step for each weight (Duchi et al., 2011). */

export type Row = {
  /** The numbers of the features and their values. */
  at: readonly number[];
  values: readonly number[];
  /** The wanted share of each class. */
  target: readonly number[];
};

const step = 0.5;

/**
 * @param prior what a weight is held to, by `feature * classes + class`.
 * @param hold how strongly the weights of a feature are held.
 */
export function fitSoftmax(
  rows: readonly Row[],
  prior: Float64Array,
  hold: (feature: number) => number,
  rounds: number,
): Float64Array {
  const classes = rows[0]?.target.length ?? 1;
  const weights = Float64Array.from(prior);
  const squares = new Float64Array(weights.length);
  for (let round = 0; round < rounds; round += 1) {
    const slopes = weights.map(
      (weight, i) => hold(Math.floor(i / classes)) * (weight - (prior[i] as number)),
    );
    for (const row of rows) {
      const shares = sharesIn(row, weights);
      for (const [k, share] of shares.entries()) {
        const error = share - (row.target[k] as number);
        for (const [j, feature] of row.at.entries()) {
          const i = feature * classes + k;
          slopes[i] = (slopes[i] as number) + error * (row.values[j] as number);
        }
      }
    }
    for (const [i, slope] of slopes.entries()) {
      if (slope === 0) continue;
      squares[i] = (squares[i] as number) + slope * slope;
      weights[i] = (weights[i] as number) - (step * slope) / Math.sqrt((squares[i] as number) + 1e-8);
    }
  }
  return weights;
}

/** The share of each class. */
export function sharesIn({ at, values, target }: Row, weights: Float64Array): number[] {
  const scores = target.map((_, k) =>
    at.reduce(
      (sum, feature, j) => sum + (weights[feature * target.length + k] as number) * (values[j] as number),
      0,
    ),
  );
  const highest = Math.max(...scores);
  const powers = scores.map((score) => Math.exp(score - highest));
  const total = powers.reduce((sum, power) => sum + power, 0);
  return powers.map((power) => power / total);
}
