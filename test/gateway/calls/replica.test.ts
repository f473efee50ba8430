import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { connect, type Database } from '../../../src/db/postgres/connect.ts';
import { migrate } from '../../../src/db/postgres/migrate.ts';
import { openReplica } from '../../../src/gateway/calls/replica.ts';
import { createLog } from '../../../src/gateway/deps.ts';
import { type RunningServer, startServer } from '../../../src/gateway/server.ts';
import { catalog } from '../../../src/handlers/index.ts';
import { mcpClient, type ToolClient } from '../../support/clients.ts';
import { useDataDirs } from '../../support/datadir.ts';
import { testConfig } from '../../support/gateway.ts';
import { type OwnServer, ownServer, standbyOf } from '../../support/servers.ts';
import { eventually } from '../../support/waiting.ts';

// Two real servers, one of which follows the other.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const dataDir = useDataDirs();
let primary: OwnServer;
let standby: OwnServer;
let db: Database;
let behind: Database;
let replica: ReturnType<typeof openReplica>;
let gateway: RunningServer;
let ada: ToolClient;
let grace: ToolClient;

beforeAll(async () => {
  primary = await ownServer(await dataDir());
  await migrate(primary.url);
  standby = await standbyOf(primary, await dataDir());
  db = connect(primary.url);
  behind = connect(standby.url, { max: 1 });
  const config = testConfig({ DATABASE_URL: primary.url, DATABASE_REPLICA_URL: standby.url });
  const log = createLog('silent');
  replica = openReplica(standby.url, config, log);
  gateway = await startServer(catalog, db, config, log, { replica });
  ada = await mcpClient('ws', gateway.url);
  grace = await mcpClient('ws', gateway.url);
});

afterAll(async () => {
  await ada?.close();
  await grace?.close();
  await gateway?.stop();
  await replica?.close();
  await behind?.close();
  await db?.close();
});

const contents = async (client: ToolClient, conversation_id: string): Promise<string[]> =>
  (await client.call('dewey_get_conversation', { conversation_id })).messages.map(
    (message: { content: string }) => message.content,
  );

describe('reads with a replica', () => {
  it('come from the replica once it is up to date; a client sees its own writes at once', async () => {
    const { conversation_id } = await ada.call('dewey_begin_conversation', {});
    await ada.call('dewey_store_message', {
      conversation_id,
      role: 'user',
      content: 'The archive opens at nine.',
    });
    expect(await contents(ada, conversation_id)).toEqual(['The archive opens at nine.']);
    await eventually(
      async () =>
        (await behind.sql`select from messages where conversation_id = ${conversation_id}`).length > 0,
    );
    // Reads go to the primary until the replica was first found up to date: wait for one that reached it.
    await eventually(async () => {
      expect(await contents(grace, conversation_id)).toHaveLength(1);
      const read = await behind.sql`select from pg_stat_activity
        where pid <> pg_backend_pid() and query ilike '%messages%'`;
      return read.length > 0;
    });

    // From here on the replica is paused: what others read shows where they read.
    await behind.sql`select pg_wal_replay_pause()`;
    await eventually(async () => {
      const [row] = await behind.sql<{ state: string }[]>`select pg_get_wal_replay_pause_state() as state`;
      return row?.state === 'paused';
    });
    await ada.call('dewey_store_message', { conversation_id, role: 'user', content: 'It closes at five.' });
    expect(await contents(ada, conversation_id)).toHaveLength(2);
    expect(await contents(grace, conversation_id)).toHaveLength(1);
    // A replica that stays behind is not used.
    await eventually(async () => (await contents(grace, conversation_id)).length === 2);
    await behind.sql`select pg_wal_replay_resume()`;
  });

  it('search there, too', async () => {
    const there = () => behind.sql`select from pg_stat_activity where application_name = 'dewey search'`;
    const found = await eventually(async () => {
      const { results } = await grace.call('dewey_search', { query: 'When does the archive open?' });
      return (await there()).length > 0 && results.length > 0 && results;
    });
    expect(found[0]).toMatchObject({ content: 'The archive opens at nine.' });
  });

  it('continue at the primary while the replica is down', async () => {
    const { conversation_id } = await ada.call('dewey_begin_conversation', {});
    await ada.call('dewey_store_message', { conversation_id, role: 'user', content: 'still here' });
    await standby.stop();
    for (let n = 0; n < 20; n += 1) expect(await contents(grace, conversation_id)).toEqual(['still here']);
    await standby.start();
  });
});
