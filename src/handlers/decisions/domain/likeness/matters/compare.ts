import { cosine, rarity, share } from '../words/compare.ts';
import { decides, type Matters, type Ways } from './read.ts';

/** What two decisions have in common by the matters that they decide on; those that few of what was found speak of count more. */
export const namesOfMatters = [
  ...['matters', 'mattersOfAsked', 'mattersOfFound', 'matterBest', 'mattersDecided'],
  ...['waysSame', 'waysLeft', 'waysCrossed', 'waysApart'],
] as const;

export function featuresOfMatters(asked: Matters, found: readonly Matters[]): number[][] {
  const keys = found.map((one) => new Set(one.keys()));
  const weigh = rarity(keys);
  const said = new Set(asked.keys());
  const decided = decidedIn(asked);
  const all = [...said].reduce((sum, matter) => sum + weigh(matter), 0);
  return found.map((one, i) => {
    const own = keys[i] ?? new Set();
    const common = [...said].filter((matter) => own.has(matter));
    const row = { same: 0, left: 0, crossed: 0, apart: 0 };
    for (const matter of common) {
      const how = relationOf(asked.get(matter), one.get(matter));
      if (how) row[how] += weigh(matter) / all;
    }
    return [
      cosine(said, own, weigh),
      share(said, own, weigh),
      share(own, said, weigh),
      Math.max(0, ...common.map(weigh)),
      cosine(decided, decidedIn(one), weigh),
      ...[row.same, row.left, row.crossed, row.apart],
    ];
  });
}

/** Whether two decisions go the same way, or the other way, in the matters that both decide; undefined where they differ in that. */
export function mattersRelate(asked: Matters, found: Matters): 'same' | 'opposite' | undefined {
  const how = new Set([...asked].map(([matter, ways]) => relationOf(ways, found.get(matter))));
  if (how.has('same') === how.has('crossed')) return undefined;
  return how.has('same') ? 'same' : 'opposite';
}

const decidedIn = (of: Matters): ReadonlySet<string> =>
  new Set([...of].filter(([, ways]) => ways.said && decides(ways)).map(([matter]) => matter));

/** How two decisions on a matter stand to each other; undefined where one decides nothing of it. */
function relationOf(
  a: Ways | undefined,
  b: Ways | undefined,
): 'same' | 'left' | 'crossed' | 'apart' | undefined {
  if (!a || !b) return undefined;
  if (meet(a.chosen, b.chosen)) return 'same';
  if (meet(a.chosen, b.left) || meet(a.left, b.chosen)) return 'crossed';
  if (meet(a.left, b.left)) return 'left';
  return a.chosen.size > 0 && b.chosen.size > 0 ? 'apart' : undefined;
}

const meet = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean => [...a].some((one) => b.has(one));
