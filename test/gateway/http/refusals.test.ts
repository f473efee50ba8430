import { once } from 'node:events';
import { expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { auditedCalls } from '../../../src/db/admin/audit.ts';
import { keyringOf } from '../../../src/gateway/auth/load-keys.ts';
import { createCapture } from '../../../src/gateway/capture/service.ts';
import { createLog } from '../../../src/gateway/deps.ts';
import { createRefusals, moreRefused, refusedRequest } from '../../../src/gateway/http/refusals.ts';
import { startServer } from '../../../src/gateway/server.ts';
import { catalog } from '../../../src/handlers/index.ts';
import { testConfig } from '../../support/gateway.ts';
import { bearer, openWith } from '../../support/keys.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();
const right = 'the-right-key-0123456789';

it('a hundred wrong keys leave a few rows and a summary, are slowed down, and lock out no valid key', async () => {
  const config = testConfig({ DEWEY_API_KEYS: `boss:admin:${right}` });
  const server = await startServer(catalog, lake.db, config, createLog('silent'));
  const ask = (secret: string | undefined, path = '/tools') =>
    fetch(server.url + path, { headers: bearer(secret) });
  const statuses: number[] = [];
  for (let n = 0; n < 100; n += 1) {
    const answer = await ask(`wrong-key-${n}-0123456789`);
    statuses.push(answer.status);
    if (answer.status === 429) expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    await answer.arrayBuffer();
  }
  expect(statuses).toEqual([...Array(10).fill(401), ...Array(90).fill(429)]);
  expect((await ask(right)).status).toBe(200);
  // A request without a key is refused as such: it guesses nothing.
  expect((await ask(undefined)).status).toBe(401);
  await server.stop();
  const rows = await auditedCalls(lake.db.sql, { limit: 1000 });
  const single = rows.filter(({ tool }) => tool === refusedRequest);
  expect(single).toHaveLength(10);
  expect(single[0]).toMatchObject({
    outcome: 'unauthorized',
    client: expect.stringMatching(/127\.0\.0\.1 GET \/tools: unknown key$/),
    requestId: expect.stringMatching(/./),
    keyId: null,
  });
  const sums = rows.filter(({ tool }) => tool === moreRefused);
  expect(sums.map(({ client }) => client)).toEqual([expect.stringMatching(/127\.0\.0\.1 91 more$/)]);
  expect(JSON.stringify(rows)).not.toContain('wrong-key-');
}, 60_000);

it('a valid key without permission, and a foreign host, leave a row with what is known about them', async () => {
  const config = testConfig({ DEWEY_API_KEYS: `reader:read:${right}` });
  const server = await startServer(catalog, lake.db, config, createLog('silent'));
  const refused = await fetch(`${server.url}/admin/keys_list`, {
    method: 'POST',
    headers: { ...bearer(right), 'Content-Type': 'application/json' },
    body: '{}',
  });
  expect(refused.status).toBe(403);
  await server.stop();
  const rows = await auditedCalls(lake.db.sql, { tool: refusedRequest, outcome: 'forbidden', limit: 10 });
  expect(rows).toMatchObject([{ keyId: 'reader', client: expect.stringContaining('POST /admin/keys_list') }]);
});

it('waits grow, and end; many addresses flood neither the log nor memory', () => {
  let now = 0;
  const rows: { tool: string; client?: string | undefined }[] = [];
  const refusals = createRefusals(
    { record: (row) => void rows.push(row) },
    () => new Date(0),
    10,
    () => now,
  );
  const waits = () => {
    const found: (number | undefined)[] = [];
    for (let n = 0; n < 11; n += 1) found.push(refusals.wrongKey('192.0.2.1'));
    return found.filter((seconds) => seconds !== undefined);
  };
  expect(waits()).toEqual([30]);
  expect(refusals.wrongKey('192.0.2.2')).toBeUndefined();
  now += 30_000;
  expect(waits()).toEqual([60]);
  now += 60_000;
  expect(waits()).toEqual([120]);
  now += 700_000;
  expect(refusals.wrongKey('192.0.2.1')).toBeUndefined();
  for (let n = 0; n < 20_000; n += 1)
    refusals.note(`10.0.${n >> 8}.${n & 255}`, { outcome: 'unauthorized', requestId: `${n}`, what: 'GET /' });
  refusals.stop();
  expect(rows.filter(({ tool }) => tool === refusedRequest)).toHaveLength(100);
  const sums = rows.filter(({ tool }) => tool === moreRefused);
  expect(sums).toHaveLength(101);
  const summed = sums.map(({ client = '' }) => Number(/(\d+) more$/.exec(client)?.[1]));
  expect(summed.reduce((a, b) => a + b)).toBe(19_900);
});

it('what is refused on the port of the proxy counts with the rest, and leaves the same rows', async () => {
  const config = testConfig({
    DEWEY_API_KEYS: `boss:admin:${right},reader:read:a-key-that-reads-0123`,
    DEWEY_PROXY_PORT: '0',
  });
  const log = createLog('silent');
  const { clock, newId } = lake.deps;
  const keys = keyringOf(config, undefined, log);
  const capture = createCapture({ config, keys, db: lake.db, log, newId, clock });
  const server = await startServer(catalog, lake.db, config, log, { capture, keys });
  const proxy = `http://127.0.0.1:${(await capture.startProxy(server.refusals))?.port}`;
  const ask = (secret: string) => fetch(`${proxy}/gone/mcp?q=1`, { headers: { 'X-Dewey-Key': secret } });
  expect((await ask('a-key-that-reads-0123')).status).toBe(403);
  for (let n = 0; n < 5; n += 1) await fetch(`${server.url}/tools`, { headers: bearer(`wrong-${n}`) });
  const statuses: number[] = [];
  for (let n = 0; n < 10; n += 1) statuses.push((await ask(`wrong-${n}`)).status);
  expect(statuses).toEqual([...Array(5).fill(401), ...Array(5).fill(429)]);
  const slowed = await ask('wrong-again');
  expect(Number(slowed.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await slowed.json()).toMatchObject({ error: { kind: 'rate_limited' } });
  const socket = new WebSocket(`${proxy.replace('http', 'ws')}?upstream=gone`, {
    headers: { 'X-Dewey-Key': 'wrong-too' },
  });
  socket.on('error', () => undefined);
  const [, refused] = await once(socket, 'unexpected-response');
  expect([refused.statusCode, Number(refused.headers['retry-after']) > 0]).toEqual([429, true]);
  expect((await ask(right)).status).toBe(404);
  await server.stop();
  await capture.stop();
  const rows = await auditedCalls(lake.db.sql, { tool: refusedRequest, limit: 12 });
  expect(rows).toContainEqual(
    expect.objectContaining({
      outcome: 'forbidden',
      keyId: 'reader',
      client: expect.stringMatching(/proxy GET \/gone\/mcp: /),
    }),
  );
  expect(rows).toContainEqual(
    expect.objectContaining({
      outcome: 'unauthorized',
      client: expect.stringMatching(/proxy GET \/gone\/mcp: unknown key$/),
    }),
  );
}, 60_000);

it('a proxy that does not know its keys yet says when to come again', async () => {
  const config = testConfig({ DEWEY_PROXY_PORT: '0', DEWEY_REQUIRE_KEY: 'on' });
  const log = createLog('silent');
  const { clock, newId } = lake.deps;
  const keys = keyringOf(config, () => new Promise(() => undefined), log);
  const capture = createCapture({ config, keys, db: lake.db, log, newId, clock });
  const refusals = createRefusals({ record: () => undefined }, clock, 10);
  const proxy = `http://127.0.0.1:${(await capture.startProxy(refusals))?.port}`;
  const refused = await fetch(`${proxy}/gone/mcp`, { headers: { 'X-Dewey-Key': right } });
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
  expect(await refused.json()).toMatchObject({ error: { kind: 'unavailable', data: { retry_after: 5 } } });
  await capture.stop();
});

it('a body that holds no message, or cannot be read, leaves a row, and a hundred of them a few', async () => {
  const server = await startServer(catalog, lake.db, testConfig(), createLog('silent'));
  const post = (path: string, body: string) =>
    fetch(server.url + path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
  const deep = `${'['.repeat(5000)}${']'.repeat(5000)}`;
  expect((await post('/capture/store', deep)).status).toBe(400);
  expect((await post('/mcp', deep)).status).toBe(400);
  expect((await post('/mcp', '1')).status).toBe(400);
  const { socket } = await openWith(server.url, undefined);
  socket.send('no JSON');
  await once(socket, 'message');
  for (let n = 0; n < 100; n += 1) await post('/mcp', '{');
  await server.stop();
  const rows = await auditedCalls(lake.db.sql, { outcome: 'invalid_input', limit: 200 });
  expect(rows.filter(({ tool }) => tool === 'store_captured')).toHaveLength(1);
  const single = rows.filter(({ tool }) => tool === refusedRequest);
  expect(single).toHaveLength(10);
  const whats = single.map(({ client }) => client);
  expect(whats).toContainEqual(expect.stringMatching(/POST \/mcp: The message is nested deeper/));
  expect(whats).toContainEqual(expect.stringMatching(/GET \/mcp: A frame must be one JSON-RPC message/));
  expect(rows.filter(({ tool }) => tool === moreRefused)).toMatchObject([
    { client: expect.stringMatching(/ 93 more$/) },
  ]);
}, 60_000);

it('a client beyond its limits leaves a few rows, not one for each request', async () => {
  const server = await startServer(
    catalog,
    lake.db,
    testConfig({ DEWEY_LIMITS: 'requests=5' }),
    createLog('silent'),
  );
  for (let n = 0; n < 40; n += 1) await fetch(`${server.url}/tools`);
  await server.stop();
  const rows = await auditedCalls(lake.db.sql, { outcome: 'rate_limited', limit: 100 });
  expect(rows.filter(({ tool }) => tool === refusedRequest).length).toBeLessThanOrEqual(10);
  expect(rows.length).toBeLessThanOrEqual(11);
  expect(rows.length).toBeGreaterThan(1);
}, 60_000);
