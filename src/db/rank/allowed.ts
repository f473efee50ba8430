import { kindShift, live, mostKinds } from './document.ts';
import type { Documents } from './documents.ts';
import type { Question } from './evaluate.ts';

/** The documents that a question's filters and exclusions let through, ascending, whether they match or not. */
export function allowedDocuments(documents: Documents, q: Question): Int32Array {
  const { from = -Infinity, to = Infinity } = q.scope;
  const kinds = within(mostKinds, q.scope.kinds);
  const groups = within(documents.groupHigh, q.scope.groups, q.scope.notGroups);
  const docs = within(documents.high, q.scope.docs, q.scope.notDocs);
  const without = new Set<number>();
  for (const { docs: list, size } of q.excluded)
    for (let i = 0; i < size; i++) without.add(list[i] as number);
  const { flags, group, at } = documents;
  const allowed = new Int32Array(documents.high);
  let n = 0;
  for (let d = 0; d < documents.high; d++) {
    const f = flags[d] as number;
    if ((f & live) === 0) continue;
    if (kinds !== undefined && kinds[f >> kindShift] !== 1) continue;
    if (groups !== undefined && groups[group[d] as number] !== 1) continue;
    if (docs !== undefined && docs[d] !== 1) continue;
    if ((at[d] as number) < from || (at[d] as number) >= to) continue;
    if (without.has(d) || q.forbidden.some((set) => set.has(d)) || !q.required.every((set) => set.has(d)))
      continue;
    allowed[n++] = d;
  }
  return allowed.subarray(0, n);
}

/** 1 for each number that may be, when only some may. */
export function within(
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
