import { expect, it } from 'vitest';
import { loadKernels } from '../../../../src/gateway/llm/local/kernels.ts';

const memory = new WebAssembly.Memory({ initial: 16 });
const kernels = loadKernels(memory);
const floats = new Float32Array(memory.buffer);
const [heads, size] = [3, 32];
const width = heads * size;
const counts = [1, 2, 3, 4, 5, 7];
/** Places in the memory, in bytes. */
const [a, b, c, d, e, room] = [0, 100_000, 200_000, 300_000, 400_000, 500_000] as const;

let seed = 1;
/** Between -2 and 2, the same in each run. */
const number = (): number => {
  seed = (seed * 48_271) % 2_147_483_647;
  return (seed / 2_147_483_647) * 4 - 2;
};
/** Fills a place with numbers, also beyond those that will be used. */
const fill = (at: number): Float32Array => floats.subarray(at / 4, at / 4 + 8 * width).map(number);
const put = (at: number): Float32Array => {
  const numbers = fill(at);
  floats.set(numbers, at / 4);
  return numbers;
};
const at = (numbers: ArrayLike<number>, i: number): number => numbers[i] ?? Number.NaN;
const dot = (x: Float32Array, i: number, y: Float32Array, j: number, length: number): number => {
  let sum = 0;
  for (let k = 0; k < length; k++) sum += at(x, i + k) * at(y, j + k);
  return sum;
};

function expectClose(from: number, expected: readonly number[], error: number): void {
  const found = floats.subarray(from / 4, from / 4 + expected.length);
  for (const [i, value] of expected.entries())
    expect(Math.abs(at(found, i) - value), `number ${i}`).toBeLessThan(error);
}

it.each(counts)('gives each of %i tokens what it takes from the others', (count) => {
  const [q, k, v] = [put(a), put(b), put(c)];
  const expected: number[] = [];
  for (let t = 0; t < count; t++)
    for (let head = 0; head < width; head += size) {
      const powers = Array.from({ length: count }, (_, u) =>
        Math.exp(dot(q, t * width + head, k, u * width + head, size) / Math.sqrt(size)),
      );
      const total = powers.reduce((x, y) => x + y, 0);
      for (let i = 0; i < size; i++)
        expected.push(
          powers.reduce((sum, power, u) => sum + (power / total) * at(v, u * width + head + i), 0),
        );
    }
  kernels.attend(a, b, c, room, d, count, width);
  expectClose(d, expected, 2e-6);
});

it('gives nothing of what counts for nothing, and all of what counts alone', () => {
  floats.fill(1000, a / 4, a / 4 + width);
  floats.fill(1000, b / 4, b / 4 + width);
  floats.fill(-1000, b / 4 + width, b / 4 + 2 * width);
  const v = put(c);
  floats[c / 4 + width] = 1e30;
  kernels.attend(a, b, c, room, d, 2, width);
  expectClose(d, [...v.subarray(0, width)], 1e-6);
});

it.each(counts)('adds to %i rows and gives each mean 0 and variance 1, then scales it', (count) => {
  const [x, y, weight, bias] = [put(a), put(b), put(c), put(d)];
  const expected: number[] = [];
  for (let t = 0; t < count; t++) {
    const row = Array.from({ length: width }, (_, k) => at(x, t * width + k) + at(y, t * width + k));
    const mean = row.reduce((sum, value) => sum + value, 0) / width;
    const variance = row.reduce((sum, value) => sum + (value - mean) ** 2, 0) / width;
    expected.push(
      ...row.map((value, k) => ((value - mean) / Math.sqrt(variance + 1e-12)) * at(weight, k) + at(bias, k)),
    );
  }
  kernels.normalise(a, b, c, d, count, width);
  expectClose(a, expected, 1e-5);
});

it('raises numbers by GELU', () => {
  const values = Float32Array.from({ length: 4000 }, (_, i) => (i - 2000) / 100);
  floats.set(values, a / 4);
  kernels.gelu(a, a + 4 * values.length);
  // The distribution function by a series that converges for all of them.
  const normal = (x: number): number => {
    let [term, sum] = [x, x];
    for (let n = 1; n < 400; n++) {
      term *= (x * x) / (2 * n + 1);
      sum += term;
    }
    return 0.5 + (sum * Math.exp((-x * x) / 2)) / Math.sqrt(2 * Math.PI);
  };
  expectClose(
    a,
    [...values].map((x) => x * normal(x)),
    3e-6,
  );
});

it.each(counts)('multiplies %i rounded rows by weights', (count) => {
  const rows = put(a);
  rows.fill(0, 0, width);
  floats.fill(0, a / 4, a / 4 + width);
  const [scales, biases] = [put(c), put(d)];
  const out = 64;
  const weights = new Int8Array(memory.buffer, e, out * width).map(() => Math.round(number() * 63));
  new Int8Array(memory.buffer, e).set(weights);
  kernels.round(a, b, room, count, width);
  kernels.product(b, room, e, c, d, a, count, out, width);
  for (let t = 0; t < count; t++) {
    const most = rows.subarray(t * width, (t + 1) * width).reduce((m, x) => Math.max(m, Math.abs(x)), 0);
    const step = most / 8191 || 1;
    const expected = Array.from({ length: out }, (_, n) => {
      let sum = 0;
      for (let k = 0; k < width; k++)
        sum += at(weights, n * width + k) * Math.round(at(rows, t * width + k) / step);
      return at(biases, n) + at(scales, n) * step * sum;
    });
    expectClose(a + 4 * t * out, expected, 0.1);
  }
});
