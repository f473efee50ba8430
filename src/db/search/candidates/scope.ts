import type { Sql } from '../../postgres/connect.ts';
import type { DocumentScope, Fragment } from '../collection/collection.ts';
import { kindShift } from '../text/analyze.ts';

/** Builds the predicate for a scope, for documents that are in memory. */
export function inScope(
  scope: DocumentScope,
): (document: { docNo: number; groupNo: number; flags: number; at: number }) => boolean {
  const { from = -Infinity, to = Infinity } = scope;
  const set = (numbers: readonly number[] | undefined) => numbers && new Set(numbers);
  const [groups, notGroups, docs, notDocs, kinds] = [
    set(scope.groups),
    set(scope.notGroups),
    set(scope.docs),
    set(scope.notDocs),
    set(scope.kinds),
  ];
  return ({ docNo, groupNo, flags, at }) =>
    at >= from &&
    at < to &&
    (groups === undefined || groups.has(groupNo)) &&
    (docs === undefined || docs.has(docNo)) &&
    (kinds === undefined || kinds.has(flags >> kindShift)) &&
    notGroups?.has(groupNo) !== true &&
    notDocs?.has(docNo) !== true;
}

/** The same as conditions on the documents `d` of a collection; each begins with `and`. */
export function whereInScope(sql: Sql, scope: DocumentScope): Fragment {
  const { groups, notGroups = [], docs, notDocs = [], kinds, from, to } = scope;
  const numbers = (list: readonly number[]) => sql`${[...list]}::bigint[]`;
  return sql`
    ${groups ? sql`and d.group_no = any(${numbers(groups)})` : sql``}
    ${notGroups.length > 0 ? sql`and d.group_no <> all(${numbers(notGroups)})` : sql``}
    ${docs ? sql`and d.doc_no = any(${numbers(docs)})` : sql``}
    ${notDocs.length > 0 ? sql`and d.doc_no <> all(${numbers(notDocs)})` : sql``}
    ${kinds ? sql`and d.kind = any(${numbers(kinds)})` : sql``}
    ${from === undefined ? sql`` : sql`and d.at >= ${from}::float8`}
    ${to === undefined ? sql`` : sql`and d.at < ${to}::float8`}`;
}
