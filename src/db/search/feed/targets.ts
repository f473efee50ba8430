import type { Pool, Sql } from '../../postgres/connect.ts';

/** An index of the search cluster that is kept up to date. */
export type Target = {
  name: string;
  shelf: number;
  alias: string;
  live: boolean;
  version: number;
  /** Documents stored before it was made are in it up to this number. */
  filled: number;
  createdAt: string;
};

/** Advisory lock, combined with the collection id, for feeding a collection; the lock that a flush takes, too. */
export const feedLock = 1_146_377_049;

/** The indexes of a collection, or of all. */
export async function targetsOf(sql: Sql, shelf?: number): Promise<Target[]> {
  return await sql<Target[]>`
    select name, shelf, alias, live, version, filled, created_at from search_targets
    ${shelf === undefined ? sql`` : sql`where shelf = ${shelf}`} order by shelf, created_at, name`;
}

/**
 * Makes an index a target: from now on it gets everything that is stored or deleted. What was stored before has to be
 * filled in. Waits for a feed in progress, which does not know of it.
 *
 * @returns false when the collection has a target of that kind already, which another process made.
 */
export function addTarget(
  sql: Pool,
  target: Pick<Target, 'name' | 'shelf' | 'alias' | 'version'>,
): Promise<boolean> {
  return sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(${feedLock}, ${target.shelf})`;
    const others = await targetsOf(tx, target.shelf);
    if (others.some((other) => !other.live)) return false;
    await tx`
      insert into search_targets (name, shelf, alias, version)
      values (${target.name}, ${target.shelf}, ${target.alias}, ${target.version})`;
    return true;
  });
}

/** Makes a filled target the one that is searched; the others are targets no longer. Returns their names. */
export function makeLive(sql: Pool, { name, shelf }: Pick<Target, 'name' | 'shelf'>): Promise<string[]> {
  return sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(${feedLock}, ${shelf})`;
    const gone = await tx<{ name: string }[]>`
      delete from search_targets where shelf = ${shelf} and name <> ${name} returning name`;
    await tx`update search_targets set live = true where name = ${name}`;
    // What was refused since then is refused by this one, too.
    await tx`
      delete from search_dead_letters where shelf = ${shelf}
        and refused_at < (select created_at from search_targets where name = ${name})`;
    return gone.map((row) => row.name);
  });
}

export async function dropTarget(sql: Sql, name: string): Promise<void> {
  await sql`delete from search_targets where name = ${name}`;
}

/** The documents of a collection that were ever deleted. */
export async function deletedDocuments(sql: Sql, shelf: number): Promise<number[]> {
  const [row] = await sql<{ docs: number[] | null }[]>`
    select array_agg(d) as docs from search_deletions, unnest(doc_nos) d where shelf = ${shelf}`;
  return row?.docs ?? [];
}

/** How many deleted documents the cluster may still have; 0 where none is fed. */
export async function unfedDeletions(sql: Sql): Promise<number> {
  const [row] = await sql<{ n: number }[]>`
    select coalesce(sum(cardinality(doc_nos)), 0)::float8 as n from search_deletions d
    where not fed and exists (select 1 from search_targets t where t.shelf = d.shelf)`;
  return row?.n ?? 0;
}
