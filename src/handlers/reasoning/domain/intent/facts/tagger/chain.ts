/**
 * A linear-chain conditional random field (Lafferty et al., 2001) over three tags: a piece is outside of all facts, begins
 * one, or goes on with one. Scores are logarithms, by `piece * tags + tag`.
 */

export const [outside, begin, inside] = [0, 1, 2] as const;
export const tags = 3;

/** How pieces stand beside each other; each kind of gap has scores of its own for a tag behind another. */
export const gaps = ['', ' ', '\n'] as const;
export type Gap = (typeof gaps)[number];
/** The place of a score for a tag behind another. */
export const stepAt = (gap: Gap, from: number, to: number): number =>
  (gaps.indexOf(gap) * tags + from) * tags + to;

/** @param steps scores by {@link stepAt}. */
export type Chain = { scores: Float64Array; gaps: readonly Gap[]; steps: Float64Array };

const at = (values: Float64Array, i: number): number => values[i] ?? 0;
const each = [outside, begin, inside];

/** Nothing outside of a fact goes on with it. */
const stepIn = ({ gaps: all, steps }: Chain, i: number, from: number, to: number): number =>
  to === inside && from === outside ? Number.NEGATIVE_INFINITY : at(steps, stepAt(all[i] ?? '', from, to));

function sum(values: readonly number[]): number {
  const most = Math.max(...values);
  if (most === Number.NEGATIVE_INFINITY) return most;
  return most + Math.log(values.reduce((total, value) => total + Math.exp(value - most), 0));
}

/** How likely each tag of each piece is, and each pair of tags: `(piece * tags + tag before) * tags + tag`. */
export function likelihoods(chain: Chain): { single: Float64Array; pair: Float64Array } {
  const { scores } = chain;
  const count = scores.length / tags;
  const [single, pair] = [new Float64Array(count * tags), new Float64Array(count * tags * tags)];
  if (count === 0) return { single, pair };
  const before = new Float64Array(count * tags).fill(Number.NEGATIVE_INFINITY);
  const after = new Float64Array(count * tags);
  for (const tag of [outside, begin]) before[tag] = at(scores, tag);
  for (let i = 1; i < count; i += 1)
    for (const to of each)
      before[i * tags + to] =
        at(scores, i * tags + to) +
        sum(each.map((from) => at(before, (i - 1) * tags + from) + stepIn(chain, i, from, to)));
  for (let i = count - 2; i >= 0; i -= 1)
    for (const from of each)
      after[i * tags + from] = sum(
        each.map(
          (to) =>
            stepIn(chain, i + 1, from, to) + at(scores, (i + 1) * tags + to) + at(after, (i + 1) * tags + to),
        ),
      );
  const all = sum(each.map((tag) => at(before, (count - 1) * tags + tag)));
  for (let i = 0; i < count; i += 1)
    for (const to of each) {
      const behind = at(after, i * tags + to) - all;
      single[i * tags + to] = Math.exp(at(before, i * tags + to) + behind);
      if (i === 0) continue;
      const own = at(scores, i * tags + to) + behind;
      for (const from of each)
        pair[(i * tags + from) * tags + to] = Math.exp(
          at(before, (i - 1) * tags + from) + stepIn(chain, i, from, to) + own,
        );
    }
  return { single, pair };
}

/** The best row of tags, when being outside costs so much. */
export function bestTags(chain: Chain, costOfOutside: number): Uint8Array {
  const { scores } = chain;
  const count = scores.length / tags;
  const best = new Float64Array(count * tags).fill(Number.NEGATIVE_INFINITY);
  const came = new Uint8Array(count * tags);
  const own = (i: number, tag: number) => at(scores, i * tags + tag) - (tag === outside ? costOfOutside : 0);
  for (const tag of [outside, begin]) if (count > 0) best[tag] = own(0, tag);
  for (let i = 1; i < count; i += 1)
    for (const to of each)
      for (const from of each) {
        const score = at(best, (i - 1) * tags + from) + stepIn(chain, i, from, to) + own(i, to);
        if (score <= at(best, i * tags + to)) continue;
        best[i * tags + to] = score;
        came[i * tags + to] = from;
      }
  const found = new Uint8Array(count);
  const end = (count - 1) * tags;
  let tag: number = each.reduce<number>(
    (one, other) => (at(best, end + other) > at(best, end + one) ? other : one),
    0,
  );
  for (let i = count - 1; i >= 0; i -= 1) {
    found[i] = tag;
    tag = came[i * tags + tag] ?? 0;
  }
  return found;
}
