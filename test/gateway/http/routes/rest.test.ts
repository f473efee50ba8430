import { once } from 'node:events';
import { connect as openSocket } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { connect } from '../../../../src/db/postgres/connect.ts';
import { migrate } from '../../../../src/db/postgres/migrate.ts';
import { startServer } from '../../../../src/gateway/server.ts';
import { catalog } from '../../../../src/handlers/index.ts';
import { testConfig, useServer } from '../../../support/gateway.ts';
import { cloneDatabase, useLake } from '../../../support/lake.ts';
import { capturedLog } from '../../../support/log.ts';

const lake = useLake();
const server = useServer(lake);

const post = (tool: string, body: string | Uint8Array, headers: Record<string, string> = {}) =>
  fetch(`${server.url}/tools/${tool}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
// biome-ignore lint/suspicious/noExplicitAny: whatever came back is compared with what should have
const json = async (response: Response): Promise<any> => response.json();
const errorOf = async (response: Response) => {
  expect(response.headers.get('content-type')).toMatch(/^application\/json/);
  return { status: response.status, ...(await json(response)).error };
};
const count = async () => (await lake.db.sql`select count(*)::int as n from messages`)[0]?.n;

describe('REST', () => {
  it('lists the tools as MCP does', async () => {
    const { tools } = await json(await fetch(`${server.url}/tools`));
    expect(tools.map((tool: { name: string }) => tool.name)).toEqual(catalog.tools.map((tool) => tool.name));
    for (const tool of tools)
      expect(Object.keys(tool).sort()).toEqual([
        'annotations',
        'description',
        'inputSchema',
        'name',
        'outputSchema',
        'title',
      ]);
  });

  it('answers with the plain result', async () => {
    const stored = await post('dewey_store_message', '{"role":"user","content":"Hello"}');
    expect(stored.status).toBe(200);
    expect(stored.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(await stored.json()).toMatchObject({ turn_number: 1 });
    const none = await post('dewey_get_startup_context', '');
    expect([none.status, await none.json()]).toEqual([200, null]);
  });

  it('serves the app of each tool at its name and its aliases', async () => {
    const served = new Set(server.routes.map(({ method, path }) => `${method} ${path}`));
    for (const { name, aliases = [] } of catalog.tools)
      for (const one of [name, ...aliases]) expect(served).toContain(`POST /tools/${one}`);
    // A name that is encoded without need is the same name.
    expect((await post('dewey%5Flist_conversations', '{}')).status).toBe(200);
    expect((await post('dewey_list_conversations/', '{}')).status).toBe(404);
  });

  it('accepts JSON under any of its content types, or without one', async () => {
    for (const type of ['application/json; charset=utf-8', 'Application/JSON', 'application/vnd.api+json'])
      expect([type, (await post('dewey_list_conversations', '{}', { 'content-type': type })).status]).toEqual(
        [type, 200],
      );
    const bare = await fetch(`${server.url}/tools/dewey_list_conversations`, {
      method: 'POST',
      body: new Uint8Array(Buffer.from('{}')),
    });
    expect(bare.status).toBe(200);
  });

  it('refuses what a web page could send without permission', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'json',
    ])
      expect([
        type,
        await errorOf(await post('dewey_list_conversations', '{}', { 'content-type': type })),
      ]).toMatchObject([
        type,
        { status: 400, kind: 'invalid_input', data: { field: 'Content-Type', received: type } },
      ]);
  });

  it('explains what is wrong with a request, in the common error format', async () => {
    const before = await count();
    const wrong: [expected: object, response: Promise<Response>][] = [
      [
        { status: 404, code: -32004, kind: 'not_found', data: { received: 'no_such' } },
        post('no_such', '{}'),
      ],
      [
        { status: 400, kind: 'invalid_input', message: 'The body is not valid JSON.' },
        post('dewey_search', '{"query"'),
      ],
      [{ status: 400, kind: 'invalid_input' }, post('dewey_search', '[]')],
      [{ status: 400, kind: 'invalid_input' }, post('dewey_search', 'null')],
      [{ status: 400, data: { field: 'query' } }, post('dewey_search', '')],
      [{ status: 400, data: { field: 'limit' } }, post('dewey_search', '{"query":"x","limit":101}')],
      [{ status: 404, kind: 'not_found' }, fetch(`${server.url}/nowhere`)],
      [{ status: 404, kind: 'not_found' }, fetch(`${server.url}/tools/dewey_search`)],
      [{ status: 404, kind: 'not_found' }, fetch(`${server.url}/tools/dewey_search`, { method: 'DELETE' })],
      [
        { status: 413, kind: 'too_large', data: { limit: 16_000_000 } },
        post('dewey_store_message', 'x'.repeat(16_000_001)),
      ],
    ];
    for (const [expected, response] of wrong) {
      const error = await errorOf(await response);
      expect(error).toMatchObject({
        ...expected,
        code: expect.any(Number),
        message: expect.stringMatching(/\.$/),
      });
    }
    expect(await count()).toBe(before);
  });

  it('stores nothing of a body that is cut off or not UTF-8', async () => {
    const before = await count();
    const { hostname, port } = new URL(server.url);
    const socket = openSocket(Number(port), hostname);
    socket.write(
      `POST /tools/dewey_store_message HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"role":"user","content":"half`,
    );
    await once(socket, 'connect');
    socket.destroy();
    const latin = Buffer.from('{"role":"user","content":"caf\xe9"}', 'latin1');
    const error = await errorOf(await post('dewey_store_message', latin));
    expect(error).toMatchObject({ status: 400, kind: 'invalid_input' });
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    expect(await count()).toBe(before);
  });

  it('accepts a chunked request, and refuses one that never ends', async () => {
    const { hostname, port } = new URL(server.url);
    const chunked = async (pieces: string[]) => {
      const socket = openSocket(Number(port), hostname);
      socket.on('error', () => undefined);
      socket.write(
        'POST /tools/dewey_store_message HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n',
      );
      for (const piece of [...pieces, ''])
        socket.write(`${Buffer.byteLength(piece).toString(16)}\r\n${piece}\r\n`);
      return (await text(socket)).split('\r\n')[0];
    };
    expect(await chunked(['{"role":"us', 'er","content":"pie', 'ces"}'])).toContain(' 200 ');
    const endless = Array.from({ length: 20 }, () => ' '.repeat(1_000_000));
    expect(await chunked(endless)).toContain(' 413 ');
  });
});

describe('the health checks', () => {
  it('report that the process is alive, and nothing else', async () => {
    const response = await fetch(`${server.url}/healthz`);
    expect([response.status, await response.text()]).toEqual([200, 'ok']);
  });

  it('report readiness only if the database answers and has every migration', async () => {
    const empty = await cloneDatabase('template0');
    const db = connect(empty.url);
    const { log, lines } = capturedLog();
    const unready = await startServer(catalog, db, testConfig(), log);
    try {
      const before = await fetch(`${unready.url}/readyz`);
      expect([before.status, await before.json()]).toEqual([
        503,
        { status: 'unavailable', reason: 'the database cannot be reached or is not migrated' },
      ]);
      // At a start this is as it should be: no warning, no stack.
      const [told] = lines().filter(({ msg }) => msg.startsWith('not ready'));
      expect(told).toMatchObject({ level: 30, pending: expect.any(Number) });
      expect(told).not.toHaveProperty('err');
      await migrate(empty.url);
      const after = await fetch(`${unready.url}/readyz`);
      expect([after.status, await after.json()]).toEqual([200, { status: 'ready' }]);
      await empty.drop();
      expect((await fetch(`${unready.url}/readyz`)).status).toBe(503);
      expect((await fetch(`${unready.url}/healthz`)).status).toBe(200);
    } finally {
      await unready.stop();
      await db.close();
    }
  });
});
