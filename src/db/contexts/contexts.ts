import type { Pool, Sql } from '../postgres/connect.ts';
import { rfc3339 } from '../schema/rfc3339.ts';

export type StoredContext = {
  id: string;
  name: string;
  isActive: boolean;
  version: number;
  createdAt: string;
  updatedAt: string;
  /** The version waits for approval; what sessions are given is as it was. */
  pending: boolean;
};

export type ContextChange = {
  id: string;
  name: string;
  /** A new text, or the number of a version whose text is to count. */
  text: { content: string } | { version: number };
  /** True makes it the active one, false makes it not so, undefined leaves it as it is. */
  active: boolean | undefined;
  /** The key that asks, as it owns documents: a name can be another key's later. Undefined where no keys are in use. */
  author: string | undefined;
  /** Whether it may say what sessions are given, whoever wrote the active text. */
  trusted: boolean;
};

type Row = {
  id: string;
  name: string;
  is_active: boolean;
  version: number;
  created_at: string;
  updated_at: string;
};

type Current = Row & { content: string; author: string | null; pending: boolean; latest: number };

/**
 * Creates or changes a startup context and keeps its text as a version; a text that did not change makes none. Under
 * a name that was deleted it begins anew: nothing of the deleted texts can be read again.
 *
 * What sessions are given is changed only by those who are trusted and by the author of the active text. What others
 * write to that end, or over the text of another author, becomes a version that waits for approval: one for each author
 * of each context, the latest.
 *
 * Switching the active one is atomic, and switches wait for each other: two at once leave one active.
 *
 * @returns `no_version` when there is no such version, `not_trusted` when it is not for this author to choose one.
 */
export function setStartupContext(
  sql: Pool,
  change: ContextChange,
): Promise<StoredContext | 'no_version' | 'not_trusted'> {
  return sql.begin(async (tx) => {
    await lockContexts(tx);
    await tx`delete from startup_contexts where name = ${change.name} and deleted_at is not null`;
    const current = await currentOf(tx, change.name);
    const decides = await mayDecide(tx, change);
    if ('content' in change.text)
      return decides || isHarmless(change, change.text.content, current)
        ? store(tx, change, change.text.content, current, decides)
        : propose(tx, change, change.text.content, current);
    const { version } = change.text;
    const [found] = await tx<{ content: string; pending: boolean }[]>`
      select content, pending from startup_context_versions
      where context_id = ${current?.id ?? null}::uuid and version = ${version}`;
    if (!current || !found) return 'no_version';
    if (!decides) return 'not_trusted';
    if (found.pending) {
      await tx`
        update startup_contexts set content = ${found.content}, version = ${version} where id = ${current.id}`;
      await approve(tx, current.id, version, change.author);
    }
    return store(tx, change, found.content, await currentOf(tx, change.name), true);
  });
}

async function currentOf(tx: Sql, name: string): Promise<Current | undefined> {
  const [row] = await tx<Current[]>`
    select c.id, c.name, c.is_active, c.version, c.created_at, c.updated_at, c.content, v.author,
      coalesce(v.pending, false) as pending,
      greatest(c.version, (select max(version) from startup_context_versions where context_id = c.id)) as latest
    from startup_contexts c
    left join startup_context_versions v on v.context_id = c.id and v.version = c.version
    where c.name = ${name}`;
  return row;
}

async function mayDecide(tx: Sql, { author, trusted }: ContextChange): Promise<boolean> {
  if (trusted) return true;
  const [active] = await tx`
    select from startup_contexts c
    join startup_context_versions v on v.context_id = c.id and v.version = c.version
    where c.is_active and v.author = ${author ?? null}::text`;
  return active !== undefined;
}

/** True for a draft of one's own, and for what changes nothing. */
function isHarmless(
  { active, author }: ContextChange,
  content: string,
  current: Current | undefined,
): boolean {
  if (current && current.content === content && !current.pending)
    return active === undefined || active === current.is_active;
  return !active && (!current || (!current.is_active && current.author === (author ?? null)));
}

async function store(
  tx: Sql,
  { id, name, active, author }: ContextChange,
  content: string,
  current: Current | undefined,
  decides: boolean,
): Promise<StoredContext> {
  if (active) await tx`update startup_contexts set is_active = false where is_active and name <> ${name}`;
  const next = (current?.latest ?? 0) + 1;
  const [row] = await tx<Row[]>`
    insert into startup_contexts as c (id, name, content, is_active)
    values (${id}, ${name}, ${content}, ${active ?? false})
    on conflict (name) do update
    set content = excluded.content,
        is_active = coalesce(${active ?? null}::boolean, c.is_active),
        version = case when c.content = excluded.content then c.version else ${next}::int end
    returning id, name, is_active, version, created_at, updated_at`;
  if (!row) throw new Error('the startup context was not returned by its own insert');
  // Who repeats a text has not written it.
  const by = current?.content === content ? current.author : (author ?? null);
  await tx`
    insert into startup_context_versions (context_id, version, content, author)
    values (${row.id}, ${row.version}, ${content}, ${by}::text) on conflict do nothing`;
  if (decides) await approve(tx, row.id, row.version, author);
  return stored(row, row.version, false);
}

/** Nobody is noted where no keys are in use, or twice. */
const approve = (tx: Sql, id: string, version: number, by: string | undefined) => tx`
  update startup_context_versions
  set pending = false, approved_by = coalesce(approved_by, ${by ?? null}::text),
      approved_at = coalesce(approved_at, now())
  where context_id = ${id} and version = ${version} and (pending or author is not null) and approved_at is null`;

/** Keeps a text that waits for approval; the context is made, inactive, where there is none. */
async function propose(
  tx: Sql,
  change: ContextChange,
  content: string,
  current: Current | undefined,
): Promise<StoredContext> {
  const by = change.author ?? null;
  if (!current || (!current.is_active && current.author === by)) {
    const own = await store(tx, { ...change, active: undefined }, content, current, false);
    await tx`
      update startup_context_versions set pending = true, approved_by = null, approved_at = null
      where context_id = ${own.id} and version = ${own.version}`;
    return { ...own, pending: true };
  }
  await tx`
    delete from startup_context_versions
    where context_id = ${current.id} and pending and author is not distinct from ${by}::text
      and version <> ${current.version}`;
  const version = current.latest + 1;
  await tx`
    insert into startup_context_versions (context_id, version, content, author, pending)
    values (${current.id}, ${version}, ${content}, ${by}::text, true)`;
  return stored(current, version, true);
}

const stored = (row: Row, version: number, pending: boolean): StoredContext => ({
  id: row.id,
  name: row.name,
  isActive: row.is_active,
  version,
  createdAt: rfc3339(row.created_at),
  updatedAt: rfc3339(row.updated_at),
  pending,
});

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
