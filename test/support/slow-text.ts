export type Named = { name: string; text: string };

/** Characters of a text. */
const length = 16_000;
/** A text four times as long may take this many times as long; repeated scanning takes 16 times as long. */
const allowedGrowth = 8;
/** No text may take this many times as long as half of the others do. */
const allowedExcess = 100;

/**
 * Finds the texts that some work takes too long for. Only what takes long is looked at again: how long that is differs by
 * machine. Only CPU time counts.
 *
 * @param texts of a length.
 * @param quickMs a text that takes no longer is not measured again.
 * @returns what is wrong, in words.
 */
export function slowTexts(
  texts: (characters: number) => Iterable<Named>,
  work: (text: string) => unknown,
  quickMs = 400,
): string[] {
  const time = (text: string): number => {
    const { user } = process.cpuUsage();
    work(text);
    return (process.cpuUsage().user - user) / 1000;
  };
  const least = (text: string): number => Math.min(time(text), time(text), time(text));
  const slow: string[] = [];
  const all: number[] = [];
  const long: { name: string; ms: number }[] = [];
  for (const { name, text } of texts(length)) {
    const ms = time(text);
    all.push(ms);
    if (ms < quickMs) continue;
    const again = time(text);
    if (again < quickMs) continue;
    long.push({ name, ms: again });
    const growth = least(text) / least(text.slice(0, text.length / 4));
    if (growth > allowedGrowth) slow.push(`${name}: ${ms} ms, ${growth} times a quarter of it`);
  }
  const ordinary = all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;
  for (const { name, ms } of long)
    if (ms > allowedExcess * ordinary) slow.push(`${name}: ${ms} ms of ${ordinary}`);
  return slow;
}
