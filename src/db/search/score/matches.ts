import { ones } from '../index/bits.ts';
import type { DocValues } from '../index/doc-values.ts';
import type { List } from '../index/kept-list.ts';
import { kindShift } from '../text/analyze.ts';
import type { DocSet } from './doc-set.ts';
import { groupsOf, isUnfiltered, kindsOf } from './filter.ts';
import type { Outline } from './outline.ts';
import type { RankingQuery } from './question.ts';
import type { Workspace } from './workspace.ts';

type Listed = { list: List; outline: Outline | undefined };

/** A query with the postings of each word, and the documents that all results are among. */
type Counted = Omit<RankingQuery, 'words' | 'required'> & {
  words: readonly (readonly Listed[])[];
  required: DocSet | undefined;
};

/** Counts the documents that match, without scoring them: by the bits of the words' documents. */
export function countMatches(
  documents: DocValues,
  workspace: Workspace,
  q: Counted,
  permits: (d: number) => boolean,
): number {
  const { words, required } = q;
  workspace.fitUnits(documents);
  const length = (documents.high >> 5) + 1;
  const [bits, one] = workspace.bits.map((some) => some.subarray(0, length)) as [Int32Array, Int32Array];
  bits.set(documents.liveBits.subarray(0, length));
  keepMatches(bits, one, q.mode === 'all' ? words : [words.flat()]);
  if (required) for (let k = 0; k < length; k++) bits[k] = (bits[k] as number) & (required.bits[k] ?? 0);
  for (const { bits: not } of q.forbidden) remove(bits, not);
  for (const list of q.excluded) {
    one.fill(0);
    setBits(one, { list, outline: undefined });
    remove(bits, one);
  }
  if (isUnfiltered({ ...q, forbidden: [] })) {
    let total = 0;
    for (const some of bits) total += ones(some);
    return total;
  }
  const kinds = kindsOf(q);
  if (kinds && isUnfiltered({ scope: { ...q.scope, kinds: undefined }, forbidden: [] }))
    return countOfKinds(documents, bits, kinds);
  if (q.scope.groups !== undefined) return countInGroups(documents, q, bits, permits);
  let total = 0;
  for (let word = 0; word < bits.length; word++)
    for (let left = bits[word] as number; left !== 0; left &= left - 1) {
      const d = (word << 5) + 31 - Math.clz32(left & -left);
      if (permits(d)) total += 1;
    }
  return total;
}

/**
 * Keeps of a set of documents those that are in a list of each word.
 *
 * @param one a set to write to.
 */
export function keepMatches(bits: Int32Array, one: Int32Array, words: readonly (readonly Listed[])[]): void {
  for (const lists of words) {
    one.fill(0);
    for (const listed of lists) setBits(one, listed);
    for (let k = 0; k < bits.length; k++) bits[k] = (bits[k] as number) & (one[k] as number);
  }
}

function remove(bits: Int32Array, not: Int32Array): void {
  for (let k = 0; k < bits.length; k++) bits[k] = (bits[k] as number) & ~(not[k] ?? 0);
}

function setBits(bits: Int32Array, { list, outline }: Listed): void {
  if (outline) {
    const most = Math.min(bits.length, outline.bits.length);
    for (let k = 0; k < most; k++) bits[k] = (bits[k] as number) | (outline.bits[k] as number);
    return;
  }
  const { docs, size } = list;
  for (let i = 0; i < size; i++) {
    const d = docs[i] as number;
    bits[d >> 5] = (bits[d >> 5] as number) | (1 << (d & 31));
  }
}

/** Without a call or a branch for each of them, as there may be millions. */
function countOfKinds({ flags }: DocValues, bits: Int32Array, kinds: Uint8Array): number {
  let total = 0;
  for (let word = 0; word < bits.length; word++)
    for (let left = bits[word] as number; left !== 0; left &= left - 1) {
      const d = (word << 5) + 31 - Math.clz32(left & -left);
      total += kinds[(flags[d] as number) >> kindShift] as number;
    }
  return total;
}

function countInGroups(
  documents: DocValues,
  q: Pick<RankingQuery, 'scope'>,
  bits: Int32Array,
  permits: (d: number) => boolean,
): number {
  const { units } = documents;
  const groups = groupsOf(documents, q);
  let total = 0;
  for (let unit = 1; unit < units.high; unit++) {
    if (groups?.[units.group[unit] as number] !== 1) continue;
    for (let d = units.last[unit] as number; d >= 0; d = units.before(d))
      if (((bits[d >> 5] as number) >>> (d & 31)) & 1 && permits(d)) total += 1;
  }
  return total;
}
