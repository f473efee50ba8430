import { delegated } from './delegated.ts';
import type { Sql } from './pool.ts';

/**
 * Where each table is when Citus spreads the lake over several nodes. What a conversation consists of lies together on one
 * node, found by the conversation's id, so that storing, capture and retention of a conversation stay on that node; in the
 * same way, what a document consists of. A table lies with the one named as `with`.
 * All other tables stay on the coordinator as they are; those that change in one transaction with conversations are
 * made known to Citus, which then commits on both nodes or on neither.
 */
const spread: readonly { table: string; column: string; with: string }[] = [
  { table: 'conversations', column: 'id', with: 'none' },
  ...[
    'conversation_heads',
    'messages',
    'packed_texts',
    'conversation_catalogue',
    'conversation_usage',
    'capture_keys',
    'capture_fragments',
    'capture_raw',
    'expired_messages',
    'search_queue',
  ].map((table) => ({ table, column: 'conversation_id', with: 'conversations' })),
  { table: 'artifacts', column: 'artifact_uid', with: 'none' },
  ...['artifact_revisions', 'artifact_chunks', 'event_corrections', 'semantic_events', 'event_evidence'].map(
    (table) => ({ table, column: 'artifact_uid', with: 'artifacts' }),
  ),
];
type SpreadTable = (typeof spread)[number];

/** The column that says on which node the rows of a table are, of one that can be spread. */
export const holderColumn = (table: string): string | undefined =>
  spread.find((one) => one.table === table)?.column;
/** `event_jobs`: one queue for the documents of all nodes, of which a worker takes the job that is due first. */
const known: readonly string[] = [
  'capture_positions',
  'capture_sources',
  'conversation_keys',
  'event_jobs',
  'search_deletions',
  'search_embedding_claims',
  'search_embeddings',
  'tombstones',
];
/** Few rows that rarely change and are joined with conversations: a copy on every node. */
const copied: readonly string[] = ['retention_policies'];
/** Functions that statements about conversations call. */
const functions: readonly string[] = ['opening_place(text, integer, jsonb)'];

export type Spreading = { tables: string[]; nodes: number };

/**
 * Spreads the tables over the nodes that Citus knows, with their rows: all of them, or none. Tables that are spread
 * already stay as they are. These are the only differences from the schema of a single PostgreSQL: `conversations` loses
 * the published trigger that sets `updated_at`, as spread tables can have none, and tables on the coordinator lose foreign
 * keys to conversations and to models of embeddings. The statements of Dewey set the time and delete such rows themselves.
 *
 * @throws when the extension or a node to hold rows is missing, or naming what could not be spread.
 */
export async function distribute(tx: Sql): Promise<Spreading> {
  const [extension] = await tx`select from pg_extension where extname = 'citus'`;
  if (!extension)
    throw new Error(
      'The database has no Citus: run "create extension citus" in it, on every node, and add the nodes.',
    );
  const [nodes] = await tx<{ holders: number; coordinator: boolean }[]>`
    select count(*) filter (where shouldhaveshards)::int as holders, coalesce(bool_or(groupid = 0), false) as coordinator
    from pg_dist_node where isactive and noderole = 'primary'`;
  if (!nodes?.coordinator || nodes.holders === 0)
    throw new Error(
      "Citus knows no node that can hold rows: run citus_set_coordinator_host and citus_add_node, as Citus' documentation describes.",
    );
  const done = new Set((await tables(tx)).map(({ name }) => name));
  const open = spread.filter(({ table }) => !done.has(table));
  await tx`set local citus.multi_shard_modify_mode to 'sequential'`;
  if (open.length > 0) await spreadTables(tx, open);
  for (const name of known.filter((one) => !done.has(one)))
    await tx`select citus_add_local_table_to_metadata(${name}::text::regclass)`;
  for (const name of copied.filter((one) => !done.has(one)))
    await tx`select create_reference_table(${name}::text::regclass)`;
  for (const name of functions) await tx`select create_distributed_function(${name}::text::regprocedure)`;
  for (const { signature, definition } of delegated) {
    await tx.unsafe(definition);
    await tx`
      select create_distributed_function(${signature}::text::regprocedure, '$1', colocate_with => 'conversations',
        force_delegation => true)`;
  }
  return { tables: open.map(({ table }) => table), nodes: nodes.holders };
}

const tables = (tx: Sql) => tx<{ name: string }[]>`
  select logicalrelid::text as name from pg_dist_partition`;

async function spreadTables(tx: Sql, open: readonly SpreadTable[]): Promise<void> {
  const names = open.map(({ table }) => table);
  const triggers = await tx<{ trigger: string; table: string }[]>`
    select tgname as trigger, tgrelid::regclass::text as table from pg_trigger
    where not tgisinternal and tgrelid = any(${names}::text[]::regclass[])`;
  for (const { trigger, table } of triggers) await tx.unsafe(`drop trigger "${trigger}" on "${table}"`);
  // A table is spread while no other refers to it; the foreign keys come back when both are.
  const keys = await tx<{ name: string; table: string; definition: string }[]>`
    select conname as name, conrelid::regclass::text as table, pg_get_constraintdef(oid) as definition
    from pg_constraint
    where contype = 'f' and (conrelid = any(${[...names, ...known]}::text[]::regclass[])
      or confrelid = any(${names}::text[]::regclass[]))`;
  for (const { name, table } of keys) await tx.unsafe(`alter table "${table}" drop constraint "${name}"`);
  for (const { table, column, with: other } of open)
    await tx`select create_distributed_table(${table}::text::regclass, ${column}, colocate_with => ${other})`;
  for (const { name, table, definition } of keys.filter((key) => names.includes(key.table)))
    await tx.unsafe(`alter table "${table}" add constraint "${name}" ${definition}`);
}

/**
 * Frees the space of the rows that {@link distribute} moved to other nodes: until then they remain, invisible, in the files
 * of the coordinator. In its own transaction, after the one that moved them.
 */
export async function freeMoved(sql: Sql, moved: readonly string[]): Promise<void> {
  // Children first: a table is emptied together with those that refer to it.
  for (const name of moved.toReversed())
    await sql`select truncate_local_data_after_distributing_table(${name}::text::regclass)`;
}

/** Whether a database with Citus holds a lake that is spread already, or one without conversations. */
export async function isReadyToSpread(sql: Sql): Promise<boolean> {
  const [catalog] = await sql<{ present: boolean }[]>`
    select to_regclass('pg_catalog.pg_dist_node') is not null as present`;
  if (!catalog?.present) return false;
  const [found] = await sql<{ nodes: boolean; spread: boolean }[]>`
    select exists (select 1 from pg_dist_node where isactive and shouldhaveshards) as nodes,
           exists (select 1 from pg_dist_partition where logicalrelid = 'conversations'::regclass) as spread`;
  if (!found?.nodes || found.spread) return found?.nodes ?? false;
  return (await sql`select 1 from conversations limit 1`).length === 0;
}
