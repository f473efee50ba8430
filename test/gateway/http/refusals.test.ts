import { expect, it } from 'vitest';
import { auditedCalls } from '../../../src/db/admin/audit.ts';
import { createLog } from '../../../src/gateway/deps.ts';
import { createRefusals, moreRefused, refusedRequest } from '../../../src/gateway/http/refusals.ts';
import { startServer } from '../../../src/gateway/server.ts';
import { catalog } from '../../../src/handlers/index.ts';
import { testConfig } from '../../support/gateway.ts';
import { bearer } from '../../support/keys.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();
const right = 'the-right-key-0123456789';

it('a hundred wrong keys leave a few rows and their sum, are told to wait, and lock out no right key', async () => {
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
  // Who sends none is told so, and guesses nothing.
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

it('a right key that may not, and a foreign host, leave a row with what is known of them', async () => {
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

it('waits grow, and end; many addresses fill neither the log nor memory', () => {
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
