const heads = 12;
/** Rounded activations: with 8,191 steps, sums of 1,536 products with weights of eight bits fit into 32 bits. */
const steps = 8191;

/** What each token takes from the others by attention, into `mixed`: rows of queries, keys and values. */
export function mix(
  mixed: Float32Array,
  q: Float32Array,
  k: Float32Array,
  v: Float32Array,
  count: number,
  width: number,
): void {
  const size = width / heads;
  mixed.fill(0, 0, count * width);
  const shares = new Float32Array(count);
  for (let h = 0; h < heads; h++)
    for (let t = 0; t < count; t++) {
      const here = t * width + h * size;
      let most = -Infinity;
      for (let u = 0; u < count; u++) {
        const there = u * width + h * size;
        let dot = 0;
        for (let i = 0; i < size; i++) dot += (q[here + i] as number) * (k[there + i] as number);
        shares[u] = dot / Math.sqrt(size);
        most = Math.max(most, shares[u] as number);
      }
      let sum = 0;
      for (let u = 0; u < count; u++) {
        shares[u] = Math.exp((shares[u] as number) - most);
        sum += shares[u] as number;
      }
      for (let u = 0; u < count; u++) {
        const share = (shares[u] as number) / sum;
        const there = u * width + h * size;
        for (let i = 0; i < size; i++)
          mixed[here + i] = (mixed[here + i] as number) + share * (v[there + i] as number);
      }
    }
}

/** Adds `y` to `x` and gives each row mean 0 and variance 1, then scales it by what `floats` has at two places. */
export function normalise(
  x: Float32Array,
  y: Float32Array | undefined,
  floats: Float32Array,
  weight: number,
  bias: number,
  count: number,
  width: number,
): void {
  for (let t = 0; t < count; t++) {
    const row = x.subarray(t * width, (t + 1) * width);
    let sum = 0;
    for (let k = 0; k < width; k++) {
      if (y) row[k] = (row[k] as number) + (y[t * width + k] as number);
      sum += row[k] as number;
    }
    const mean = sum / width;
    let squares = 0;
    for (let k = 0; k < width; k++) squares += ((row[k] as number) - mean) ** 2;
    const factor = 1 / Math.sqrt(squares / width + 1e-12);
    for (let k = 0; k < width; k++)
      row[k] =
        ((row[k] as number) - mean) * factor * (floats[weight + k] as number) + (floats[bias + k] as number);
  }
}

/** Rounds a row of activations, into `to`. @returns the size of a step. */
export function rounded(row: Float32Array, to: Int16Array): number {
  let most = 0;
  for (const value of row) most = Math.max(most, Math.abs(value));
  const scale = most / steps || 1;
  for (let k = 0; k < row.length; k++) to[k] = Math.round((row[k] as number) / scale);
  return scale;
}

/** Abramowitz and Stegun 7.1.26; its error of 1.5e-7 is that of single precision. */
export function gelu(x: number): number {
  const z = Math.abs(x) * Math.SQRT1_2;
  const t = 1 / (1 + 0.3275911 * z);
  const series =
    ((((1.061405429 * t - 1.453152027) * t + 1.421413741) * t - 0.284496736) * t + 0.254829592) * t;
  const erf = 1 - series * Math.exp(-z * z);
  return 0.5 * x * (1 + (x < 0 ? -erf : erf));
}
