import type { DocValues } from '../index/doc-values.ts';
import { ones } from './bits.ts';
import type { Part } from './bounds.ts';
import { groupsOf, isUnfiltered } from './filter.ts';
import type { RankingQuery } from './question.ts';
import type { Workspace } from './workspace.ts';

/**
 * Counts the documents that match, without scoring them: by the bits of the words' documents.
 *
 * @param words the postings of each.
 */
export function countMatches(
  documents: DocValues,
  workspace: Workspace,
  q: RankingQuery,
  words: readonly Part[][],
  permits: (d: number) => boolean,
): number {
  const bits = matchBits(documents, workspace, words, q.mode === 'all');
  if (isUnfiltered(q) && q.excluded.length === 0) {
    let total = 0;
    for (const some of bits) total += ones(some);
    return total;
  }
  if (q.scope.groups !== undefined) return countInGroups(documents, q, bits, permits);
  let total = 0;
  for (let word = 0; word < bits.length; word++)
    for (let left = bits[word] as number; left !== 0; left &= left - 1) {
      const d = (word << 5) + 31 - Math.clz32(left & -left);
      if (permits(d)) total += 1;
    }
  return total;
}

/** Live documents with any of the words, or with all. */
function matchBits(
  { high, liveBits }: DocValues,
  workspace: Workspace,
  words: readonly Part[][],
  every: boolean,
): Int32Array {
  const length = (high >> 5) + 1;
  const [all, one] = workspace.bits.map((bits) => bits.subarray(0, length)) as [Int32Array, Int32Array];
  all.set(liveBits.subarray(0, length));
  for (const parts of every ? words : [words.flat()]) {
    one.fill(0);
    for (const part of parts) setBits(one, part);
    for (let k = 0; k < length; k++) all[k] = (all[k] as number) & (one[k] as number);
  }
  return all;
}

function setBits(bits: Int32Array, { list, outline }: Part): void {
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

function countInGroups(
  documents: DocValues,
  q: RankingQuery,
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
