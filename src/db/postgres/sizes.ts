import type { Sql } from './pool.ts';
import { isSpread } from './spread.ts';

/** `rows` is PostgreSQL's estimate; `bytes` without indexes. */
export type TableSize = { name: string; rows: number; bytes: number; indexBytes: number };
export type Sizes = { database: number; tables: TableSize[] };

const ofTables = (part: string): string => `
  sum(greatest(pg_stat_get_live_tuples(${part}), 0))::float8 as rows, sum(pg_table_size(${part}))::float8 as bytes,
  sum(pg_indexes_size(${part}))::float8 as "indexBytes"`;

const asked = (tables: string): string => `
  select json_build_object('database', pg_database_size(current_database()),
    'tables', (select coalesce(json_agg(t), '[]') from (${tables}) t))::text as result`;

const ownTables = asked(`
  select relname as name, ${ofTables('relid')} from pg_stat_user_tables where schemaname = 'public' group by 1`);

/** On a node of Citus: a table that Citus knows has its rows in parts, and none under its own name. */
const parts = asked(`
  select logicalrelid::text as name, ${ofTables('part')}
  from (select logicalrelid, to_regclass(shard_name(logicalrelid, shardid)) as part from pg_dist_shard) s
  where part is not null group by 1`);

/**
 * How many bytes the database has and each of its tables, on all nodes together where the lake is spread.
 *
 * @throws when a node does not answer.
 */
export async function sizesOf(sql: Sql): Promise<Sizes> {
  const [here] = await sql.unsafe<{ result: string }[]>(ownTables);
  const own = read(here?.result);
  if (!(await isSpread(sql))) return own;
  const nodes = await sql<{ success: boolean; result: string; own: boolean }[]>`
    select a.success, a.result, n.groupid = 0 as own
    from run_command_on_all_nodes(${parts}::text) a join pg_dist_node n using (nodeid)`;
  const silent = nodes.find(({ success }) => !success);
  if (silent) throw new Error(`A node did not tell its sizes: ${silent.result}`);
  const found = new Map(own.tables.map((table) => [table.name, table]));
  let database = own.database;
  for (const node of nodes) {
    const { database: bytes, tables } = read(node.result);
    if (!node.own) database += bytes;
    for (const table of tables) found.set(table.name, sum(table, found.get(table.name)));
  }
  return { database, tables: [...found.values()] };
}

const read = (text = '{"database":0,"tables":[]}'): Sizes => JSON.parse(text); // as asked for above

const sum = (a: TableSize, b: TableSize | undefined): TableSize => ({
  name: a.name,
  rows: a.rows + (b?.rows ?? 0),
  bytes: a.bytes + (b?.bytes ?? 0),
  indexBytes: a.indexBytes + (b?.indexBytes ?? 0),
});
