import { type Category, category as categorySchema, type PastCorrection } from '../domain/event.ts';

/** What people of a project confirmed and rejected, as odds for later sentences that look alike. */
export type Habits = {
  /** Odds of each class after what people said of such sentences; class 0 is "no event". */
  adjusted(odds: Float64Array, classes: readonly string[], text: string): Float64Array;
  /** Whether people rejected the same words, numbers aside, more often than they kept them. */
  refuses(category: Category, text: string): boolean;
};

/** What makes sentences alike, and how much each says of the next one. */
const kinds = [
  // The same words, as in a template.
  { weight: 3, keyOf: (text: string) => plain(text).slice(0, 300) },
  // The label before them: "Status: ...".
  { weight: 1.5, keyOf: (text: string) => /^([\p{L} ]{2,30}):/u.exec(plain(text))?.[1] },
  // How they begin.
  { weight: 1.2, keyOf: (text: string) => plain(text).match(/^\S+ \S+/)?.[0] },
  // Any sentence of the category.
  { weight: 0.3, keyOf: () => '' },
] as const;

/** So many corrections are expected either way before any is known. */
const before = 2;
const furthest = 3;

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/\d+/g, '0')
    .replace(/[^\p{L}\p{N}: ]+/gu, ' ')
    .replace(/ +/g, ' ')
    .trim();

type Count = { right: number; wrong: number };

/** @returns undefined where nobody said anything. */
export function habitsOf(corrections: readonly PastCorrection[]): Habits | undefined {
  if (corrections.length === 0) return undefined;
  const counts = new Map<string, Count>();
  const count = (name: Category, text: string, side: keyof Count) => {
    kinds.forEach(({ keyOf }, at) => {
      const key = keyOf(text);
      if (key === undefined) return;
      const id = `${at}|${name}|${key}`;
      const known = counts.get(id) ?? { right: 0, wrong: 0 };
      known[side] += 1;
      counts.set(id, known);
    });
  };
  for (const { category, quote, verdict, changed } of corrections) {
    if (verdict === 'rejected') count(category, quote, 'wrong');
    else if (changed === undefined || changed === category) count(category, quote, 'right');
    else {
      count(category, quote, 'wrong');
      count(changed, quote, 'right');
    }
  }
  return {
    adjusted(odds, classes, text) {
      const keys = kinds.map(({ keyOf }) => keyOf(text));
      const changed = odds.map((share, at) => {
        if (at === 0 || !categorySchema.safeParse(classes[at]).success) return share;
        let shift = 0;
        kinds.forEach(({ weight }, kind) => {
          const known = counts.get(`${kind}|${classes[at]}|${keys[kind]}`);
          if (known !== undefined)
            shift += weight * Math.log((known.right + before) / (known.wrong + before));
        });
        return share * Math.exp(Math.max(-furthest, Math.min(furthest, shift)));
      });
      const sum = changed.reduce((all, one) => all + one, 0);
      return changed.map((one) => one / sum);
    },
    refuses(name, text) {
      const known = counts.get(`0|${name}|${kinds[0].keyOf(text)}`);
      return known !== undefined && known.wrong > known.right;
    },
  };
}
