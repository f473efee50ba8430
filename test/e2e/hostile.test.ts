import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect } from '../../src/db/postgres/connect.ts';
import { openPaths } from '../../src/gateway/http/require-key.ts';
import { useDataDirs } from '../support/datadir.ts';
import { fire, type Shot, shots, wildUpstream } from '../support/hostile.ts';
import { useDatabase } from '../support/lake.ts';
import { type Running, serve } from '../support/process.ts';
import { eventually } from '../support/waiting.ts';

const database = useDatabase();
const dataDir = useDataDirs();
const secret = 'the-key-of-the-fuzzer';
const keyHeaders = [`Authorization: Bearer ${secret}`, `X-Dewey-Key: ${secret}`, 'X-Hostile: keyed'];
const seed = Number(process.env.FUZZ_SEED ?? 20_260_301);
let server: Running & { url: string };
let upstream: Awaited<ReturnType<typeof wildUpstream>>;
let ports: { gateway: number; proxy: number };

beforeAll(async () => {
  upstream = await wildUpstream();
  server = await serve({
    DATABASE_URL: database.url,
    DEWEY_DATA_DIR: await dataDir(),
    DEWEY_API_KEYS: `fuzzer:admin:${secret}`,
    DEWEY_PROXY_PORT: '0',
    DEWEY_UPSTREAMS: `wild=http://127.0.0.1:${upstream.port}/base/mcp`,
    DEWEY_LIMITS: 'off',
  });
  const [, proxy] = await server.says(/"port":(\d+),"msg":"capture proxy listening"/, 'err');
  ports = { gateway: Number(new URL(server.url).port), proxy: Number(proxy) };
}, 60_000);
afterAll(async () => {
  await server?.end();
  upstream?.close();
});

const alive = async () => expect(await (await fetch(`${server.url}/healthz`)).text()).toBe('ok');

/** Sockets the server has open to peers: all but those to the database, of which its pool opens more when there is work. */
async function sockets(): Promise<number> {
  const db = connect(database.url);
  const [row] = await db.sql<{ count: number }[]>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`;
  await db.close();
  const response = await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${secret}` } });
  const [, count] = /^dewey_nodejs_active_handles\{type="Socket"\} (\d+)$/m.exec(await response.text()) ?? [];
  return Number(count ?? 0) - (row?.count ?? Number.NaN);
}

/** Connections of the server to the database that are in a transaction. */
async function transactions(): Promise<number> {
  const db = connect(database.url);
  const [row] = await db.sql<{ count: number }[]>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and state like 'idle in transaction%'`;
  await db.close();
  return row?.count ?? Number.NaN;
}

/** Fires them, with this concurrency. @returns responses that admitted a client without a key. */
async function fireAll(
  port: number,
  all: readonly Shot[],
  isOpen: (target: string) => boolean,
): Promise<string[]> {
  const wrong: string[] = [];
  const waiting = [...all];
  const gun = async () => {
    for (let shot = waiting.pop(); shot; shot = waiting.pop()) {
      const answer = await fire(port, shot);
      const letIn = /^HTTP\/1\.1 (101|[23]\d\d)/.test(answer);
      if (letIn && !shot.keyed && !isOpen(shot.target))
        wrong.push(`${shot.bytes.toString('latin1')} => ${answer}`);
    }
  };
  await Promise.all(Array.from({ length: 40 }, gun));
  return wrong;
}

const pathOf = (target: string): string =>
  URL.canParse(target, 'http://127.0.0.1') ? new URL(target, 'http://127.0.0.1').pathname : target;

describe('whatever peers send', () => {
  it.each([
    ['a path', '/'],
    ['a host without a name', '//'],
    ['a port that is none', '//:99999/'],
    ['half an address', 'http://['],
    ['an upstream', '/?upstream=wild'],
    ['an upstream with a long name', `/?upstream=${'%E4%B8%AD'.repeat(40)}`],
  ])('%s as a target crashes nothing, on either port, with and without a key', async (_, target) => {
    const upgrade = `Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n`;
    const heads = ['', upgrade, `${upgrade}Sec-WebSocket-Protocol: a, a\r\n`];
    const fired = [ports.gateway, ports.proxy].flatMap((port) =>
      heads.flatMap((head) =>
        ['', `${keyHeaders.join('\r\n')}\r\n`].map((more) => {
          const bytes = Buffer.from(`GET ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\n${more}${head}\r\n`);
          return fire(port, { bytes, keyed: more !== '', ending: 'wait', target });
        }),
      ),
    );
    expect(await Promise.all(fired)).toHaveLength(12);
    await alive();
  });

  it('the process survives, admits no one without a key, leaks no connection and stays within the path of an upstream', async () => {
    const before = await sockets();
    const any = fc.sample(shots(keyHeaders), { seed, numRuns: 900 });
    const admitted = fc.sample(shots(keyHeaders, true), { seed, numRuns: 600 });
    const isOpen = (target: string) => openPaths.has(pathOf(target));
    expect(await fireAll(ports.gateway, any.slice(0, 500), isOpen)).toEqual([]);
    await alive();
    expect(await fireAll(ports.proxy, [...any.slice(500), ...admitted], () => false)).toEqual([]);
    await alive();

    expect(upstream.requests.length).toBeGreaterThan(15);
    for (const request of upstream.requests) {
      expect(request).toMatch(/^[A-Z]+ \/base\/mcp[/? ]/);
      expect(request).toMatch(/^x-hostile: keyed\r$/im);
      expect(request).not.toMatch(/^x-dewey-key/im);
    }
    expect(server.err()).not.toMatch(
      /uncaught|unhandled|request failed|upgrade failed|TypeError|RangeError/i,
    );
    expect(server.child.exitCode).toBeNull();
    await eventually(async () => (await sockets()) <= before + 3);
    await eventually(async () => (await transactions()) === 0);
  }, 120_000);
});
