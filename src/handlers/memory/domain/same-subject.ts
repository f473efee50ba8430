/** Whether two statements are about the same, so that one may correct the other. */

/** Words of statements that say nothing of what they are about. */
const common = new Set(
  `the and are was were for with that this from has have had not but its our they them use uses used using wants want likes
  like always never prefers prefer preferred should must will does doesn don only instead now user users`.split(
    /\s+/,
  ),
);

const wordsOf = (text: string): Set<string> =>
  new Set(
    (text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}_.-]*[\p{L}\p{N}]/gu) ?? [])
      .filter((word) => word.length > 2 && !common.has(word))
      .map((word) => word.replace(/(?:ies|ing|ed|es|s)$/, '').slice(0, 8)),
  );

/** The share of the words of the one with fewer words. */
const leastShared = 0.6;

/** At least two words in common, and most of those of the shorter statement. */
export function isOnTheSame(a: string, b: string): boolean {
  const [one, other] = [wordsOf(a), wordsOf(b)];
  const shared = [...one].filter((word) => other.has(word)).length;
  return shared >= 2 && shared >= leastShared * Math.min(one.size, other.size);
}
