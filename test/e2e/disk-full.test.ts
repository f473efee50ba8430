import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { connect, type Database } from '../../src/db/postgres/connect.ts';
import { serverUser } from '../../src/db/postgres/embedded/user.ts';
import { migrate } from '../../src/db/postgres/migrate.ts';
import { createLog } from '../../src/gateway/deps.ts';
import { type RunningServer, startServer } from '../../src/gateway/server.ts';
import { catalog } from '../../src/handlers/index.ts';
import { CallFailed, restClient } from '../support/clients.ts';
import { useDataDirs } from '../support/datadir.ts';
import { testConfig } from '../support/gateway.ts';
import { ownServer } from '../support/servers.ts';
import { smallDisk } from '../support/small-disk.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const disk = await smallDisk('4m');
const dataDir = useDataDirs();
let db: Database;
let gateway: RunningServer;

beforeAll(async () => {
  if (!disk) return;
  const server = await ownServer(await dataDir());
  await migrate(server.url);
  db = connect(server.url);
  const place = join(disk, 'messages');
  await mkdir(place, { mode: 0o700 });
  const user = await serverUser();
  if (user) await chown(place, user.uid, user.gid);
  await db.sql.unsafe(`create tablespace small location '${place}'`);
  await db.sql`alter table messages set tablespace small`;
  gateway = await startServer(catalog, db, testConfig({ DATABASE_URL: server.url }), createLog('silent'));
});

afterAll(async () => {
  await gateway?.stop();
  await db?.close();
  if (!disk) return;
  execFileSync('umount', ['--lazy', disk]);
  await rm(disk, { recursive: true });
});

describe('a database with a full disk (needs root and mount on Linux)', () => {
  it.runIf(disk)(
    'refuses stores with that reason, answers reads, and stores again once there is space',
    async () => {
      const client = restClient(gateway.url);
      const { conversation_id } = await client.call('dewey_begin_conversation', {});
      const store = () =>
        client.call('dewey_store_message', {
          conversation_id,
          role: 'user',
          content: randomBytes(100_000).toString('base64'),
        });
      let acknowledged = 0;
      let refusal: unknown;
      while (refusal === undefined && acknowledged < 200)
        await store().then(
          () => {
            acknowledged += 1;
          },
          (error) => {
            refusal = error;
          },
        );
      expect(refusal).toBeInstanceOf(CallFailed);
      expect(refusal).toMatchObject({
        body: {
          error: {
            kind: 'unavailable',
            message: "The database's disk is full. Nothing was stored.",
            data: { retry_after: expect.any(Number), suggestion: expect.stringContaining('Free disk space') },
          },
        },
      });
      expect(acknowledged).toBeGreaterThan(3);
      const { messages } = await client.call('dewey_get_conversation', { conversation_id, max_chars: 1000 });
      expect(messages).not.toHaveLength(0);

      execFileSync('mount', ['-o', 'remount,size=64m', disk ?? '']);
      await store();
      acknowledged += 1;
      const rows = await db.sql<{ turn: number }[]>`
      select turn_number as turn from messages where conversation_id = ${conversation_id} order by 1`;
      expect(rows.map(({ turn }) => turn)).toEqual(Array.from({ length: acknowledged }, (_, i) => i + 1));
    },
  );
});
