/** Gradient boosting of small trees on a few numbers a row: the same rows give the same trees. */
import { leafFor, levels, type Tree, type Trees } from '../src/handlers/decisions/domain/likeness/trees.ts';
import type { Row } from './logistic-linear.ts';
import { chance } from './small-lakes.ts';

const rounds = 600;
const rate = 0.03;
/** Of the rows and of the columns, how many each tree sees. */
const shareOfRows = 0.7;
const shareOfColumns = 0.5;
const leastInLeaf = 40;
/** How strongly leaves are held to 0. */
const hold = 5;
const bins = 64;
const digits = 5;

type Split = { column: number; bin: number; gain: number };
type Sums = { slope: Float64Array; curve: Float64Array; count: Float64Array };

/** Bounds between the values of a column, such that about as many are between any two. */
function boundsOf(column: Float64Array): number[] {
  const sorted = column.toSorted();
  const bounds = new Set<number>();
  let before = Number.NaN;
  for (let i = 1; i < bins; i += 1) {
    const at = Math.floor((i * sorted.length) / bins);
    const value = sorted[at] ?? 0;
    if (value === before) continue;
    before = value;
    const next = sorted.subarray(at).find((one) => one > value);
    if (next !== undefined) bounds.add(Number(((value + next) / 2).toFixed(digits)));
  }
  return [...bounds].sort((a, b) => a - b);
}

/** @param rows what is wanted is a likelihood from 0 to 1. */
export function fitTrees(rows: readonly Row[]): Trees {
  const size = rows.length;
  const width = rows[0]?.features.length ?? 0;
  const wanted = Float64Array.from(rows, (row) => row.wanted);
  const columns = Array.from({ length: width }, (_, i) =>
    Float64Array.from(rows, (row) => row.features[i] ?? 0),
  );
  const bounds = columns.map(boundsOf);
  const binned = columns.map((column, i) =>
    Uint8Array.from(column, (value) => {
      const at = bounds[i]?.findIndex((bound) => value <= bound) ?? -1;
      return at === -1 ? (bounds[i]?.length ?? 0) : at;
    }),
  );
  const random = chance(11);
  const mean = wanted.reduce((sum, one) => sum + one, 0) / size;
  const constant = Math.log(mean / (1 - mean));
  const score = new Float64Array(size).fill(constant);
  const slope = new Float64Array(size);
  const curve = new Float64Array(size);
  const trees: Tree[] = [];

  const leafOf = (of: Int32Array): number => {
    let [down, up] = [0, hold];
    for (const at of of) {
      down += slope[at] ?? 0;
      up += curve[at] ?? 0;
    }
    return Number(((-rate * down) / up).toFixed(digits));
  };
  const bestOf = (of: Int32Array, among: readonly number[]): Split | undefined => {
    let best: Split | undefined;
    for (const column of among) {
      const sums = sumsOf(of, binned[column] ?? new Uint8Array(), slope, curve);
      const found = splitOf(sums, column, bounds[column]?.length ?? 0);
      if (found && found.gain > (best?.gain ?? 0)) best = found;
    }
    return best;
  };
  const parted = (of: Int32Array, { column, bin }: Split): [Int32Array, Int32Array] => {
    const bin0 = binned[column] ?? new Uint8Array();
    return [of.filter((at) => (bin0[at] ?? 0) <= bin), of.filter((at) => (bin0[at] ?? 0) > bin)];
  };

  for (let round = 0; round < rounds; round += 1) {
    for (let i = 0; i < size; i += 1) {
      const likely = 1 / (1 + Math.exp(-(score[i] ?? 0)));
      slope[i] = likely - (wanted[i] ?? 0);
      curve[i] = likely * (1 - likely);
    }
    const seen = Int32Array.from(rows.keys()).filter(() => random() < shareOfRows);
    const among = columns.flatMap((_, i) => (random() < shareOfColumns ? i : []));
    // Where nothing is worth a split, both ways lead to the same.
    const splits: (Split | undefined)[] = [];
    let parts: Int32Array[] = [seen];
    for (let level = 0; level < levels; level += 1)
      parts = parts.flatMap((part) => {
        const split = bestOf(part, among);
        splits.push(split);
        return split ? parted(part, split) : [part, part];
      });
    if (!splits[0]) continue;
    const tree = (boundOf: (split: Split) => number): Tree => [
      ...splits.flatMap((split) => (split ? [split.column, boundOf(split)] : [0, 0])),
      ...parts.map(leafOf),
    ];
    trees.push(tree(({ column, bin }) => bounds[column]?.[bin] ?? 0));
    const byBin = tree(({ bin }) => bin);
    for (let i = 0; i < size; i += 1)
      score[i] = (score[i] ?? 0) + (byBin[leafFor((column) => binned[column]?.[i] ?? 0, byBin)] ?? 0);
  }
  return { constant: Number(constant.toFixed(digits)), trees };
}

function sumsOf(of: Int32Array, bin: Uint8Array, slope: Float64Array, curve: Float64Array): Sums {
  const sums = {
    slope: new Float64Array(bins),
    curve: new Float64Array(bins),
    count: new Float64Array(bins),
  };
  for (const at of of) {
    const one = bin[at] as number;
    (sums.slope[one] as number) += slope[at] as number;
    (sums.curve[one] as number) += curve[at] as number;
    (sums.count[one] as number) += 1;
  }
  return sums;
}

/** The best bound of a column. */
function splitOf({ slope, curve, count }: Sums, column: number, last: number): Split | undefined {
  const sum = (of: Float64Array) => of.reduce((all, one) => all + one, 0);
  const [down, up, all] = [sum(slope), sum(curve), sum(count)];
  const worth = (a: number, b: number) => (a * a) / (b + hold);
  let best: Split | undefined;
  let [left, leftUp, leftCount] = [0, 0, 0];
  for (let bin = 0; bin < last; bin += 1) {
    left += slope[bin] ?? 0;
    leftUp += curve[bin] ?? 0;
    leftCount += count[bin] ?? 0;
    if (leftCount < leastInLeaf || all - leftCount < leastInLeaf) continue;
    const gain = worth(left, leftUp) + worth(down - left, up - leftUp) - worth(down, up);
    if (gain > (best?.gain ?? 0)) best = { column, bin, gain };
  }
  return best;
}
