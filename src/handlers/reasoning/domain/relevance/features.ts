import { kinshipOf } from './by-words.ts';

/** What is known of a text beside a problem, as numbers of similar size; `model.ts` weighs them. */

export type Meant = {
  kind: string;
  text: string;
  project?: string | null;
  /** The cosine of its meaning with that of the problem. */
  likeness: number;
  /** Its meaning, of length 1. */
  vector: Float32Array;
};

/** Each text by itself, beside the problem and the best text. */
export const ownNames = [
  'likeness',
  'likeness beside the best',
  'likeness of the best',
  'words',
  'place',
  'length',
  'experience',
  'decision',
  'message',
  'artifact',
  'memory',
] as const;

/** Each text beside the others, which count as much as they are likely to be related themselves. */
export const groupNames = [
  'by itself',
  'like the others',
  'like another',
  'words of the others',
  'words of another',
  'in their project',
  'without a project',
  'how many',
  'surest of the others',
] as const;

/** Texts below this place by likeness and words are not read. */
export const mostRead = 80;
/** How much words in common count in the first order of the texts. */
const shareOfWords = 0.5;
/** Longer texts say no more about their subject. */
const mostCharacters = 2000;

/** How the texts are compared: with the problem, and with each other by meaning and by words. */
export type Compared = {
  own: number[][];
  like(i: number, j: number): number;
  kin(i: number, j: number): number;
};

/** @param texts in any order; those with a low place get no features. */
export function compareTexts(problem: string, texts: readonly Meant[]): Compared {
  const { asked, between } = kinshipOf(
    problem,
    texts.map(({ text }) => text),
  );
  const first = texts.map(({ likeness }, i) => likeness + shareOfWords * (asked[i] ?? 0));
  const order = first.map((_, i) => i).sort((a, b) => (first[b] ?? 0) - (first[a] ?? 0));
  const place = new Map(order.map((i, at) => [i, at]));
  const best = Math.max(0.01, ...texts.map(({ likeness }) => likeness));
  const own = texts.map(({ likeness, kind, text }, i) => [
    likeness,
    likeness / best,
    best,
    asked[i] ?? 0,
    Math.log1p(place.get(i) ?? texts.length),
    Math.log(Math.min(mostCharacters, Math.max(1, text.length))),
    ...ownNames.slice(6).map((name) => (name === kind ? 1 : 0)),
  ]);
  const like = (i: number, j: number) => product(texts[i]?.vector, texts[j]?.vector);
  return { own, like, kin: between };
}

/**
 * @param likely how likely each text is to be related, by itself; 0 for texts that are not read.
 * @returns the features of {@link groupNames} for each text that is read.
 */
export function groupFeatures(
  texts: readonly Meant[],
  { like, kin }: Compared,
  likely: readonly number[],
): Map<number, number[]> {
  const read = likely.flatMap((one, i) => (one > 0 ? [i] : []));
  const sum = likely.reduce((all, one) => all + one, 0);
  const features = new Map<number, number[]>();
  for (const i of read) {
    const own = likely[i] ?? 0;
    const { project } = texts[i] ?? {};
    const group = { like: 0, most: 0, kin: 0, closest: 0, placed: 0, near: 0, surest: 0 };
    for (const j of read) {
      if (i === j) continue;
      const weight = likely[j] ?? 0;
      const [byMeaning, byWords] = [like(i, j), kin(i, j)];
      group.like += weight * byMeaning;
      group.most = Math.max(group.most, weight * byMeaning);
      group.kin += weight * byWords;
      group.closest = Math.max(group.closest, weight * byWords);
      group.surest = Math.max(group.surest, weight);
      const other = texts[j]?.project;
      if (other) group.placed += weight;
      if (project && other === project) group.near += weight;
    }
    const others = Math.max(1e-6, sum - own);
    features.set(i, [
      logit(own),
      group.like / others,
      group.most,
      group.kin / others,
      group.closest,
      project ? group.near / Math.max(1e-6, group.placed) : 0,
      project ? 0 : 1,
      Math.log(sum + 0.01),
      group.surest,
    ]);
  }
  return features;
}

const least = 1e-4;
function logit(share: number): number {
  const bounded = Math.min(1 - least, Math.max(least, share));
  return Math.log(bounded / (1 - bounded));
}

function product(one: Float32Array | undefined, other: Float32Array | undefined): number {
  if (one === undefined || other === undefined) return 0;
  let sum = 0;
  for (let i = 0; i < one.length; i += 1) sum += (one[i] ?? 0) * (other[i] ?? 0);
  return sum;
}
