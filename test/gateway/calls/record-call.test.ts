import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect, type Database } from '../../../src/db/postgres/connect.ts';
import { type RunningServer, startServer } from '../../../src/gateway/server.ts';
import { catalog } from '../../../src/handlers/index.ts';
import { testConfig } from '../../support/gateway.ts';
import { cloneDatabase } from '../../support/lake.ts';
import { capturedLog } from '../../support/log.ts';

/** Only the caller and the lake may see this. */
const secret = 'the-eagle-has-landed';
const key = 'grace-has-a-secret-key';

const captured = capturedLog();
let clone: Awaited<ReturnType<typeof cloneDatabase>>;
let db: Database;
let server: RunningServer;

beforeAll(async () => {
  clone = await cloneDatabase();
  db = connect(clone.url);
  const config = testConfig({ DEWEY_API_KEYS: `grace:admin:${key}` });
  server = await startServer(catalog, db, config, captured.log);
});
afterAll(async () => {
  await server.stop();
  await db.close();
  await clone.drop();
});

const post = (tool: string, body: string, type = 'application/json') =>
  fetch(`${server.url}/tools/${tool}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': type, 'user-agent': 'records-test/1' },
    body,
  });

describe('the record of a call', () => {
  it('names caller, tool, time, duration and outcome, in the log and in the audit table', async () => {
    const response = await post('dewey_begin_conversation', JSON.stringify({ session_id: secret }));
    const requestId = response.headers.get('x-request-id');
    expect(captured.lines().filter((line) => line.requestId === requestId)).toMatchObject([
      {
        msg: 'call',
        tool: 'dewey_begin_conversation',
        outcome: 'ok',
        client: 'records-test/1',
        ms: expect.any(Number),
      },
      {
        msg: 'request',
        method: 'POST',
        path: '/tools/dewey_begin_conversation',
        status: 200,
        ms: expect.any(Number),
      },
    ]);

    await post('dewey_get_conversation', '{"conversation_id":"00000000-0000-7000-8000-000000000000"}');
    const input = { role: 'user', content: `${secret} 🐘` };
    await post('dewey_store_message', JSON.stringify(input));
    await server.stop(); // pending rows are written
    const rows = await db.sql`select * from audit_log order by id`;
    expect(rows).toMatchObject([
      {
        tool: 'dewey_begin_conversation',
        outcome: 'ok',
        requestId,
        keyId: 'grace',
        client: 'records-test/1',
      },
      { tool: 'dewey_get_conversation', outcome: 'not_found' },
      {
        tool: 'dewey_store_message',
        outcome: 'ok',
        argsBytes: Buffer.byteLength(JSON.stringify(input)),
        argsHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    ]);
    expect(JSON.stringify(rows)).not.toContain(secret);
    server = await startServer(
      catalog,
      db,
      testConfig({ DEWEY_API_KEYS: `grace:admin:${key}` }),
      captured.log,
    );
  });

  it('covers calls whose client or arguments cannot be stored as they are', async () => {
    const mcp = (message: object) =>
      fetch(`${server.url}/mcp`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${key}`,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          ...session,
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...message }),
      });
    let session: Record<string, string> = {};
    const clientInfo = { name: `odd\0${'\ud800'}`, version: '1' };
    const opened = await mcp({
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo },
    });
    session = { 'mcp-session-id': opened.headers.get('mcp-session-id') ?? '' };
    await mcp({ method: 'tools/call', params: { name: 'dewey_get_startup_context', arguments: {} } });

    const levels = 100_000;
    const deep = await post('dewey_search', `{"query":${'['.repeat(levels)}${']'.repeat(levels)}}`);
    expect(deep.status).toBe(400);
    expect(await deep.json()).toMatchObject({
      error: { kind: 'invalid_input', message: 'The input is nested deeper than 200 levels.' },
    });

    await server.stop(); // pending rows are written
    const rows = await db.sql`
      select tool, outcome, client, args_bytes from audit_log order by id desc limit 2`;
    expect(rows).toMatchObject([
      { tool: 'dewey_search', outcome: 'invalid_input', argsBytes: 0 },
      { tool: 'dewey_get_startup_context', client: 'odd \ufffd/1' },
    ]);
    server = await startServer(
      catalog,
      db,
      testConfig({ DEWEY_API_KEYS: `grace:admin:${key}` }),
      captured.log,
    );
  });

  it('never contains conversation text or a key, however the call fails', async () => {
    const id = '00000000-0000-7000-8000-000000000000';
    const before = captured.text().length;
    await post('dewey_store_message', JSON.stringify({ role: 'user', content: secret }));
    await post('dewey_store_message', JSON.stringify({ role: secret, content: secret, [secret]: 1 }));
    await post('dewey_store_message', `{"role":"user","content":"${secret}`);
    await post('dewey_store_message', `content=${secret}`, 'application/x-www-form-urlencoded');
    await post(`dewey_search?q=${secret}`, JSON.stringify({ query: secret }));
    await fetch(`${server.url}/mcp`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x","arguments":{"q":"${secret}"}}`,
    });

    // The database rejects a row that contains it, both from the query builder and from hand-written SQL.
    await db.sql`alter table messages add constraint quiet check (content not like '%eagle%') not valid`;
    await db.sql`alter table fiedler_results add constraint quiet check (output not like '%eagle%') not valid`;
    await db.sql`alter table conversation_heads rename to away`;
    const failed = [
      await post('dewey_search', JSON.stringify({ query: secret })),
      await post('dewey_list_conversations', JSON.stringify({ session_id: secret, query: secret })),
      await post(
        'dewey_store_message',
        JSON.stringify({ role: 'user', content: secret, conversation_id: id }),
      ),
    ];
    await db.sql`alter table away rename to conversation_heads`;
    failed.push(
      await post('dewey_store_message', JSON.stringify({ role: 'user', content: secret })),
      await post(
        'dewey_store_messages_bulk',
        JSON.stringify({ messages: [{ role: 'user', content: secret, external_id: secret }] }),
      ),
      await post(
        'dewey_store_fiedler_result',
        JSON.stringify({ correlation_id: secret, model: 'm', status: 'success', output: secret }),
      ),
    );
    const bodies = await Promise.all(failed.map((response) => response.text()));
    expect(failed.slice(-3).map((response) => response.status)).toEqual([500, 500, 500]);
    for (const body of bodies.slice(-3)) {
      expect(body).not.toContain(secret);
      expect(body).not.toMatch(/insert|select|constraint|relation/i);
      const { request_id } = JSON.parse(body).error.data;
      // The operator finds the cause by that id.
      const line = captured
        .lines()
        .find((entry) => entry.msg === 'tool failed' && entry.requestId === request_id);
      expect(line?.err).toMatchObject({ stack: expect.stringContaining('at ') });
      expect(JSON.stringify(line)).toContain('quiet');
    }
    // PostgreSQL quotes a value that it cannot parse in its message; the log leaves that out too.
    const unreadable = await db.sql`select ${secret}::text::json`.catch((error: unknown) => error);
    captured.log.error({ err: new Error('it failed', { cause: unreadable }) }, 'unreadable');
    expect(captured.lines().at(-1)?.err).toMatchObject({ message: 'it failed', cause: { code: '22P02' } });

    const logged = captured.text().slice(before);
    expect(logged).not.toContain(secret);
    expect(logged).not.toContain(key);
  });
});
