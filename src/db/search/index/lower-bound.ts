/**
 * The place of the first of some ascending numbers that is not below a value.
 *
 * @param near from where it is looked for, in steps that become longer.
 */
export function lowerBound(values: Int32Array, size: number, value: number, near: number): number {
  let low = near < size && (values[near] as number) <= value ? near : 0;
  let step = 1;
  for (; low + step < size && (values[low + step] as number) < value; step *= 2) low += step;
  let high = Math.min(size, low + step);
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((values[middle] as number) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
