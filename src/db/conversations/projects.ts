import type { Sql } from '../postgres/connect.ts';

/** Of a path, what comes before its last part, for PostgreSQL. */
const folders = '^.*[/\\\\](?=[^/\\\\])';

/**
 * The names by which the rows of a table may mean a project: its own and, of a path and the last part of a path, the other.
 * What captures sessions names a folder, where an agent often gives its base name.
 *
 * @param table one with a column `project`.
 */
export async function namesOfProject(sql: Sql, table: string, name: string): Promise<string[]> {
  const last = /[^\\/]*$/.exec(name)?.[0] ?? name;
  const rows = await sql<{ project: string }[]>`
    select project from (select distinct project from ${sql(table)} where project <> ${name}) p
    where project = ${last} or regexp_replace(project, ${folders}, '') = ${name}`;
  return [name, ...rows.map(({ project }) => project)];
}

/** Enough to show that a name is ambiguous. */
const mostNamed = 20;

/**
 * The projects that a name stands for: the one of this very name, or those whose path ends with it, the one changed last
 * first.
 */
export async function projectsCalled(sql: Sql, name: string): Promise<string[]> {
  const [exact] = await sql`
    select 1 from conversations where project = ${name} and deleted_at is null limit 1`;
  if (exact) return [name];
  const rows = await sql<{ project: string }[]>`
    select c.project from conversations c join conversation_heads h on h.conversation_id = c.id
    where regexp_replace(c.project, ${folders}, '') = ${name} and c.project <> ${name} and c.deleted_at is null
    group by 1 order by max(h.updated_at) desc, 1 limit ${mostNamed}`;
  return rows.map(({ project }) => project);
}

/** The project of this name, and those whose path ends alike in any case: what was meant by a name without conversations. */
export async function projectsLike(sql: Sql, name: string): Promise<string[]> {
  const last = /[^\\/]*(?=[\\/]?$)/.exec(name)?.[0] ?? name;
  const rows = await sql<{ project: string }[]>`
    select project from conversations
    where deleted_at is null
      and (project = ${name} or lower(regexp_replace(project, ${folders}, '')) = lower(${last}))
    group by 1 order by project <> ${name}, 1 limit 5`;
  return rows.map(({ project }) => project);
}
