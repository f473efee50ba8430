import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect, type Database } from '../../../src/db/postgres/connect.ts';
import { createLog } from '../../../src/gateway/deps.ts';
import { openAdminDatabase } from '../../../src/gateway/runtime/lake.ts';
import { startSearchThread } from '../../../src/gateway/search/index.ts';
import { type RunningServer, startServer } from '../../../src/gateway/server.ts';
import { catalog } from '../../../src/handlers/index.ts';
import { restClient } from '../../support/clients.ts';
import { testConfig } from '../../support/gateway.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();
const key = 'a-key-that-may-do-everything';
const log = createLog('silent');
let db: Database;
let adminDb: Database;
let search: ReturnType<typeof startSearchThread>;
let gateway: RunningServer;

beforeAll(async () => {
  const config = testConfig({
    DATABASE_URL: lake.url,
    DEWEY_API_KEYS: `owner:admin:${key}`,
    DEWEY_DB_STATEMENT_MS: 'read=300,write=500,search=300',
  });
  db = connect(lake.url, { statementMs: config.statementMs, max: 4 });
  adminDb = openAdminDatabase(lake.url, config);
  search = startSearchThread(
    { url: lake.url, ...config.search, statementMs: config.statementMs.search, logLevel: 'silent' },
    log,
  );
  gateway = await startServer(catalog, db, config, log, { search, adminDb });
});
afterAll(async () => {
  await gateway.stop();
  await search.stop();
  await adminDb.close();
  await db.close();
});

describe('a database in which another connection holds a lock', () => {
  it('delays each call at most by its statement timeout, stores nothing of it, and recovers', async () => {
    const client = restClient(gateway.url, key);
    const { conversation_id } = await client.call('dewey_begin_conversation', { session_id: 'locked' });
    const store = (content: string) =>
      client.call('dewey_store_message', { conversation_id, role: 'user', content });
    await store('before the lock');
    const read = () => client.call('dewey_get_conversation', { conversation_id });
    const find = () => client.call('dewey_search', { query: 'lock' });

    const held = await lake.db.sql.reserve();
    await held`begin`;
    await held`lock table messages, conversation_heads, search_segments, search_queue, retention_policies`;
    const administered = fetch(`${gateway.url}/admin/retention_list`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: '{}',
    });
    // More of them than there are connections.
    const calls = [0, 1, 2, 3, 4].flatMap((n) => [read(), find(), store(`during the lock ${n}`)]);
    for (const { status, reason } of await Promise.allSettled(calls).then((all) =>
      all.map((one) => ({ status: one.status, reason: one.status === 'rejected' ? one.reason.body : one })),
    )) {
      expect(status).toBe('rejected');
      expect(reason).toMatchObject({
        error: { kind: 'unavailable', data: { reason: 'timeout', retry_after: expect.any(Number) } },
      });
      expect(reason.error.message).toMatch(/took too long.*cancelled/);
    }
    await held`rollback`;
    held.release();

    // Administrative statements may wait longer, and did.
    expect((await administered).status).toBe(200);
    expect(await read()).toMatchObject({ messages: [{ content: 'before the lock' }] });
    expect(await find()).toMatchObject({ total: 1 });
    expect(await store('after the lock')).toMatchObject({
      turn_number: 2,
    });
  });
});
