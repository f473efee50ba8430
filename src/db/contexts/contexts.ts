import type { Pool, Sql } from '../postgres/connect.ts';
import { rfc3339 } from '../schema/rfc3339.ts';

export type StoredContext = {
  id: string;
  name: string;
  /** The project whose sessions receive it; null: every session. */
  project: string | null;
  isActive: boolean;
  version: number;
  createdAt: string;
  updatedAt: string;
  /** The version waits for approval; sessions still receive the previous text. */
  pending: boolean;
  /** The name of the context that was active in its place until now. */
  replaced?: string;
};

export type ContextChange = {
  id: string;
  name: string;
  /** A new text, the number of the version whose text to use, or the present text. */
  text: { content: string } | { version: number } | 'present';
  /** The project it is for from now on, null for every session; undefined leaves that unchanged. */
  project?: string | null | undefined;
  /** True activates it, false deactivates it, undefined leaves it unchanged. */
  active: boolean | undefined;
  /** The caller's key as an owner, since a name may later belong to another key; undefined where no keys are in use. */
  author: string | undefined;
  /** Whether the caller may change what sessions receive, regardless of the author of the active text. */
  trusted: boolean;
};

type Row = Omit<StoredContext, 'pending' | 'replaced'>;

type Current = Row & { content: string; author: string | null; pending: boolean; latest: number };

/**
 * Creates or changes a startup context and keeps its text as a version; an unchanged text adds none. A context that
 * reuses a deleted name starts over: the deleted texts stay unreadable.
 *
 * Only trusted callers and the author of the active text can change what sessions receive. Such changes by others, and
 * changes to another author's text, become a version that waits for approval: the latest one per author and context.
 *
 * One context is active for each project, and one for all. Switching is atomic and serialized: two concurrent switches leave
 * one active.
 *
 * @returns `no_version` when no such version exists, `not_trusted` when this author may not choose one.
 */
export function setStartupContext(
  sql: Pool,
  change: ContextChange,
): Promise<StoredContext | 'no_version' | 'not_trusted'> {
  return sql.begin(async (tx) => {
    await lockContexts(tx);
    await tx`delete from startup_contexts where name = ${change.name} and deleted_at is not null`;
    const current = await currentOf(tx, change.name);
    const layer = layerOf(change, current);
    const decides =
      (await mayDecide(tx, change, layer)) &&
      // Moving an active context takes it away from its present sessions.
      (!current?.isActive || current.project === layer || (await mayDecide(tx, change, current.project)));
    if (change.text === 'present') {
      if (!current || current.pending) return 'no_version';
      if (!decides) return 'not_trusted';
      return store(tx, change, current.content, current, true);
    }
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
    select c.id, c.name, c.project, c.is_active or c.active_in_project as is_active, c.version, c.created_at, c.updated_at, c.content, v.author,
      coalesce(v.pending, false) as pending,
      greatest(c.version, (select max(version) from startup_context_versions where context_id = c.id)) as latest
    from startup_contexts c
    left join startup_context_versions v on v.context_id = c.id and v.version = c.version
    where c.name = ${name}`;
  return row;
}

/** The layer a context is in after a change: a project, or null for every session. */
const layerOf = ({ project }: ContextChange, current: Current | undefined): string | null =>
  project === undefined ? (current?.project ?? null) : project;

async function mayDecide(
  tx: Sql,
  { author, trusted }: ContextChange,
  layer: string | null,
): Promise<boolean> {
  if (trusted) return true;
  const [active] = await tx`
    select from startup_contexts c
    join startup_context_versions v on v.context_id = c.id and v.version = c.version
    where (c.is_active or c.active_in_project) and c.project is not distinct from ${layer}::text and v.author = ${author ?? null}::text`;
  return active !== undefined;
}

/** True for the author's own draft, and for a change without effect. */
function isHarmless(
  { active, author, project }: ContextChange,
  content: string,
  current: Current | undefined,
): boolean {
  if (current?.isActive && project !== undefined && project !== current.project) return false;
  if (current && current.content === content && !current.pending)
    return active === undefined || active === current.isActive;
  return !active && (!current || (!current.isActive && current.author === (author ?? null)));
}

async function store(
  tx: Sql,
  change: ContextChange,
  content: string,
  current: Current | undefined,
  decides: boolean,
): Promise<StoredContext> {
  const { id, name, active, author } = change;
  const layer = layerOf(change, current);
  const on = active ?? current?.isActive ?? false;
  const [replaced] = on
    ? await tx<{ name: string }[]>`
        update startup_contexts set is_active = false, active_in_project = false
        where (is_active or active_in_project) and name <> ${name} and project is not distinct from ${layer}::text
        returning name`
    : [];
  const next = (current?.latest ?? 0) + 1;
  const [row] = await tx<Row[]>`
    insert into startup_contexts as c (id, name, content, is_active, active_in_project, project)
    values (${id}, ${name}, ${content}, ${on && layer === null}, ${on && layer !== null}, ${layer}::text)
    on conflict (name) do update
    set content = excluded.content, project = excluded.project,
        is_active = excluded.is_active, active_in_project = excluded.active_in_project,
        version = case when c.content = excluded.content then c.version else ${next}::int end
    returning id, name, project, is_active or active_in_project as is_active, version, created_at, updated_at`;
  if (!row) throw new Error('the startup context was not returned by its own insert');
  // Repeating a text does not make one its author.
  const by = current?.content === content ? current.author : (author ?? null);
  await tx`
    insert into startup_context_versions (context_id, version, content, author)
    values (${row.id}, ${row.version}, ${content}, ${by}::text) on conflict do nothing`;
  if (decides) await approve(tx, row.id, row.version, author);
  return { ...stored(row, row.version, false), ...(replaced ? { replaced: replaced.name } : {}) };
}

/** Records an approval, once for each key; no effect where no keys are in use. */
const approve = (tx: Sql, id: string, version: number, by: string | undefined) => tx`
  update startup_context_versions
  set pending = false, approved_by = coalesce(approved_by, ${by ?? null}::text),
      approved_at = coalesce(approved_at, now())
  where context_id = ${id} and version = ${version} and (pending or author is not null) and approved_at is null`;

/** Stores a text that waits for approval; creates an inactive context if there is none. */
async function propose(
  tx: Sql,
  change: ContextChange,
  content: string,
  current: Current | undefined,
): Promise<StoredContext> {
  const by = change.author ?? null;
  if (!current || (!current.isActive && current.author === by)) {
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
  project: row.project,
  isActive: row.isActive,
  version,
  createdAt: rfc3339(row.createdAt),
  updatedAt: rfc3339(row.updatedAt),
  pending,
});

/** There are few contexts and fewer writers: a single lock enforces "at most one active" simply. */
export const lockContexts = (tx: Sql) =>
  tx`select pg_advisory_xact_lock(hashtextextended('startup_contexts', 0))`;
