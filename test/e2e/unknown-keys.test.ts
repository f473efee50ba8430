import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { allKeys } from '../../src/db/admin/keys.ts';
import { connect } from '../../src/db/postgres/connect.ts';
import { adminTools } from '../../src/gateway/admin/index.ts';
import { openApi } from '../../src/gateway/http/openapi.ts';
import { catalog } from '../../src/handlers/index.ts';
import { type Cut, cutTo } from '../support/cut.ts';
import { useDataDirs } from '../support/datadir.ts';
import { bearer, keys } from '../support/keys.ts';
import { cloneDatabase, useDatabase } from '../support/lake.ts';
import { dewey, type Running } from '../support/process.ts';

// Real processes start and stop here, which is slow on a busy machine; both tests mostly wait for a silent database.
vi.setConfig({ testTimeout: 120_000 });

/** A server whose database accepts connections but does not answer, until it is released. */
const database = useDatabase();
const dataDir = useDataDirs();
let way: Cut;
beforeAll(async () => {
  way = await cutTo(database.url);
  way.blackHole();
});
afterAll(() => way.close());

type Started = Running & { url: string; proxy: string };

async function start(url: string, directory: string): Promise<Started> {
  const server = dewey(['serve'], {
    DATABASE_URL: url,
    DEWEY_DATA_DIR: directory,
    DEWEY_MCP_PORT: '0',
    DEWEY_PROXY_PORT: '0',
  });
  const [, port] = await server.says(/"port":(\d+),"msg":"capture proxy listening"/, 'err');
  const [, address = ''] = await server.says(/"url":"(http:[^"]+)"/, 'err');
  return Object.assign(server, { url: address, proxy: `http://127.0.0.1:${port}` });
}

const admin = adminTools([], catalog, { language: 'english', dataDir: '', undoDays: 30 });
const routes: [method: string, path: string][] = [
  ...Object.keys(openApi(catalog).paths as object).map((path): [string, string] => ['POST', path]),
  ...[...admin.keys()].map((name): [string, string] => ['POST', `/admin/${name}`]),
  ['GET', '/'],
  ['GET', '/tools'],
  ['POST', '/mcp'],
  ['GET', '/mcp'],
  ['DELETE', '/mcp'],
  ['POST', '/hooks/claude-code'],
  ['GET', '/hooks/claude-code/context'],
  ['POST', '/capture/store'],
  ['POST', '/export/conversations'],
  ['GET', '/export/lake'],
  ['HEAD', '/export/lake'],
  ['GET', '/backup'],
  ['GET', '/metrics'],
  ['GET', '/openapi.json'],
  ['DELETE', '/decisions/dec_nobody'],
  ['POST', '/decisions/dec_nobody/proposal'],
  ['POST', '/decisions/dec_nobody/dismissals'],
  ['GET', '/nowhere'],
];
/** Routes that need no key by design. */
const open = new Set(['/healthz', '/readyz', '/hooks/github']);

const event = { session_id: 's', hook_event_name: 'UserPromptSubmit', prompt_id: 'p', prompt: 'Hello' };

/** The status of each route, as `POST /mcp 503`. */
const statuses = (url: string, headers: Record<string, string>) =>
  Promise.all(
    routes
      .filter(([, path]) => !open.has(path))
      .map(async ([method, path]) => {
        const body = path.startsWith('/admin/keys_add') ? { name: 'thief', scope: 'admin' } : event;
        const response = await fetch(url + path, {
          method,
          headers: { ...headers, 'Content-Type': 'application/json' },
          ...(method === 'POST' ? { body: JSON.stringify(body) } : {}),
        });
        if (response.status === 503 && method !== 'HEAD')
          expect(await response.json()).toMatchObject({ error: { kind: 'unavailable' } });
        else await response.arrayBuffer();
        return `${method} ${path} ${response.status}`;
      }),
  );
const all = (status: number) =>
  routes.filter(([, path]) => !open.has(path)).map(([method, path]) => `${method} ${path} ${status}`);

/** `open`, or the status of the refused upgrade. */
const upgrade = (url: string, headers: Record<string, string>): Promise<'open' | number> =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(url.replace('http', 'ws'), ['mcp'], { headers });
    socket.on('error', reject);
    socket.on('unexpected-response', (_, response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    socket.on('open', () => {
      socket.close();
      resolve('open');
    });
  });

const waysIn = async ({ url, proxy }: Started, secret: string | undefined) => {
  const toProxy: Record<string, string> = secret === undefined ? {} : { 'x-dewey-key': secret };
  return Promise.all([
    ...['/', '/ws', '/mcp'].map((path) => upgrade(url + path, bearer(secret))),
    fetch(`${proxy}/dewey/mcp`, { method: 'POST', headers: toProxy, body: '{}' }).then(
      ({ status }) => status,
    ),
    upgrade(`${proxy}?upstream=dewey`, toProxy),
  ]);
};

it.concurrent('no one is admitted while it is unknown whether keys are in use, and a restart remembers that they are', async () => {
  const { secret } = await keys(database.url, 'add', 'boss', '--scope', 'admin');
  const directory = await dataDir();
  const server = await start(way.url, directory);
  // Each request waits a while for the database before it is refused.
  await Promise.all(
    [undefined, 'wrong', secret].map(async (key) => {
      const [answered, opened] = await Promise.all([statuses(server.url, bearer(key)), waysIn(server, key)]);
      expect(answered).toEqual(all(503));
      expect(opened).toEqual([503, 503, 503, 503, 503]);
    }),
  );
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  expect((await fetch(`${server.url}/readyz`)).status).toBe(503);
  const refused = await fetch(`${server.url}/hooks/claude-code`, { method: 'POST', body: '{}' });
  expect(refused.headers.get('retry-after')).toBe('5');
  // Nothing was acknowledged, so nothing is spooled.
  expect((await readdir(join(directory, 'spool'))).filter((name) => name.endsWith('.sealed'))).toEqual([]);

  await way.pass();
  await server.says(/^Dewey is ready/m);
  expect(await statuses(server.url, {})).toEqual(all(401));
  expect(await waysIn(server, undefined)).toEqual([401, 401, 401, 401, 401]);
  expect((await fetch(`${server.url}/tools`, { headers: bearer(secret) })).status).toBe(200);
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  const db = connect(database.url);
  expect((await allKeys(db.sql)).map(({ name }) => name)).toEqual(['boss']);
  await db.close();
  expect(await server.end('SIGKILL')).toBe('SIGKILL');

  const file = join(directory, 'keys-in-use.json');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readFile(file, 'utf8')).not.toContain(secret);
  way.blackHole();
  way.reset();
  const again = await start(way.url, directory);
  expect(await statuses(again.url, {})).toEqual(all(401));
  expect(await statuses(again.url, bearer(secret))).toEqual(all(503));
  expect(await waysIn(again, undefined)).toEqual([401, 401, 401, 401, 401]);
  await again.end('SIGKILL');
});

it.concurrent('a hook is refused until it is known that no keys are in use, and accepted from then on', async () => {
  const empty = await cloneDatabase();
  const quiet = await cutTo(empty.url);
  quiet.blackHole();
  const directory = await dataDir();
  const hook = async (server: Started) =>
    (await fetch(`${server.url}/hooks/claude-code`, { method: 'POST', body: JSON.stringify(event) })).status;
  const first = await start(quiet.url, directory);
  expect(await hook(first)).toBe(503);
  await quiet.pass();
  await first.says(/^Dewey is ready/m);
  expect(await hook(first)).toBe(200);
  expect(await first.end()).toBe(0);
  // Another gateway may have added a key in the meantime.
  await keys(empty.url, 'add', 'late');
  quiet.blackHole();
  quiet.reset();
  const second = await start(quiet.url, directory);
  expect(await hook(second)).toBe(503);
  await second.end('SIGKILL');
  await quiet.close();
  await empty.drop();
});
