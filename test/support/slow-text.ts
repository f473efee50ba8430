export type Named = { name: string; text: string };

/** Characters of a text that is looked at first, and of one that is measured. */
const lengths = { first: 4_000, whole: 16_000 };
/** A text four times as long may take this many times as long; repeated scanning takes 16 times as long. */
const allowedGrowth = 8;
/** No text may take this many times as long as half of the others do, of which every eighth is measured whole. */
const allowedExcess = 100;
const sample = 8;

/**
 * Finds the texts that some work takes too long for: a quarter of each is looked at, and where that takes long, the
 * whole is measured. Only CPU time counts.
 *
 * @param texts the same texts at any length, in the same order.
 * @param quickMs a whole text that takes no longer is not measured again.
 * @returns what is wrong, in words.
 */
export function slowTexts(
  texts: (characters: number) => Iterable<Named>,
  work: (text: string) => unknown,
  quickMs = 400,
): string[] {
  // A first look that takes no longer promises that the whole text is quick, were the growth quadratic.
  const promisingMs = quickMs / (lengths.whole / lengths.first) ** 2;
  const time = (text: string): number => {
    const { user } = process.cpuUsage();
    work(text);
    return (process.cpuUsage().user - user) / 1000;
  };
  const least = (text: string): number => Math.min(time(text), time(text), time(text));
  const looks: number[] = [];
  for (const { text } of texts(lengths.first)) looks.push(time(text));
  const slow: string[] = [];
  const whole: number[] = [];
  const long: { name: string; ms: number }[] = [];
  let at = 0;
  for (const { name, text } of texts(lengths.whole)) {
    const look = looks[at] ?? 0;
    if (at % sample === 0) whole.push(time(text));
    at += 1;
    if (look <= promisingMs) continue;
    const ms = time(text);
    if (ms < quickMs) continue;
    const again = time(text);
    if (again < quickMs) continue;
    const growth = least(text) / least(text.slice(0, text.length / 4));
    if (growth > allowedGrowth) slow.push(`${name}: ${ms} ms, ${growth} times a quarter of it`);
    long.push({ name, ms: again });
  }
  const ordinary = whole.toSorted((a, b) => a - b)[Math.floor(whole.length / 2)] ?? 0;
  for (const { name, ms } of long)
    if (ms > allowedExcess * ordinary) slow.push(`${name}: ${ms} ms of ${ordinary}`);
  return slow;
}
