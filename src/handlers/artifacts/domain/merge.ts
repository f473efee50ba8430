/** Damping constant of reciprocal rank fusion (Cormack, Clarke and Büttcher, 2009). */
const rankConstant = 60;

export type Leg = 'lexical' | 'semantic';

/**
 * So many of each list are put in order together, then as many of those behind them: a page depends on no results that only
 * later pages ask for.
 */
const round = 10;

/** How many of each list are to be merged for a page that ends here, and for knowing whether there is more. */
export const depthFor = (end: number): number => Math.ceil((end + 1) / round) * round;

/** Ranks of a result in each leg of its search, from 1; without them, its list position is its lexical rank. */
export type Placed = { places?: Partial<Record<Leg, number>> | undefined };

/**
 * Merges ranked lists of different kinds by reciprocal rank fusion: `Σ 1 / (60 + rank)` over the legs that found an item.
 * Items with equal sums keep the order of the lists. What is asked for must be {@link depthFor} the page deep.
 */
export function reciprocalRank<Item extends Placed>(
  lists: readonly (readonly Item[])[],
): { item: Item; score: number; legs: Leg[] }[] {
  return lists
    .flatMap((list) =>
      list.map((item, i) => {
        const places = item.places ?? { lexical: i + 1 };
        const legs = (['lexical', 'semantic'] as const).filter((leg) => places[leg] !== undefined);
        const score = legs.reduce((sum, leg) => sum + 1 / (rankConstant + (places[leg] ?? 0)), 0);
        return { round: Math.floor(i / round), merged: { item, score, legs } };
      }),
    )
    .sort((x, y) => x.round - y.round || y.merged.score - x.merged.score)
    .map(({ merged }) => merged);
}
