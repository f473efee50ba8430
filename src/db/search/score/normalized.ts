/** Scales a vector to length 1; a zero vector is returned unchanged. */
export function normalized(numbers: ArrayLike<number>): Float32Array {
  let sum = 0;
  for (let i = 0; i < numbers.length; i++) sum += (numbers[i] as number) ** 2;
  const length = Math.sqrt(sum) || 1;
  return Float32Array.from(numbers, (value) => value / length);
}

/** The dot product; of normalized vectors, their cosine. */
export function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] as number) * (b[i] ?? 0);
  return sum;
}
