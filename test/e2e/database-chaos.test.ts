import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { connect, type Database } from '../../src/db/postgres/connect.ts';
import { migrate } from '../../src/db/postgres/migrate.ts';
import { createLog } from '../../src/gateway/deps.ts';
import { type RunningServer, startServer } from '../../src/gateway/server.ts';
import { catalog } from '../../src/handlers/index.ts';
import { restClient } from '../support/clients.ts';
import { type Cut, cutTo } from '../support/cut.ts';
import { useDataDirs } from '../support/datadir.ts';
import { testConfig } from '../support/gateway.ts';
import { beginLoad, type Load } from '../support/load.ts';
import { canPause, type OwnServer, ownServer, standbyOf } from '../support/servers.ts';
import { eventually } from '../support/waiting.ts';

// A real server starts, stops and hangs here, which is slow on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const dataDir = useDataDirs();
let primary: OwnServer;
let standby: OwnServer;
let cut: Cut;
let db: Database;
let gateway: RunningServer;
/** The primary whose contents are compared. */
let lakeUrl: string;
let spool: string;

beforeAll(async () => {
  primary = await ownServer(await dataDir());
  await migrate(primary.url);
  standby = await standbyOf(primary, await dataDir());
  cut = await cutTo(primary.url);
  lakeUrl = primary.url;
  // The host of the cuttable connection, followed by the standby's: if one is gone, the other is tried.
  const [, credentials = '', place = '', path = ''] = /^(.*@)([^/]+)(\/.*)$/.exec(cut.url) ?? [];
  const several = `${credentials}${place},${new URL(standby.url).host}${path}`;
  // Long enough for a new connection on a machine that runs other tests: the time of a jumped clock must lose none.
  db = connect(several, { timeoutMs: 1500, statementMs: { read: 10_000, write: 10_000 } });
  const directory = join(await dataDir(), 'gateway');
  spool = join(directory, 'spool', 'decisions');
  const config = testConfig({
    DATABASE_URL: several,
    DEWEY_DATA_DIR: directory,
    DEWEY_DECISION_LIMITS: 'off',
  });
  gateway = await startServer(catalog, db, config, createLog('silent'));
});

afterAll(async () => {
  await gateway?.stop();
  await db?.close();
  await cut?.close();
});

/** Runs a load, disturbs the database, waits until writes are acknowledged again, and compares. */
async function under(name: string, disturb: (load: Load) => Promise<void>) {
  const load = await beginLoad([gateway.url], name);
  await eventually(() => load.acknowledged() > 50);
  await disturb(load);
  const then = load.acknowledged();
  await eventually(() => load.acknowledged() > then + 50).catch((error: Error) => {
    throw new Error(`${error.message}; ${load.state()}`);
  });
  await load.stop();
  const sql = connect(lakeUrl);
  try {
    // Spooled decisions are stored shortly after; the last query decides.
    await eventually(async () => (await storedDecisions(sql, name)) === load.decisions()).catch(
      () => undefined,
    );
    await load.compare(sql.sql);
  } finally {
    await sql.close();
  }
  for (const { body } of load.failures())
    expect(body.error).toMatchObject({ kind: 'unavailable', data: { retry_after: expect.any(Number) } });
  return load;
}

const storedDecisions = async (db: Database, name: string): Promise<number> =>
  (await db.sql`select from decisions where statement like ${`Decide ${name}%`}`).length;

const toldAway = (load: Load) => eventually(() => load.failures().length > 10);

describe('every acknowledged write is stored, once, after the database', () => {
  it('was restarted', () =>
    under('restart', async (load) => {
      await primary.stop();
      await toldAway(load);
      await primary.start();
    }));

  it('crashed and recovered', () =>
    under('crash', async (load) => {
      await primary.kill();
      await toldAway(load);
      await primary.start();
    }));

  it.runIf(canPause)('hung and resumed', () =>
    under('pause', async (load) => {
      await primary.pause();
      await toldAway(load);
      await primary.resume();
    }),
  );

  it('could not be reached: connections reset repeatedly, refused, swallowed', () =>
    under('network', async (load) => {
      for (let n = 0; n < 10; n += 1) {
        cut.reset();
        await delay(30);
      }
      await cut.refuse();
      await toldAway(load);
      await cut.pass();
      const before = load.failures().length;
      cut.blackHole();
      await eventually(() => load.failures().length > before + 10);
      await cut.pass();
    }));

  it('answered, but the answer was lost', async () => {
    const client = restClient(gateway.url);
    const message = { role: 'user', content: 'an answer that was lost', external_id: 'lost' };
    const { conversation_id } = await client.call('dewey_begin_conversation', {});
    const lost = cut.loseAnswerTo(message.content);
    const first = client.call('dewey_store_message', { conversation_id, ...message });
    await expect(first).rejects.toMatchObject({
      body: { error: { kind: 'unavailable', message: expect.stringContaining('may or may not') } },
    });
    await lost;
    const again = () => client.call('dewey_store_message', { conversation_id, ...message });
    expect(await eventually(() => again().catch(() => undefined))).toMatchObject({ turn_number: 1 });
    expect(await again()).toMatchObject({ turn_number: 1 });

    // The decision is spooled then, under the id it may have been stored with.
    const statement = 'Decide on an answer that was lost';
    const decisionLost = cut.loseAnswerTo('Decide on an answer');
    const { decision_id } = await client.call('membria_capture_decision', {
      statement,
      alternatives: ['Wait'],
      confidence: 0.7,
    });
    await decisionLost;
    await eventually(async () => (await readdir(spool)).every((name) => !name.endsWith('.json')));
    const direct = connect(primary.url, { max: 1 });
    expect(await direct.sql`select id from decisions where statement = ${statement}`).toEqual([
      { id: decision_id },
    ]);
    expect(await direct.sql`select from messages where conversation_id = ${conversation_id}`).toHaveLength(1);
    await direct.close();
  });

  it('was there all the time, and the clock jumped', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      const load = await under('clock', async (load) => {
        for (const days of [1, -2, 30, -400]) {
          vi.setSystemTime(Date.now() + days * 86_400_000);
          const then = load.acknowledged();
          await eventually(() => load.acknowledged() > then + 20);
        }
      });
      expect(load.failures()).toEqual([]);
    } finally {
      vi.useRealTimers();
    }
  });

  it('became slow', () =>
    under('slow', async (load) => {
      cut.delay(100);
      const then = load.acknowledged();
      await eventually(() => load.acknowledged() > then + 20);
      cut.delay(0);
    }));

  it('failed over to its standby', () =>
    under('failover', async (load) => {
      const before = connect(primary.url, { max: 1 });
      // A commit is acknowledged only once the standby has it, too.
      await before.sql`alter system set synchronous_standby_names = '*'`;
      await before.sql`select pg_reload_conf()`;
      await eventually(
        async () =>
          (await before.sql`select from pg_stat_replication where sync_state = 'sync'`).length === 1,
      );
      const then = load.acknowledged();
      await eventually(() => load.acknowledged() > then + 20);
      await before.close();
      await primary.kill();
      await toldAway(load);
      const after = connect(standby.url, { max: 1 });
      await after.sql`select pg_promote()`;
      await after.close();
      lakeUrl = standby.url;
    }));
});
