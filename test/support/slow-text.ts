export type Named = { name: string; text: string };

/** Characters of a text. */
const length = 16_000;
/** A text four times as long may take this many times as long; repeated scanning takes 16 times as long. */
const allowedGrowth = 8;
/** No text may take this many times as long as an ordinary one: one that takes longer than half of them. */
const allowedExcess = 100;
/** Measurements of which the least counts. */
const rounds = 3;

/**
 * Finds the texts that some work takes too long for. Only what takes long is looked at again: how long that is differs by
 * machine. Only CPU time counts, and the least of several measurements, taken in turns with what it is compared with, so
 * that a slow moment of the machine hits both.
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
  const all = [...texts(length)].map(({ name, text }) => ({ name, text, ms: time(text) }));
  const ordinary = all.toSorted((a, b) => a.ms - b.ms)[Math.floor(all.length / 2)];
  if (!ordinary) return [];
  const slow: string[] = [];
  for (const { name, text, ms } of all) {
    if (ms < quickMs || time(text) < quickMs) continue;
    const [whole, quarter, usual] = inTurns([text, text.slice(0, text.length / 4), ordinary.text], time);
    if (whole > allowedGrowth * quarter)
      slow.push(`${name}: ${whole} ms, ${whole / quarter} times a quarter of it`);
    if (whole > allowedExcess * usual) slow.push(`${name}: ${whole} ms of ${usual}`);
  }
  return slow;
}

/** The least time of each of three texts. */
function inTurns(texts: [string, string, string], time: (text: string) => number): [number, number, number] {
  const least: [number, number, number] = [Infinity, Infinity, Infinity];
  for (let round = 0; round < rounds; round += 1)
    for (const [i, text] of texts.entries()) least[i] = Math.min(least[i] ?? Infinity, time(text));
  return least;
}
