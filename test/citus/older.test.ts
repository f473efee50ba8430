import { describe, expect, it } from 'vitest';
import { finishJob } from '../../src/db/events/finish-job.ts';
import type { Pool } from '../../src/db/postgres/connect.ts';
import { migrate } from '../../src/db/postgres/migrate.ts';
import { claim } from '../support/jobs.ts';
import { entries, migrateTo } from '../support/older-schema.ts';
import { fillLake } from '../support/rows.ts';
import { addCitus, createPlainDatabase } from './databases.ts';
import { columnsOf, linesOf } from './lines.ts';
import { citusMissing, hasCitus } from './servers.ts';
import { fillDocuments, store, told } from './stored-documents.ts';
import { patience, useServers } from './use-servers.ts';

const found = await hasCitus();
const isAsked = process.env.DEWEY_TEST_ON === 'citus';
const missing = !found ? `: ${citusMissing}` : isAsked ? '' : ': take a minute, run `npm run test:citus`';

/** The last migration of versions that spread conversations and left documents on the coordinator. */
const beforeDocuments = entries.findIndex(({ tag }) => tag === '0046_spread_documents');
const ofConversations = [
  'conversations',
  'conversation_heads',
  'messages',
  'conversation_catalogue',
  'conversation_usage',
  'capture_keys',
  'capture_fragments',
  'capture_raw',
  'expired_messages',
  'search_queue',
];
const onCoordinator = [
  'capture_positions',
  'capture_sources',
  'conversation_keys',
  'search_deletions',
  'search_embedding_claims',
  'search_embeddings',
  'tombstones',
];

/** Spreads a lake as those versions did. */
async function spreadConversations(pool: Pool): Promise<void> {
  await pool.begin(async (sql) => {
    const triggers = await sql<{ trigger: string; table: string }[]>`
      select tgname as trigger, tgrelid::regclass::text as table from pg_trigger
      where not tgisinternal and tgrelid = any(${ofConversations}::text[]::regclass[])`;
    for (const { trigger, table } of triggers) await sql.unsafe(`drop trigger "${trigger}" on "${table}"`);
    const keys = await sql<{ name: string; table: string; definition: string }[]>`
      select conname as name, conrelid::regclass::text as table, pg_get_constraintdef(oid) as definition
      from pg_constraint
      where contype = 'f' and (conrelid = any(${[...ofConversations, ...onCoordinator]}::text[]::regclass[])
        or confrelid = any(${ofConversations}::text[]::regclass[]))`;
    for (const { name, table } of keys) await sql.unsafe(`alter table "${table}" drop constraint "${name}"`);
    await sql`set local citus.multi_shard_modify_mode to 'sequential'`;
    for (const table of ofConversations)
      await sql`
        select create_distributed_table(${table}::text::regclass, ${table === 'conversations' ? 'id' : 'conversation_id'},
          colocate_with => ${table === 'conversations' ? 'none' : 'conversations'})`;
    for (const { name, table, definition } of keys.filter((key) => ofConversations.includes(key.table)))
      await sql.unsafe(`alter table "${table}" add constraint "${name}" ${definition}`);
    for (const table of onCoordinator)
      await sql`select citus_add_local_table_to_metadata(${table}::text::regclass)`;
    await sql`select create_reference_table('retention_policies'::regclass)`;
  });
}

describe.skipIf(missing !== '')(`a lake of an older version on Citus${missing}`, () => {
  const { servers, named, open } = useServers('older_');

  it(
    'whose conversations are spread gets its documents spread when it is migrated, row by row',
    async () => {
      const url = await createPlainDatabase(servers().nodes, named('conversations'));
      await migrateTo(beforeDocuments, url);
      const older = open(url);
      await fillLake(older);
      await fillDocuments(older, 200);
      await addCitus(servers().nodes, named('conversations'));
      await spreadConversations(older.sql);
      const columns = await columnsOf(older.sql);
      const { decisions: _, ...before } = await linesOf(older.sql, columns);
      const decisions = await older.sql`select id, statement, alternatives from decisions`;
      await older.close();

      const report = await migrate(url);
      expect(report.version).toBe(entries.length);
      expect(report.spread).toContain('event_evidence');
      expect(report.spread).not.toContain('messages');
      const after = open(url);
      // What later migrations add is empty. Decisions were renumbered, as they are indexed anew.
      const { decisions: renumbered, ...lines } = await linesOf(after.sql, columns);
      expect(lines).toEqual(before);
      expect(renumbered).toHaveLength(decisions.length + 1);
      expect(await after.sql`select id, statement, alternatives from decisions`).toEqual(decisions);
      expect(await store(after, 'first', 'A third text')).toMatchObject({ status: 'revision' });
      const [job] = await claim(after.sql, 'me');
      expect(job && (await finishJob(after.sql, job, 'test', [told('Ash is chosen')]))).toBe(true);
    },
    patience,
  );
});
