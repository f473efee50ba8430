/** Logistic regression on a few numbers a row, by Newton's method: no randomness, the same result every time. */

export type Row = { features: readonly number[]; wanted: number };

const rounds = 25;
const least = 1e-9;

/**
 * @param hold how strongly weights of standardised features are held to 0.
 * @returns a weight for each feature as it is given, then a constant.
 */
export function fitLinear(rows: readonly Row[], hold: number): number[] {
  const width = rows[0]?.features.length ?? 0;
  const columns = Array.from({ length: width }, (_, i) => rows.map(({ features }) => features[i] ?? 0));
  const mean = columns.map((column) => column.reduce((sum, value) => sum + value, 0) / rows.length);
  const deviation = columns.map((column, i) => {
    const square = column.reduce((sum, value) => sum + (value - (mean[i] ?? 0)) ** 2, 0);
    const root = Math.sqrt(square / rows.length);
    return root < least ? Number.POSITIVE_INFINITY : root;
  });
  const standard = rows.map(({ features }) => [
    ...features.map((value, i) => (value - (mean[i] ?? 0)) / (deviation[i] ?? 1)),
    1,
  ]);
  const size = width + 1;
  const weights = new Array<number>(size).fill(0);
  for (let round = 0; round < rounds; round += 1) {
    const slope = weights.map((weight, i) => (i < width ? hold * weight : 0));
    const curve = Array.from({ length: size }, (_, i) =>
      Array.from({ length: size }, (_, j) => (i === j ? (i < width ? hold : 0) + least : 0)),
    );
    for (const [at, x] of standard.entries()) {
      const share = 1 / (1 + Math.exp(-x.reduce((sum, value, i) => sum + value * (weights[i] ?? 0), 0)));
      const off = share - (rows[at]?.wanted ?? 0);
      const weight = share * (1 - share);
      for (let i = 0; i < size; i += 1) {
        slope[i] = (slope[i] ?? 0) + off * (x[i] ?? 0);
        const row = curve[i] as number[];
        for (let j = 0; j <= i; j += 1) row[j] = (row[j] ?? 0) + weight * (x[i] ?? 0) * (x[j] ?? 0);
      }
    }
    for (let i = 0; i < size; i += 1)
      for (let j = 0; j < i; j += 1) (curve[j] as number[])[i] = curve[i]?.[j] ?? 0;
    const step = solve(curve, slope);
    for (const [i, value] of step.entries()) weights[i] = (weights[i] ?? 0) - value;
    if (Math.max(...step.map(Math.abs)) < 1e-8) break;
  }
  const plain = weights.slice(0, width).map((weight, i) => weight / (deviation[i] ?? 1));
  const constant = plain.reduce((sum, weight, i) => sum - weight * (mean[i] ?? 0), weights[width] ?? 0);
  return [...plain, constant];
}

/** Gaussian elimination with pivots. */
function solve(matrix: readonly number[][], right: readonly number[]): number[] {
  const rows = matrix.map((row, i) => [...row, right[i] ?? 0]);
  const size = rows.length;
  for (let at = 0; at < size; at += 1) {
    let pivot = at;
    for (let i = at + 1; i < size; i += 1)
      if (Math.abs(rows[i]?.[at] ?? 0) > Math.abs(rows[pivot]?.[at] ?? 0)) pivot = i;
    const [one, other] = [rows[at] as number[], rows[pivot] as number[]];
    rows[at] = other;
    rows[pivot] = one;
    const head = rows[at] as number[];
    for (let i = 0; i < size; i += 1) {
      if (i === at) continue;
      const row = rows[i] as number[];
      const factor = (row[at] ?? 0) / (head[at] ?? 1);
      if (factor !== 0) for (let j = at; j <= size; j += 1) row[j] = (row[j] ?? 0) - factor * (head[j] ?? 0);
    }
  }
  return rows.map((row, i) => (row[size] ?? 0) / (row[i] ?? 1));
}
