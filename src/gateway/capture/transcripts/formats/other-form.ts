import { type Captured, skip } from '../../messages/captured.ts';

/**
 * What a value says. Agents change their formats, and a field of another kind than ever before must not keep the rest from
 * being read: the value is counted instead.
 */
export async function readAnyway(read: () => Captured[] | Promise<Captured[]>): Promise<Captured[]> {
  try {
    return await read();
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
