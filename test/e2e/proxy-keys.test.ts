import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { createAudit } from '../../src/gateway/audit/audit.ts';
import { journalsIn } from '../../src/gateway/audit/journal.ts';
import { createLog } from '../../src/gateway/deps.ts';
import { refusedRequest } from '../../src/gateway/http/refusals.ts';
import { useDataDirs } from '../support/datadir.ts';
import { keys } from '../support/keys.ts';
import { useDatabase } from '../support/lake.ts';
import { dewey, type Running } from '../support/process.ts';

const database = useDatabase();
const dataDir = useDataDirs();
let upstream: WebSocketServer;
let proxy: Running | undefined;

beforeAll(async () => {
  upstream = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(upstream, 'listening');
});
afterAll(async () => {
  await proxy?.end();
  upstream.close();
});

it('a standalone proxy checks the keys of the database, and disconnects one that is revoked', async () => {
  const { secret } = await keys(database.url, 'add', 'recorder');
  const directory = await dataDir();
  const address = upstream.address();
  const port = typeof address === 'object' ? address?.port : 0;
  proxy = dewey(['proxy'], {
    DATABASE_URL: database.url,
    DEWEY_DATA_DIR: directory,
    DEWEY_PROXY_PORT: '0',
    DEWEY_UPSTREAMS: `echo=ws://127.0.0.1:${port}`,
  });
  const [, url = ''] = await proxy.says(/^The proxy is listening at http(\S+)$/m);
  const connect = (key: string) =>
    new WebSocket(`ws${url}?upstream=echo`, { headers: { 'x-dewey-key': key } });
  const [refusal] = await once(connect('wrong'), 'error');
  expect(String(refusal)).toContain('401');
  const socket = connect(secret);
  await once(socket, 'open');
  const closed = once(socket, 'close');
  await keys(database.url, 'revoke', 'recorder');
  const [code, reason] = await closed;
  expect([code, String(reason)]).toEqual([4401, 'the key was revoked']);
  expect(await proxy.end()).toBe(0);

  // A gateway of the same data directory stores what was refused.
  const lake = postgres(database.url, { max: 1, onnotice: () => undefined });
  const log = createLog('silent');
  const audit = createAudit(
    lake,
    log,
    journalsIn(join(directory, 'audit'), () => new Date(), randomUUID),
  );
  await audit.drain();
  const rows = await lake`select outcome, client from audit_log where tool = ${refusedRequest}`;
  await lake.end();
  expect(rows).toMatchObject([
    { outcome: 'unauthorized', client: expect.stringMatching(/proxy GET \/: unknown key$/) },
  ]);
}, 120_000);

it('a proxy whose port is taken ends at once, and names the variable', async () => {
  const address = upstream.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const late = dewey(['proxy'], {
    DATABASE_URL: database.url,
    DEWEY_DATA_DIR: await dataDir(),
    DEWEY_PROXY_PORT: String(port),
  });
  expect(await late.ended).toBe(1);
  expect(late.err()).toBe(
    `dewey: DEWEY_PROXY_PORT: 127.0.0.1:${port} is in use by another process. "dewey serve" runs a proxy too.\n`,
  );
}, 120_000);
