import type { Pool, Sql } from './connect.ts';
import { rfc3339 } from './rfc3339.ts';

export type StoredContext = {
  id: string;
  name: string;
  isActive: boolean;
  version: number;
  createdAt: string;
  updatedAt: string;
};

type Row = {
  id: string;
  name: string;
  is_active: boolean;
  version: number;
  created_at: string;
  updated_at: string;
};

/**
 * Creates or changes a startup context and keeps its text as a version; a text that did not change makes none. Under
 * a name that was deleted it begins anew: nothing of the deleted texts can be read again.
 *
 * Switching the active one is atomic, and switches wait for each other: two at once leave one active.
 *
 * @param active true makes it the active one, false makes it not so, undefined leaves it as it is.
 */
export function setStartupContext(
  sql: Pool,
  context: { id: string; name: string; content: string; active: boolean | undefined },
): Promise<StoredContext> {
  const { id, name, content, active } = context;
  return sql.begin(async (tx) => {
    await lockContexts(tx);
    await tx`delete from startup_contexts where name = ${name} and deleted_at is not null`;
    if (active) await tx`update startup_contexts set is_active = false where is_active and name <> ${name}`;
    const [row] = await tx<Row[]>`
      insert into startup_contexts as c (id, name, content, is_active)
      values (${id}, ${name}, ${content}, ${active ?? false})
      on conflict (name) do update
      set content = excluded.content,
          is_active = coalesce(${active ?? null}::boolean, c.is_active),
          version = c.version + (c.content <> excluded.content)::int
      returning id, name, is_active, version, created_at, updated_at`;
    if (!row) throw new Error('the startup context was not returned by its own insert');
    await tx`
      insert into startup_context_versions (context_id, version, content)
      values (${row.id}, ${row.version}, ${content}) on conflict do nothing`;
    return {
      id: row.id,
      name: row.name,
      isActive: row.is_active,
      version: row.version,
      createdAt: rfc3339(row.created_at),
      updatedAt: rfc3339(row.updated_at),
    };
  });
}

/**
 * Deletes a startup context for every reader; its versions stay until they are purged.
 *
 * @returns `active` when it is the active one and `force` is not given: nothing is deleted then.
 */
export function deleteStartupContext(
  sql: Pool,
  name: string,
  force: boolean,
): Promise<'deleted' | 'active' | 'not_found'> {
  return sql.begin(async (tx) => {
    await lockContexts(tx);
    const [found] = await tx<{ is_active: boolean }[]>`
      select is_active from startup_contexts where name = ${name} and deleted_at is null for update`;
    if (!found) return 'not_found';
    if (found.is_active && !force) return 'active';
    await tx`update startup_contexts set deleted_at = now(), is_active = false where name = ${name}`;
    await tx`
      insert into tombstones (kind, parent, source_id) values ('context', '', ${name})
      on conflict (kind, parent, source_id) do update set deleted_at = now()`;
    return 'deleted';
  });
}

/** There are few contexts and fewer writers: one lock for all keeps "at most one active" simple. */
const lockContexts = (tx: Sql) => tx`select pg_advisory_xact_lock(hashtextextended('startup_contexts', 0))`;
