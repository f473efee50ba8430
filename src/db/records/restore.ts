import { lockContexts } from '../contexts/contexts.ts';
import type { Pool, Sql } from '../postgres/connect.ts';
import type { RecordKind } from '../schema/records.ts';
import type { Fragment } from '../search/collection/collection.ts';
import { lockDomainsOf, type PrintOf, remakeSketches } from './experiences.ts';
import { isOfProject, isOneOf, type RecordTable, recordTables } from './kinds.ts';

/** These records, or all that were deleted at or after a time. */
export type Deleted = { ids: readonly string[] } | { since: string };

export type RestoredRecords = {
  restored: string[];
  /** Those that stay deleted, because the same was stored again meanwhile. */
  conflicts: string[];
};

/**
 * Restores deleted records that are not purged yet, for every reader at once. Startup contexts come back inactive, with
 * their versions; experiences are found as near-duplicates again.
 */
export function restoreRecords(
  sql: Pool,
  kind: RecordKind,
  what: Deleted,
  { printOf, project }: { printOf: PrintOf; project?: string | undefined },
): Promise<RestoredRecords> {
  const of = recordTables[kind];
  return sql.begin(async (tx) => {
    const chosen = chosenBy(tx, of, what);
    if (kind === 'experience') await lockDomainsOf(tx, chosen);
    if (kind === 'context') await lockContexts(tx);
    const rows = await tx<{ id: string }[]>`
      select r.${tx(of.id)}::text as id from ${tx(of.table)} r
      where ${chosen} and r.deleted_at is not null and ${isOfProject(tx, of, project)}
      order by r.${tx(of.id)} for update`;
    const found = rows.map(({ id }) => id);
    if (found.length === 0) return { restored: [], conflicts: [] };
    const conflicts =
      kind === 'experience'
        ? await remakeSketches(tx, found, printOf)
        : kind === 'result'
          ? await storedAgain(tx, found)
          : [];
    const restored = found.filter((id) => !conflicts.includes(id));
    await tx`update ${tx(of.table)} r set deleted_at = null where ${isOneOf(tx, of, restored)}`;
    await tx`delete from record_deletions where kind = ${kind} and record_id = any(${restored}::text[])`;
    if (kind === 'context')
      await tx`
        delete from tombstones
        where kind = 'context' and parent = '' and source_id = any(${restored}::text[])`;
    return { restored, conflicts };
  });
}

const chosenBy = (tx: Sql, of: RecordTable, what: Deleted): Fragment =>
  'ids' in what ? isOneOf(tx, of, what.ids) : tx`r.deleted_at >= ${what.since}::text::timestamptz`;

/** Results whose external id another result of their run has by now. */
async function storedAgain(tx: Sql, ids: readonly string[]): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    select r.id from fiedler_results r
    where r.id = any(${ids as string[]}::text[]::uuid[]) and exists (
      select from fiedler_results other
      where other.correlation_id = r.correlation_id and other.external_id = r.external_id and other.id <> r.id
        and (other.deleted_at is null or (other.id = any(${ids as string[]}::text[]::uuid[]) and other.id < r.id)))`;
  return rows.map(({ id }) => id);
}
