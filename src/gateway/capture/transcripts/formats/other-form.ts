import { type Captured, skip } from '../../messages/captured.ts';

/**
 * What a value says. Agents change their formats, and a field of another kind than ever before must not keep the rest from
 * being read: the value is counted instead.
 */
export function readAnyway(read: () => Captured[] | Promise<Captured[]>): Captured[] | Promise<Captured[]> {
  try {
    const found = read();
    // Most parsers need not wait, and files of text have millions of lines.
    return found instanceof Promise ? found.catch(countedInstead) : found;
  } catch (error) {
    return countedInstead(error);
  }
}

/** As {@link readAnyway}, of each value of a list. */
export const readEach = <Value>(
  values: readonly Value[],
  read: (value: Value, n: number) => Captured[],
): Captured[] =>
  values.flatMap((value, n) => {
    try {
      return read(value, n);
    } catch (error) {
      return countedInstead(error);
    }
  });

function countedInstead(error: unknown): Captured[] {
  if (error instanceof TypeError) return [skip('of an unknown form')];
  throw error;
}
