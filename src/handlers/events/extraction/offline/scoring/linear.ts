/** A linear model in a file: for each feature a weight for each class, in the order of `classes`. */
export type Linear = { classes: readonly string[]; weights: Readonly<Record<string, readonly number[]>> };

/** Scores of a set of features, by class. */
export type Scorer = (features: readonly string[]) => Float64Array;

export function scorerOf({ classes, weights }: Linear): Scorer {
  const rows = new Map(Object.entries(weights).map(([name, row]) => [name, Float64Array.from(row)]));
  return (features) => {
    const scores = new Float64Array(classes.length);
    for (const feature of features) {
      const row = rows.get(feature);
      if (row !== undefined)
        for (let at = 0; at < row.length; at += 1) scores[at] = (scores[at] ?? 0) + (row[at] ?? 0);
    }
    return scores;
  };
}

/** Scores as probabilities that sum to 1. */
export function softmax(scores: Float64Array): Float64Array {
  const most = Math.max(...scores);
  const powers = scores.map((score) => Math.exp(score - most));
  const sum = powers.reduce((all, one) => all + one, 0);
  return powers.map((power) => power / sum);
}

export const sigmoid = (score: number): number => 1 / (1 + Math.exp(-score));

/** Everything that is fitted, in one file; see `scripts/events/fit.ts`. */
export type Fitted = {
  /** Class 0 is "no event", then the categories. */
  events: Linear;
  main: Linear;
  who: Linear;
  when: Linear;
  due: Linear;
  /** Least probability of an event, a second category for the same words, an actor, a time; least likeness of repetitions. */
  thresholds: {
    event: number;
    second: number;
    who: number;
    others: number;
    when: number;
    due: number;
    repeated: number;
  };
  /** Score to probability of being right: points of a monotone line, by score. */
  calibration: readonly (readonly [score: number, right: number])[];
};

/** The probability at a score, between the two nearest points. */
export function calibrated(points: Fitted['calibration'], score: number): number {
  const above = points.findIndex(([at]) => at >= score);
  const [high, low] = [points[above], points[above - 1]];
  if (high === undefined) return points.at(-1)?.[1] ?? score;
  if (low === undefined) return high[1];
  const share = high[0] === low[0] ? 1 : (score - low[0]) / (high[0] - low[0]);
  return low[1] + share * (high[1] - low[1]);
}
