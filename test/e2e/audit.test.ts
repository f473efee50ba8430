import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { restClient } from '../support/clients.ts';
import { useDataDirs } from '../support/datadir.ts';
import { useDatabase } from '../support/lake.ts';
import { dewey, serve } from '../support/process.ts';

vi.setConfig({ testTimeout: 120_000 });
const database = useDatabase();
const dataDir = useDataDirs();
let sql: postgres.Sql;
beforeAll(() => {
  sql = postgres(database.url, { max: 1, onnotice: () => undefined });
});
afterAll(() => sql.end());

describe('the audit log of a killed server', () => {
  it('has a row for every acknowledged change', async () => {
    const env = {
      DATABASE_URL: database.url,
      DEWEY_DATA_DIR: await dataDir(),
      DEWEY_LOG_LEVEL: 'warn',
      DEWEY_API_KEYS: 'grace:read:a-key-that-only-reads,ada:admin:a-key-that-does-everything',
    };
    const server = await serve(env);
    const client = restClient(server.url, 'a-key-that-does-everything');
    const { conversation_id } = await client.call('dewey_begin_conversation', {});
    let answered = 0;
    let killed = false;
    const writers = Array.from({ length: 8 }, async () => {
      for (;;) {
        try {
          await client.call('dewey_store_message', { conversation_id, role: 'user', content: 'kept' });
        } catch (error) {
          if (killed) return;
          throw error;
        }
        answered += 1;
        if (answered === 60) killed = server.child.kill('SIGKILL');
      }
    });
    await fetch(`${server.url}/tools/dewey_store_message`, {
      method: 'POST',
      headers: { authorization: 'Bearer a-key-that-only-reads', 'content-type': 'application/json' },
      body: '{}',
    });
    await Promise.all(writers);
    await server.ended;
    const waiting = await readdir(join(env.DEWEY_DATA_DIR, 'audit'));
    expect(waiting).toHaveLength(1);

    const again = await serve(env);
    expect(await again.end()).toBe(0);
    const [rows] = await sql<{ stored: number; refused: number }[]>`
      select count(*) filter (where tool = 'dewey_store_message' and key_id = 'ada'
                              and outcome in ('ok', 'unknown'))::int as stored,
             count(*) filter (where key_id = 'grace' and outcome = 'forbidden')::int as refused
      from audit_log`;
    const [lake] = await sql<{ messages: number }[]>`select count(*)::int as messages from messages`;
    expect(rows?.stored).toBeGreaterThanOrEqual(lake?.messages ?? answered);
    expect(lake?.messages).toBeGreaterThanOrEqual(answered);
    // One per call, without duplicates.
    expect(rows?.stored).toBeLessThanOrEqual(answered + 8);
    expect(rows?.refused).toBe(1);
    expect(await readdir(join(env.DEWEY_DATA_DIR, 'audit'))).toEqual([]);
    const verify = dewey(['audit', '--verify'], { DATABASE_URL: database.url });
    expect(await verify.ended).toBe(0);
    expect(verify.out()).toContain('The audit log is intact');
  });
});
