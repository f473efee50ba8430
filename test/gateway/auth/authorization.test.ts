import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { addKey, revokeKey, rotateKey } from '../../../src/db/admin/keys.ts';
import { adminTools } from '../../../src/gateway/admin/index.ts';
import { keyringOf } from '../../../src/gateway/auth/load-keys.ts';
import { type CaptureService, createCapture } from '../../../src/gateway/capture/service.ts';
import { createLog } from '../../../src/gateway/deps.ts';
import { openPaths } from '../../../src/gateway/http/require-key.ts';
import { browseTools } from '../../../src/gateway/http/routes/browse.ts';
import { recordTools } from '../../../src/gateway/records/tools.ts';
import { type RunningServer, startServer } from '../../../src/gateway/server.ts';
import { catalog } from '../../../src/handlers/index.ts';
import type { Effect } from '../../../src/handlers/tool/effect.ts';
import { testConfig } from '../../support/gateway.ts';
import { sha256 } from '../../support/hash.ts';
import { bearer } from '../../support/keys.ts';
import { useLake } from '../../support/lake.ts';
import { openSession, post, rpc } from '../../support/mcp.ts';
import { TestSocket } from '../../support/socket.ts';

/** Every route × every kind of key: a new route has to declare what it needs. */

const scopes = ['read', 'write', 'admin'] as const;
type Scope = (typeof scopes)[number];
const secretOf = (name: string) => `secret-of-${name}-0123456789`;
/** Each scope, from the database and from the environment. */
const counting = scopes.flatMap((scope) => [
  { name: scope, scope },
  { name: `fixed-${scope}`, scope },
]);
const refused = ['nobody', 'wrong', 'expired', 'revoked', 'rotated-away'] as const;
const secretFor = (name: string) => (name === 'nobody' ? undefined : secretOf(name));

const lake = useLake();
let server: RunningServer;
let capture: CaptureService;
let proxy: string;
let dataDir: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'dewey-matrix-'));
  const now = new Date();
  const key = (name: string, scope: Scope, expiresAt: string | null = null) =>
    addKey(
      lake.db.sql,
      { name, scope, toolsets: null, project: null, expiresAt, secretHash: sha256(secretOf(name)) },
      now,
    );
  for (const scope of scopes) await key(scope, scope);
  await key('expired', 'admin', new Date(now.getTime() - 1).toISOString());
  await key('revoked', 'admin');
  await revokeKey(lake.db.sql, 'revoked', now);
  await key('rotated-away', 'admin');
  await rotateKey(lake.db.sql, 'rotated-away', sha256('another secret'), now, now);
  const fixed = scopes.map((scope) => `fixed-${scope}:${scope}:${secretOf(`fixed-${scope}`)}`);
  const config = testConfig({
    DEWEY_API_KEYS: fixed.join(','),
    DEWEY_DATA_DIR: dataDir,
    DEWEY_PROXY_PORT: '0',
    DEWEY_DECISION_LIMITS: 'off',
    DEWEY_LIMITS: 'failures=off', // each route is called with wrong keys, all from one address
  });
  const log = createLog('silent');
  const keys = keyringOf(config, async () => lake.db, log);
  const { clock, newId } = lake.deps;
  capture = createCapture({ config, keys, db: lake.db, log, newId, clock });
  server = await startServer(catalog, lake.db, config, log, { capture, keys });
  proxy = `http://127.0.0.1:${(await capture.startProxy(server.refusals))?.port}`;
});

afterAll(async () => {
  await server.stop();
  await capture.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const needs: Record<Effect, Scope> = { read: 'read', add: 'write', change: 'write', delete: 'admin' };
const admin = adminTools([], catalog, { language: 'english', dataDir: '', undoDays: 30 });
/** Values for path variables, with the scope a value needs where that differs. */
const values: Record<string, [value: string, scope?: Scope][]> = {
  '/admin/:name': [...admin.keys()].map((name) => [name, 'admin']),
  '/browse/:name': browseTools.map(({ name }) => [name, 'read']),
  '/records/:kind/:verb': [...recordTools.keys()].flatMap((kind) => [
    [`${kind}/list`, 'read'] as [string, Scope],
    [`${kind}/delete`, 'admin'] as [string, Scope],
    [`${kind}/restore`, 'admin'] as [string, Scope],
  ]),
  '/decisions/:id': [['dec_nobody', 'admin']],
  '/decisions/:id/proposal': [['dec_nobody', 'write']],
  '/decisions/:id/dismissals': [['dec_nobody', 'write']],
};
/** Routes whose needs do not follow from their method: reads are for all keys, the rest for keys that write. */
const special: Record<string, Scope> = {
  'POST /mcp': 'read', // each message is authorized by itself
  'DELETE /mcp': 'read',
  'PUT /mcp': 'read',
  'GET /backup': 'admin', // exports everything
  'POST /capture/stored': 'read',
  'GET /capture': 'write', // checks authorization for a command
  'POST /export/conversations': 'read',
  'GET /export/lake': 'admin',
};

type Cell = { method: string; path: string; scope: Scope };

/** The scope for a tool, by its path: each has a route of its own. */
function ofTool(path: string): Scope | undefined {
  const tool = catalog.find(path.replace('/tools/', ''));
  return tool && needs[tool.effect];
}

/** Every route with every value of its variable. */
function cells(): Cell[] {
  const routes = server.routes.filter(({ path }) => !path.includes('*'));
  return routes.flatMap(({ method, path }) => {
    const methods = method === 'ALL' ? ['GET', 'POST', 'PUT', 'DELETE'] : [method];
    const filled = path.includes(':') ? values[path] : [[path] as [string, Scope?]];
    if (!filled) throw new Error(`what does ${path} need? say so in this test`);
    return methods.flatMap((one) =>
      filled.map(([value, scope]) => ({
        method: one,
        path: path.replace(/:\w+(?:\/:\w+)*/, value),
        scope: scope ?? special[`${one} ${path}`] ?? ofTool(path) ?? (one === 'GET' ? 'read' : 'write'),
      })),
    );
  });
}

const may = (has: Scope, needed: Scope) => scopes.indexOf(has) >= scopes.indexOf(needed);

const body = '{"no_such_field":1}';

/** The status of a request whose body no tool and no hook accepts: an admitted request gets no further than 400. */
async function status(
  base: string,
  { method, path }: Cell,
  headers: Record<string, string>,
): Promise<number> {
  const sent = request(base + path, {
    method,
    headers: {
      ...headers,
      'content-type': 'application/json',
      'content-length': method === 'GET' ? 0 : body.length,
      accept: 'application/json',
    },
  });
  sent.end(method === 'GET' ? undefined : body);
  const [response] = await new Promise<[import('node:http').IncomingMessage]>((resolve, reject) => {
    sent.once('response', (answer) => resolve([answer]));
    sent.once('error', reject);
  });
  await text(response);
  return response.statusCode ?? 0;
}

/** `open`, or the status of the refused upgrade. */
const upgrade = (
  url: string,
  headers: Record<string, string>,
  protocol: string[] = ['mcp'],
): Promise<'open' | number> =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(url.replace('http', 'ws'), protocol, { headers });
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

describe('the authorization matrix', () => {
  it('covers every route', () => {
    const paths = new Set(cells().map(({ path }) => path));
    for (const path of ['/mcp', '/tools', '/metrics', '/openapi.json', '/hooks/claude-code', '/healthz'])
      expect([...paths]).toContain(path);
    expect(paths.size).toBeGreaterThan(catalog.tools.length + admin.size + 8);
  });

  it('refuses a missing, wrong, expired or revoked key everywhere but on the open paths', async () => {
    for (const cell of cells())
      for (const name of refused) {
        const seen = await status(server.url, cell, bearer(secretFor(name)));
        // The GitHub webhook checks the signature of its body instead, and is disabled here.
        const expected = !openPaths.has(cell.path) ? 401 : cell.path === '/hooks/github' ? 403 : 200;
        expect([cell.method, cell.path, name, seen]).toEqual([cell.method, cell.path, name, expected]);
      }
  });

  it('admits each scope where it is sufficient, and refuses it elsewhere', async () => {
    for (const cell of cells().filter(({ path }) => !openPaths.has(path)))
      for (const { name, scope } of counting) {
        const seen = await status(server.url, cell, bearer(secretOf(name)));
        const verdict = seen === 401 || seen === 403 ? 'refused' : seen >= 500 ? `failed ${seen}` : 'let in';
        const expected = may(scope, cell.scope) ? 'let in' : 'refused';
        expect([cell.method, cell.path, name, verdict]).toEqual([cell.method, cell.path, name, expected]);
      }
  });

  it('hides without a key whether any other method and path exists', async () => {
    for (const path of ['/nowhere', '/tools/dewey_search/more', '/admin', '/.env', '/mcp/'])
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
        const cell: Cell = { method, path, scope: 'read' };
        expect([path, method, await status(server.url, cell, {})]).toEqual([path, method, 401]);
        const known = await status(server.url, cell, bearer(secretOf('admin')));
        expect([path, method, known]).toEqual([path, method, 404]);
      }
  });

  it('opens a WebSocket for every valid key, and for no other', async () => {
    for (const path of ['/', '/ws', '/mcp']) {
      for (const name of refused)
        expect([path, name, await upgrade(server.url + path, bearer(secretFor(name)))]).toEqual([
          path,
          name,
          401,
        ]);
      for (const { name } of counting)
        expect([path, name, await upgrade(server.url + path, bearer(secretOf(name)))]).toEqual([
          path,
          name,
          'open',
        ]);
    }
  });
});

describe('each tool over MCP, by the scope of the key', () => {
  const bad = { no_such_field: 1 };
  /** `let in` if the call got as far as its input. */
  const verdict = (result: { isError?: boolean; content: { text: string }[] }) => {
    const { kind } = JSON.parse(result.content[0]?.text ?? '{}').error;
    return kind === 'invalid_input' ? 'let in' : kind;
  };
  const expected = (scope: Scope) =>
    catalog.tools.map((tool) => [tool.name, may(scope, needs[tool.effect]) ? 'let in' : 'forbidden']);

  it.each(scopes.map((scope) => ({ name: scope, scope })))(
    '$name: in sessions, stateless, in the newest protocol and over a WebSocket',
    async (key) => {
      const headers = bearer(secretOf(key.name));
      const session = await openSession(server.url, headers);
      const call = (name: string) => rpc('tools/call', { name, arguments: bad });
      const meta = {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
        'io.modelcontextprotocol/clientCapabilities': {},
      };
      const modernCall = (name: string) =>
        post(server.url, rpc('tools/call', { name, arguments: bad, _meta: meta }), {
          ...headers,
          'Mcp-Protocol-Version': '2026-07-28',
          'Mcp-Method': 'tools/call',
          'Mcp-Name': name,
        });
      const socket = await TestSocket.open(server.url, '/mcp', '2025-11-25', headers);
      const ways: Record<string, (name: string) => Promise<{ result: Parameters<typeof verdict>[0] }>> = {
        session: async (name) => (await post(server.url, call(name), session)).json(),
        stateless: async (name) => (await post(server.url, call(name), headers)).json(),
        modern: async (name) => (await modernCall(name)).json(),
        socket: (name) => socket.call(name, bad),
      };
      for (const [way, ask] of Object.entries(ways)) {
        const seen = await Promise.all(
          catalog.tools.map(async ({ name }) => [name, verdict((await ask(name)).result)]),
        );
        expect([way, seen]).toEqual([way, expected(key.scope)]);
      }
      await socket.close();
    },
  );
});

describe('the capture proxy, by its own X-Dewey-Key', () => {
  const cell: Cell = { method: 'POST', path: '/no_such_upstream/mcp', scope: 'write' };
  const with_ = (secret: string | undefined): Record<string, string> =>
    secret === undefined ? {} : { 'x-dewey-key': secret };

  it('refuses a missing, wrong, expired or revoked key, and one that only reads', async () => {
    for (const name of refused) {
      expect([name, await status(proxy, cell, with_(secretFor(name)))]).toEqual([name, 401]);
      expect([name, await upgrade(`${proxy}?upstream=no`, with_(secretFor(name)), [])]).toEqual([name, 401]);
      // The gateway's own header is passed to the upstream here.
      expect([name, await status(proxy, cell, bearer(secretOf('admin')))]).toEqual([name, 401]);
    }
    for (const { name, scope } of counting) {
      const enough = scope !== 'read';
      expect([name, await status(proxy, cell, with_(secretOf(name)))]).toEqual([name, enough ? 404 : 403]);
      expect([name, await upgrade(`${proxy}?upstream=no`, with_(secretOf(name)), [])]).toEqual([
        name,
        enough ? 'open' : 403,
      ]);
    }
  });
});
