import type { Pool } from '../../db/postgres/connect.ts';
import { pendingMigrations } from '../../db/postgres/migrate.ts';
import { sizesOf } from '../../db/postgres/sizes.ts';
import type { Config } from '../config/env.ts';
import { type Lake, openLake } from '../runtime/lake.ts';
import { type Finding, failed, fine, warning } from './finding.ts';
import { whyNot } from './remedy.ts';
import { checkRetention } from './retention.ts';
import { checkSearchCluster } from './search-cluster.ts';

/** Texts waiting to be indexed: more than this means that no gateway is indexing, or that a large import just ended. */
const manyWaiting = 100_000;
/** Checks the database: version, durability, migrations, connections, indexes. */
export async function checkDatabase(config: Config, now: Date): Promise<Finding[]> {
  if (config.url !== undefined && config.databaseUrl === undefined)
    return [fine('database', `behind ${config.url}; run "dewey doctor" there as well`)];
  let lake: Lake | undefined;
  try {
    lake = await openLake(config);
    const { sql } = lake.db;
    return await checkLake(sql, lake.location, config, now);
  } catch (error) {
    return [failed('database', whyNot(error))];
  } finally {
    await lake?.close();
  }
}

/** The same over connections that are already open. */
export async function checkLake(sql: Pool, label: string, config: Config, now: Date): Promise<Finding[]> {
  const found: Finding[] = [];
  try {
    found.push(...(await checkServer(sql, label)));
    const pending = await pendingMigrations(sql);
    if (pending > 0)
      return [
        ...found,
        failed(
          'migrations',
          `${pending} pending; run "dewey migrate", or start "dewey serve", which applies them`,
        ),
      ];
    found.push(fine('migrations', 'all applied'));
    found.push(await checkIndexes(sql), await checkSearch(sql), await checkKeys(sql, config));
    found.push(...(await checkSearchCluster(sql, config)));
    found.push(await checkRetention(sql, now));
    return found;
  } catch (error) {
    return [...found, failed('database', whyNot(error))];
  }
}

async function checkServer(sql: Pool, label: string): Promise<Finding[]> {
  const [row] = await sql<
    {
      version: number;
      fsync: string;
      commit: string;
      used: number;
      most: number;
      extensions: string;
    }[]
  >`
    select current_setting('server_version_num')::int as version, current_setting('fsync') as fsync,
           current_setting('synchronous_commit') as commit,
           (select count(*)::int from pg_stat_activity) as used, current_setting('max_connections')::int as most,
           (select string_agg(extname, ', ' order by extname) from pg_extension) as extensions`;
  if (!row) throw new Error('the database returned no row');
  const { database } = await sizesOf(sql);
  const major = Math.floor(row.version / 10_000);
  const about = `${label}, version ${major}`;
  const durable = row.fsync === 'on' && row.commit !== 'off';
  const crowded = row.used > row.most * 0.8;
  return [
    major >= 15 ? fine('database', about) : failed('database', `${about}; Dewey needs 15 or newer`),
    durable
      ? fine('durability', 'acknowledged data survives a crash')
      : failed(
          'durability',
          `fsync is ${row.fsync}, synchronous_commit is ${row.commit}: acknowledged messages can be lost; set both to on`,
        ),
    (crowded ? warning : fine)(
      'connections',
      `${row.used} of ${row.most} in use${crowded ? '; raise max_connections, or close unused connections' : ''}`,
    ),
    fine('extensions', `${row.extensions}; none are required`),
    fine('size', `${(database / 1e6).toFixed(0)} MB; see "dewey stats" for details`),
  ];
}

async function checkIndexes(sql: Pool): Promise<Finding> {
  const rows = await sql<{ name: string }[]>`
    select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relnamespace = 'public'::regnamespace and not (i.indisvalid and i.indisready) order by 1`;
  const names = rows.map(({ name }) => name);
  return names.length === 0
    ? fine('indexes', 'all valid')
    : failed(
        'indexes',
        `invalid: ${names.join(', ')}; run ${names.map((name) => `REINDEX INDEX ${name};`).join(' ')}`,
      );
}

/** Whether stored texts reach the search index. */
async function checkSearch(sql: Pool): Promise<Finding> {
  const [row] = await sql<{ waiting: number; segments: number; orphans: number }[]>`
    select (select coalesce(sum(cardinality(doc_nos)), 0)::float8 from search_queue) as waiting,
           (select count(*)::int from search_segments) as segments,
           (select count(*)::int from search_segments s
            where s.n_docs > 0 and not exists (
              select from search_postings p where p.shelf = s.shelf and p.seg = s.seg)) as orphans`;
  const { waiting = 0, segments = 0, orphans = 0 } = row ?? {};
  const about = `${waiting.toLocaleString('en')} texts waiting, ${segments} segments`;
  if (orphans > 0)
    return failed(
      'search index',
      `${about}; ${orphans} segments have lost their postings: back up and restore to rebuild the index`,
    );
  return waiting > manyWaiting
    ? warning('search index', `${about}; "dewey serve" indexes some thousands per second while it runs`)
    : fine('search index', about);
}

async function checkKeys(sql: Pool, config: Config): Promise<Finding> {
  const [row] = await sql<{ active: number; ending: number }[]>`
    select count(*)::int as active,
           count(*) filter (where expires_at < now() + interval '7 days')::int as ending
    from api_keys where revoked_at is null and (expires_at is null or expires_at > now())`;
  const { active = 0, ending = 0 } = row ?? {};
  const all = active + config.apiKeys.length;
  if (all === 0) return fine('keys', 'none: any client that can reach the server has full access');
  const about = `${active} in the database, ${config.apiKeys.length} in DEWEY_API_KEYS`;
  return ending > 0
    ? warning(
        'keys',
        `${about}; ${ending} expire within a week: run "dewey keys rotate <name>" or add new ones`,
      )
    : fine('keys', about);
}
