import { contentWords } from './cues/concepts.ts';
import { meaningsOf, stem, stemsOf } from './scope/relation.ts';

/**
 * How relevant texts of all kinds are to a problem, on one scale: what share of the problem's telling words they cover,
 * and what share of their own opening is about it. A word counts more the fewer of the texts have it; a word of the same
 * meaning counts {@link kindred} of one.
 */

/** Texts below it are unrelated. */
export const leastRelevance = 0.3;

const kindred = 0.4;
/** A long problem has more words than any text about it covers. */
const mostTelling = 7;
/** The opening of a text says what it is about. */
const opening = 600;
const shareOfProblem = 0.7;

/** Words of requests and of talk about work; they relate nothing. */
const dull = new Set(
  `how why what make made need want get got use using help find best way ways thing things problem problems issue question
  please work works working new old good better time times run runs running day days week month year since long start
  started stop first last next take takes took still already today keep keeps add change look without within again
  every many much one two three should would could`
    .split(/\s+/)
    .map(stem),
);

export type Text = { title: string; text: string };

/** The relevance of each text, 0 to 1; 0 for those with too little in common. */
export function relevanceOf(problem: string, texts: readonly Text[]): number[] {
  const asked = new Set(
    contentWords(problem)
      .map(stem)
      .filter((word) => !dull.has(word)),
  );
  const read = texts.map(({ title, text }) => ({
    all: stemsOf(`${title}\n${text}`),
    opening: stemsOf(text.slice(0, opening)),
  }));
  const weights = new Map(
    [...asked].map((word) => [word, weightOf(read.filter(({ all }) => all.has(word)).length, texts.length)]),
  );
  const telling = [...weights.values()].sort((a, b) => b - a).slice(0, mostTelling);
  const most = telling.reduce((sum, weight) => sum + weight, 0);
  const meanings = new Set([...asked].flatMap(meaningsOf));
  return read.map(({ all, opening }) => {
    const shared = [...asked].filter((word) => all.has(word));
    const related = [...asked].filter((word) => !all.has(word) && sharesMeaning(word, all));
    const covered = sum(shared.map((word) => weights.get(word) ?? 0));
    const near = kindred * sum(related.map((word) => weights.get(word) ?? 0));
    // One word in common, out of several, is chance.
    if (most === 0 || (asked.size > 2 && shared.length + Math.min(1, related.length) < 2)) return 0;
    const own = [...opening].filter((word) => !dull.has(word));
    const about = own.filter((word) => asked.has(word) || meaningsOf(word).some((m) => meanings.has(m)));
    return (
      shareOfProblem * Math.min(1, (covered + near) / most) +
      (1 - shareOfProblem) * Math.min(1, (2 * about.length) / Math.max(6, own.length))
    );
  });
}

const weightOf = (having: number, all: number): number => 1 + Math.log((all + 1) / (having + 1));

const sharesMeaning = (word: string, words: ReadonlySet<string>): boolean => {
  const groups = meaningsOf(word);
  return groups.length > 0 && [...words].some((other) => meaningsOf(other).some((m) => groups.includes(m)));
};

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

/** Whether two situations are the same in other words: most of the words of the shorter one. */
export function sameSituation(a: string, b: string): boolean {
  const [one, other] = [stemsOf(a), stemsOf(b)];
  const shared = [...one].filter((word) => other.has(word)).length;
  return shared >= 3 && (2 * shared) / (one.size + other.size) >= 0.5;
}
