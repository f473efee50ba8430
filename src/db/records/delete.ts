import { lockContexts } from '../contexts/contexts.ts';
import type { Pool, Sql } from '../postgres/connect.ts';
import type { RecordKind } from '../schema/records.ts';
import { forgetSketches, lockDomainsOf } from './experiences.ts';
import { isOfProject, isOneOf, recordTables } from './kinds.ts';

export type Deletion = {
  ids: readonly string[];
  /** Only those of this project. */
  project?: string | undefined;
  /** Also startup contexts that sessions receive. */
  force?: boolean | undefined;
  reason?: string | undefined;
  /** The name of the key that deletes them. */
  by?: string | undefined;
};

export type Deleted = {
  deleted: string[];
  /** Startup contexts that are active: without `force`, nothing was deleted because of them. */
  active: string[];
};

/**
 * Deletes records for every reader, and notes who did so and why, in one transaction. They can be restored until they are
 * purged. Ids that do not exist, are deleted, or belong to another project, are left out of `deleted`.
 */
export function deleteRecords(sql: Pool, kind: RecordKind, deletion: Deletion): Promise<Deleted> {
  const { ids, project, reason, by } = deletion;
  const of = recordTables[kind];
  return sql.begin(async (tx) => {
    const active = await prepare(tx, kind, deletion);
    if (active.length > 0) return { deleted: [], active };
    const rows = await tx<{ id: string }[]>`
      update ${tx(of.table)} r set deleted_at = now()
      where ${isOneOf(tx, of, ids)} and r.deleted_at is null and ${isOfProject(tx, of, project)}
      returning r.${tx(of.id)}::text as id`;
    const deleted = rows.map(({ id }) => id);
    await tx`
      insert into record_deletions (kind, record_id, deleted_at, deleted_by, reason)
      select ${kind}::text, id, now(), ${by ?? null}::text, ${reason ?? null}::text from unnest(${deleted}::text[]) id
      on conflict (kind, record_id) do update
      set deleted_at = excluded.deleted_at, deleted_by = excluded.deleted_by, reason = excluded.reason`;
    if (kind === 'experience') await forgetSketches(tx, deleted);
    if (kind === 'context') await retire(tx, deleted);
    return { deleted, active: [] };
  });
}

/** Takes the locks under which a kind changes. @returns what stands in the way. */
async function prepare(tx: Sql, kind: RecordKind, { ids, project, force }: Deletion): Promise<string[]> {
  const of = recordTables[kind];
  if (kind === 'experience') await lockDomainsOf(tx, isOneOf(tx, of, ids));
  if (kind !== 'context') return [];
  await lockContexts(tx);
  if (force) return [];
  const rows = await tx<{ name: string }[]>`
    select r.name from startup_contexts r
    where ${isOneOf(tx, of, ids)} and r.deleted_at is null and ${isOfProject(tx, of, project)}
      and (r.is_active or r.active_in_project) order by r.name`;
  return rows.map(({ name }) => name);
}

/** No session receives a deleted context, and no import brings it back. */
async function retire(tx: Sql, names: readonly string[]): Promise<void> {
  await tx`
    update startup_contexts set is_active = false, active_in_project = false
    where name = any(${names as string[]}::text[])`;
  await tx`
    insert into tombstones (kind, parent, source_id, deleted_at)
    select 'context', '', name, now() from unnest(${names as string[]}::text[]) name
    on conflict (kind, parent, source_id) do update set deleted_at = excluded.deleted_at`;
}
