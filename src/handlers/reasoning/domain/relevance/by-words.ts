import { contentWords } from '../cues/concepts.ts';
import { stem, stemsOf } from '../scope/relation.ts';

/**
 * How relevant texts of all kinds are to a problem, on one scale. Texts and problem are compared by the words they share,
 * rare ones counting more. Then the words of the nearest texts are added to those of the problem, and all are compared
 * again: that finds texts about the same matter in other words (relevance feedback, Rocchio 1971).
 */

/** A text far below the best one is unrelated. */
const shareOfBest = 0.25;
const leastLike = 0.1;
/** The nearest texts, whose words are added, and how much these count beside those of the problem. */
const mostCore = 3;
const leastOfCore = 0.15;
const leastOfCoreOfFew = 0.1;
const weightOfCore = 2;
/** A long problem has many words that are beside its point. */
const mostAsked = 24;
/** So many texts are few: that a word is in one of them says little. */
const mostOfFew = 50;
export const isFew = (texts: readonly unknown[]): boolean => texts.length <= mostOfFew;
/** The opening of a text says what it is about. */
const mostCharacters = 2000;

/** Words of requests and of talk about work, and the names of the parts of a record; they relate nothing. */
const dull = new Set(
  `how why what make made want need get got use using help find best way ways thing things problem problems issue question
  please work works working new old good better time times run runs running day days week month year since long start
  started stop first last next take takes took still already today keep keeps add change look without within again
  every many much one two three should would could whether ask asks asked know knows tell somebody someone anybody anyone
  everybody everyone nobody during try tried tries happen happens mean means instead right come comes came give given say says der die das und ist nicht ein eine einen den dem des mit für auf von
  zum zur situation approach outcome reasoning decision confidence lesson known sie wir was wie muss nach aus les des une est dans pour pas que qui sur por para con los las una del`
    .split(/\s+/)
    .map(stem),
);

type Vector = ReadonlyMap<string, number>;

/** The relevance of each text beside the best one, 0 to 1; 0 for those with too little in common. */
export function relevanceOf(problem: string, texts: readonly string[]): number[] {
  const { vectors, wanted } = compare(problem, texts);
  if (wanted === undefined) return texts.map(() => 0);
  const likeness = vectors.map((vector) => cosine(vector, wanted));
  const best = Math.max(...likeness);
  return likeness.map((like) => (like >= Math.max(leastLike, best * shareOfBest) ? like / best : 0));
}

/** How much texts have in common with a problem and with each other by their words, each 0 to 1. */
export function kinshipOf(problem: string, texts: readonly string[]) {
  const { vectors, query } = vectorsOf(problem, texts);
  return {
    asked: vectors.map((vector) => cosine(vector, query)),
    between: (i: number, j: number) => {
      const [one, other] = [vectors[i], vectors[j]];
      return one && other ? cosine(one, other) : 0;
    },
  };
}

function vectorsOf(problem: string, texts: readonly string[]) {
  const written = texts.map((text) => countsOf(text.slice(0, mostCharacters)));
  const having = new Map<string, number>();
  for (const counts of written)
    for (const word of counts.keys()) having.set(word, (having.get(word) ?? 0) + 1);
  const rarity = (word: string) => Math.log((texts.length + 2) / ((having.get(word) ?? 0) + 0.5));
  const vectors = written.map((counts) => unit(counts, rarity));
  const asked = countsOf(problem);
  // In few texts, words that none of them has say that the matter is another.
  const known = [...asked].filter(([word]) => isFew(texts) || having.has(word));
  const telling = known.sort(([a], [b]) => rarity(b) - rarity(a)).slice(0, mostAsked);
  return { vectors, query: unit(new Map(telling), rarity), asked };
}

/** The texts as vectors, and the problem with the words of the nearest ones; none where no text is near. */
function compare(problem: string, texts: readonly string[]): { vectors: Vector[]; wanted?: Vector } {
  const { vectors, query, asked } = vectorsOf(problem, texts);
  const least = isFew(texts) ? leastOfCoreOfFew : leastOfCore;
  const core = vectors
    .map((vector) => ({ vector, like: cosine(vector, query) }))
    // One word in common, out of several, is chance.
    .filter(({ vector, like }) => like >= least && (asked.size <= 2 || shared(vector, query) >= 2))
    .sort((a, b) => b.like - a.like)
    .slice(0, mostCore);
  return core.length === 0 ? { vectors } : { vectors, wanted: added(query, core) };
}

/** The words of a problem with those of the texts nearest to it. */
function added(query: Vector, core: readonly { vector: Vector; like: number }[]): Vector {
  const all = core.reduce((sum, { like }) => sum + like, 0);
  const said = new Map<string, number>();
  for (const { vector, like } of core)
    for (const [word, weight] of vector) said.set(word, (said.get(word) ?? 0) + (weight * like) / all);
  const sum = new Map(query);
  for (const [word, weight] of scaled(said, weightOfCore)) sum.set(word, (sum.get(word) ?? 0) + weight);
  return scaled(sum, 1);
}

function countsOf(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of contentWords(text).map(stem))
    if (!dull.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

const unit = (counts: ReadonlyMap<string, number>, rarity: (word: string) => number): Vector =>
  scaled(new Map([...counts].map(([word, n]) => [word, (1 + Math.log(n)) * rarity(word)])), 1);

function scaled(vector: Vector, length: number): Vector {
  const norm = Math.sqrt([...vector.values()].reduce((sum, weight) => sum + weight * weight, 0)) || 1;
  return new Map([...vector].map(([word, weight]) => [word, (weight * length) / norm]));
}

function cosine(one: Vector, other: Vector): number {
  const [few, many] = one.size < other.size ? [one, other] : [other, one];
  return [...few].reduce((sum, [word, weight]) => sum + weight * (many.get(word) ?? 0), 0);
}

const shared = (one: Vector, other: Vector): number =>
  [...other.keys()].filter((word) => one.has(word)).length;

/** Whether two situations are the same in other words: most of the words of the shorter one. */
export function sameSituation(a: string, b: string): boolean {
  const [one, other] = [stemsOf(a), stemsOf(b)];
  const common = [...one].filter((word) => other.has(word)).length;
  return common >= 3 && (2 * common) / (one.size + other.size) >= 0.5;
}
