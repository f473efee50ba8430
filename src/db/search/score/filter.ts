import type { DocValues } from '../index/doc-values.ts';
import { kindShift, live, mostKinds } from '../text/analyze.ts';
import type { RankingQuery } from './question.ts';

/** Whether every live document passes. */
export const isUnfiltered = ({
  scope: { notGroups = [], notDocs = [], ...rest },
  forbidden,
}: Pick<RankingQuery, 'scope' | 'forbidden'>) =>
  forbidden.length + notGroups.length + notDocs.length === 0 &&
  Object.values(rest).every((part) => part === undefined);

/**
 * Builds the predicate for a query's filters. It is built once per query, since it runs for each candidate; excluded
 * words and required phrases are left to the caller, which can check them more cheaply.
 */
export function filterOf(documents: DocValues, q: RankingQuery): (d: number) => boolean {
  const { flags, at } = documents;
  const { of, group } = documents.units;
  const { from = -Infinity, to = Infinity } = q.scope;
  const isDated = q.scope.from !== undefined || q.scope.to !== undefined;
  const kinds = kindsOf(q);
  const groups = groupsOf(documents, q);
  const docs = within(documents.high, q.scope.docs, q.scope.notDocs);
  const { forbidden } = q;
  if (!isDated && kinds === undefined && docs === undefined && forbidden.length === 0)
    return groups === undefined
      ? (d) => ((flags[d] as number) & live) !== 0
      : (d) => ((flags[d] as number) & live) !== 0 && groups[group[of[d] as number] as number] === 1;
  return (d) => {
    const f = flags[d] as number;
    if ((f & live) === 0) return false;
    if (kinds !== undefined && kinds[f >> kindShift] !== 1) return false;
    if (groups !== undefined && groups[group[of[d] as number] as number] !== 1) return false;
    if (docs !== undefined && docs[d] !== 1) return false;
    if (isDated && ((at[d] as number) < from || (at[d] as number) >= to)) return false;
    return !forbidden.some((set) => set.has(d));
  };
}

/** The documents that pass a query's filters and exclusions, ascending, whether they match or not. */
export function filterDocuments(documents: DocValues, q: RankingQuery): Int32Array {
  const permits = filterOf(documents, q);
  const excluded = new Set<number>();
  for (const { docs, size } of q.excluded) for (let i = 0; i < size; i++) excluded.add(docs[i] as number);
  const allowed = new Int32Array(documents.high);
  let n = 0;
  for (let d = 0; d < documents.high; d++)
    if (permits(d) && !excluded.has(d) && q.required.every((set) => set.has(d))) allowed[n++] = d;
  return allowed.subarray(0, n);
}

/** A mask with 1 for each group that is allowed; undefined when all are. */
export const groupsOf = (
  { groupHigh }: DocValues,
  { scope }: Pick<RankingQuery, 'scope'>,
): Uint8Array | undefined => within(groupHigh, scope.groups, scope.notGroups);

/** A mask with 1 for each kind that is allowed; undefined when all are. */
export const kindsOf = ({ scope }: Pick<RankingQuery, 'scope'>): Uint8Array | undefined =>
  within(mostKinds, scope.kinds);

/** A mask with 1 for each allowed number; undefined when all are allowed. */
function within(
  high: number,
  only: readonly number[] | undefined,
  not: readonly number[] = [],
): Uint8Array | undefined {
  if (!only && not.length === 0) return undefined;
  const allowed = new Uint8Array(high);
  if (only) for (const n of only) allowed[n] = 1;
  else allowed.fill(1);
  for (const n of not) allowed[n] = 0;
  return allowed;
}
