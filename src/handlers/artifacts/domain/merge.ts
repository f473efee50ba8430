/** How soon lower places stop to matter (Cormack, Clarke and Büttcher, 2009). */
const rankConstant = 60;

export type Leg = 'lexical' | 'semantic';

/** Where a result stood in each leg of its search, from 1 on; without it, its place in the list is the lexical one. */
export type Placed = { places?: Partial<Record<Leg, number>> | undefined };

/**
 * Merges lists of different things, each best first, by reciprocal rank: `Σ 1 / (60 + place)` over the legs that found a
 * thing. Of equal sums the list named first goes first.
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
        return { item, score, legs };
      }),
    )
    .sort((x, y) => y.score - x.score);
}
