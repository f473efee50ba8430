import type { Read } from './text.ts';
import { cosine, rarity, share } from './words/compare.ts';

/**
 * What a decision has in common with the others that were found and are likely related: the same choice in other words often
 * shares no word with what is asked, but the name of the option with a decision for the opposite. The last three are about
 * those that likely go the other way.
 */
export const namesAround = [
  ...['aroundMeaning', 'aroundWords', 'aroundBest', 'aroundAgainst'],
  ...['contraryCrossed', 'contraryBest', 'contraryMeaning'],
] as const;

/** Likelihoods by the features of a pair alone. */
export type Alone = { related: number; opposite: number };

/** How many of the most related others each is compared with. */
const mostAround = 3;

/** The features of each decision found, in the order of {@link namesAround}. */
export function featuresAround(found: readonly Read[], alone: readonly Alone[]): number[][] {
  const weigh = rarity(found.map(bothOf));
  const best = found
    .map((one, at) => ({ one, at, ...(alone[at] ?? { related: 0, opposite: 0 }) }))
    .toSorted((a, b) => b.related - a.related || a.at - b.at)
    .slice(0, mostAround + 1);
  return found.map((one, i) => {
    const row = namesAround.map(() => 0);
    for (const other of best.filter(({ at }) => at !== i).slice(0, mostAround)) {
      const { related } = other;
      const contrary = related * other.opposite;
      const meaning = nearness(one.meaning, other.one.meaning);
      const crossed = share(one.against, other.one.says, weigh) + share(other.one.against, one.says, weigh);
      const values = [
        related * meaning,
        related * cosine(bothOf(one), bothOf(other.one), weigh),
        related,
        related * cosine(one.against, other.one.against, weigh),
        contrary * crossed,
        contrary,
        contrary * meaning,
      ];
      for (const [k, value] of values.entries()) row[k] = Math.max(row[k] ?? 0, value);
    }
    return row;
  });
}

/** By the model that was fitted to questions, where both have its vector. */
const nearness = (a: Read['meaning'], b: Read['meaning']): number =>
  a?.question && b?.question ? product(a.question.vector, b.question.vector) : product(a?.vector, b?.vector);
const bothOf = ({ says, against }: Read): ReadonlySet<string> => new Set([...says, ...against]);

function product(a: ArrayLike<number> | undefined, b: ArrayLike<number> | undefined): number {
  if (!a || !b) return 0;
  let sum = 0;
  for (let i = 0; i < a.length; i += 1) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}
