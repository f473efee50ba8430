import type { Sql } from '../postgres/connect.ts';
import { ownMigrations } from '../postgres/migrate.ts';

/** A table in a backup: its columns in order, without the generated ones. */
export type BackupTable = { name: string; columns: string[] };
export type Sequence = { name: string; last: string; called: boolean };

/** Tables that a backup leaves out, with the reason; all can be rebuilt from its contents. */
export const derived: readonly { tables: RegExp; because: string }[] = [
  {
    tables: /^search_(queue|segments|postings|deletions|targets|dead_letters)$/,
    because: 'the search index is rebuilt from the texts',
  },
  { tables: /^search_embedding_claims$/, because: 'it records what running processes work on' },
  { tables: /^limit_counts$/, because: 'it counts the requests of the current minute' },
];

export const isDerived = (name: string): boolean => derived.some(({ tables }) => tables.test(name));

/** Names of objects that migrations create: a database may hold objects that are not ours. */
export function madeByMigrations(): Record<'tables' | 'functions' | 'types', Set<string>> {
  const statements = ownMigrations().flatMap(({ sql }) => sql);
  const named = (pattern: RegExp) =>
    new Set(statements.flatMap((text) => [...text.matchAll(pattern)].map(([, name = '']) => name)));
  return {
    tables: named(
      /(?:create table (?:if not exists )?|\brename to )(?:"?public"?\.)?"?([a-z_0-9]+)"?(?! *(?:partition of))/gi,
    ),
    functions: named(/create (?:or replace )?function (?:"?public"?\.)?"?([a-z_0-9]+)"?/gi),
    types: named(/create (?:type|domain) (?:"?public"?\.)?"?([a-z_0-9]+)"?/gi),
  };
}

const parents: Readonly<Record<string, readonly string[]>> = {
  capture_sources: ['conversations'],
  conversation_keys: ['conversations'],
  event_jobs: ['artifact_revisions'],
  fiedler_results: ['conversations'],
  search_embedding_claims: ['search_models'],
  search_embeddings: ['search_models'],
};

type Found = BackupTable & { after: string[] };

/**
 * Dewey's tables in this database, whatever its version; a table comes after those its rows reference. A partitioned
 * table counts as one.
 *
 * @returns also the tables that are not Dewey's.
 */
export async function liveTables(sql: Sql): Promise<{ tables: BackupTable[]; foreign: string[] }> {
  const rows = await sql<Found[]>`
    select c.relname as name,
           array(select a.attname::text from pg_attribute a
                 where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
                 order by a.attnum) as columns,
           array(select distinct p.relname::text from pg_constraint k join pg_class p on p.oid = k.confrelid
                 where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as after
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    order by c.relname`;
  // Where a lake is spread over nodes, these have no foreign key.
  for (const { name, after } of rows) after.push(...(parents[name] ?? []));
  const ours = madeByMigrations().tables;
  const known = rows.filter(({ name }) => ours.has(name));
  return {
    tables: inOrder(known).map(({ name, columns }) => ({ name, columns })),
    foreign: rows.filter(({ name }) => !ours.has(name)).map(({ name }) => name),
  };
}

/** Parents first. */
function inOrder(tables: readonly Found[]): Found[] {
  const names = new Set(tables.map(({ name }) => name));
  const placed = new Set<string>();
  const order: Found[] = [];
  while (order.length < tables.length) {
    const next = tables.filter(
      ({ name, after }) =>
        !placed.has(name) && after.every((parent) => placed.has(parent) || !names.has(parent)),
    );
    if (next.length === 0) throw new Error('The foreign keys of the tables form a cycle.');
    for (const table of next) placed.add(table.name);
    order.push(...next);
  }
  return order;
}

/** The counters behind identity columns. */
export async function sequencesOf(sql: Sql, tables: readonly BackupTable[]): Promise<Sequence[]> {
  const found = await sql<{ name: string }[]>`
    select s.relname as name
    from pg_class s
    join pg_depend d on d.objid = s.oid and d.classid = 'pg_class'::regclass and d.deptype in ('a', 'i')
    join pg_class t on t.oid = d.refobjid
    where s.relkind = 'S' and t.relnamespace = 'public'::regnamespace
      and t.relname = any(${tables.map(({ name }) => name)}::text[])
    order by s.relname`;
  const sequences: Sequence[] = [];
  for (const { name } of found) {
    const [row] = await sql<{ last: string; called: boolean }[]>`
      select last_value::text as last, is_called as called from ${sql(name)}`;
    if (row) sequences.push({ name, ...row });
  }
  return sequences;
}

/** Quotes an identifier for SQL. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
export const quotedList = (names: readonly string[]): string => names.map(quoted).join(', ');
