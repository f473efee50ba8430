import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { connect } from '../../../src/db/postgres/connect.ts';
import { hookSettings } from '../../../src/handlers/workflow/domain/hooks.ts';
import { runHere } from '../../support/command.ts';
import { useDataDirs } from '../../support/datadir.ts';
import { useServer } from '../../support/gateway.ts';
import { cloneDatabase, useLake } from '../../support/lake.ts';

vi.setConfig({ testTimeout: 60_000 });
const lake = useLake();
const secret = 'a-key-that-may-only-look';
const gateway = useServer(lake, { DEWEY_API_KEYS: `looker:read:${secret}` });
const dataDirs = useDataDirs();

type Found = { check: string; ok: boolean; status?: string; detail: string };

async function doctor(
  env: Record<string, string>,
): Promise<{ code: number; of(check: string): Found | undefined }> {
  const { code, out } = await runHere(['doctor', '--json'], {
    DATABASE_URL: lake.url,
    DEWEY_PROXY_PORT: 'off',
    ...env,
  });
  const { findings } = JSON.parse(out) as { findings: Found[] };
  return { code, of: (check) => findings.find((finding) => finding.check === check) };
}

it('tests the client configurations with real connections and the configured key', async () => {
  const env = {
    DEWEY_URL: gateway.url,
    DEWEY_DATA_DIR: await dataDirs(),
    CLAUDE_CONFIG_DIR: await dataDirs(),
  };
  const keyed = await doctor({ ...env, DEWEY_API_KEY: secret });
  expect(keyed.code).toBe(0);
  expect(keyed.of('clients over HTTP')).toMatchObject({
    ok: true,
    detail: expect.stringMatching(/^\d+ tools: claude mcp add --transport http dewey http/),
  });
  expect(keyed.of('clients over WebSocket')?.detail).toMatch(/^\d+ tools: .*"type":"ws","url":"ws:\/\//);
  // It names the default port. The page Today shows this line by itself.
  expect(keyed.of('plugin')).toMatchObject({
    ok: true,
    status: 'warning',
    detail: expect.stringContaining(
      `or connect with "claude mcp add --transport http dewey ${gateway.url}/mcp"`,
    ),
  });
  for (const check of ['database', 'indexes', 'search index', 'disk', 'binding', 'retention', 'spool'])
    expect(keyed.of(check)).toMatchObject({ ok: true });
  const wrong = await doctor({ ...env, DEWEY_API_KEY: 'a-key-that-nobody-gave-out' });
  expect(wrong.code).toBe(1);
  expect(wrong.of('clients over HTTP')).toMatchObject({
    ok: false,
    detail: expect.stringMatching(/^the gateway rejected the key in DEWEY_API_KEY\. claude mcp add/),
  });
  const keyless = await doctor(env);
  expect(keyless.code).toBe(0);
  expect(keyless.of('clients over HTTP')).toMatchObject({
    status: 'warning',
    detail: expect.stringContaining('set DEWEY_API_KEY'),
  });
  expect(keyless.of('clients over WebSocket')?.status).toBe('warning');
});

it('names variables that are no settings, and what may have been meant', async () => {
  const env = { DEWEY_URL: gateway.url, DEWEY_API_KEY: secret, DEWEY_DATA_DIR: await dataDirs() };
  expect((await doctor(env)).of('configuration')).toEqual({
    check: 'configuration',
    ok: true,
    detail: 'all variables are valid',
  });
  vi.stubEnv('DEWEY_PROT', '9021');
  expect((await doctor(env)).of('configuration')).toMatchObject({
    ok: true,
    status: 'warning',
    detail: expect.stringMatching(/^DEWEY_PROT is not a setting .* DEWEY_MCP_PORT/),
  });
});

it('reports problems of hooks, and recognises correct ones', async () => {
  const CLAUDE_CONFIG_DIR = await dataDirs();
  const env = {
    DEWEY_URL: gateway.url,
    DEWEY_API_KEY: secret,
    DEWEY_DATA_DIR: await dataDirs(),
    CLAUDE_CONFIG_DIR,
  };
  const hooks = async (settings: unknown) => {
    await writeFile(
      join(CLAUDE_CONFIG_DIR, 'settings.json'),
      typeof settings === 'string' ? settings : JSON.stringify(settings),
    );
    return (await doctor(env)).of('hooks');
  };
  expect((await doctor(env)).of('hooks')).toMatchObject({
    ok: true,
    detail: expect.stringContaining('not installed'),
  });
  expect(await hooks('{')).toMatchObject({ ok: false, detail: expect.stringContaining('fix it') });
  expect(await hooks(hookSettings('/nowhere/dewey'))).toMatchObject({
    ok: false,
    detail: expect.stringContaining('/nowhere/dewey, which does not exist'),
  });
  const here = hookSettings(`"${process.execPath}" "${join(process.cwd(), 'src/main.ts')}"`);
  expect(await hooks(here)).toMatchObject({ ok: true, detail: expect.stringContaining('every event') });
  const { SessionStart } = here.hooks as Record<string, unknown>;
  expect(await hooks({ hooks: { SessionStart } })).toMatchObject({
    ok: false,
    detail: expect.stringContaining('only 1 of'),
  });
});

it('reports problems of the lake, the spool, the backups and the ports', async () => {
  const clone = await cloneDatabase();
  const DEWEY_DATA_DIR = await dataDirs();
  const folder = join(DEWEY_DATA_DIR, 'backups');
  await mkdir(folder);
  await writeFile(join(folder, 'dewey-2020-01-01T00-00-00Z.backup.gz'), '');
  await mkdir(join(DEWEY_DATA_DIR, 'spool', 'poison'), { recursive: true });
  await writeFile(join(DEWEY_DATA_DIR, 'spool', 'poison', '1-1.refused'), '{}');
  const db = connect(clone.url, { max: 1 });
  await db.sql`update pg_index set indisvalid = false where indexrelid = 'idx_messages_created'::regclass`;
  await db.sql`insert into retention_runs (at, report) values ('2020-01-01T00:00:00Z', '{}')`;
  await db.sql`insert into search_queue (shelf, doc_nos) select 1, array_agg(n) from generate_series(1, 200000) n`;
  await db.sql`
    insert into api_keys (name, secret_hash, scope, created_at, expires_at) values ('ending', 'h', 'read', now(), now() + interval '1 day')`;
  await db.close();
  const { port } = new URL(clone.url);
  const { code, of } = await doctor({
    DATABASE_URL: clone.url,
    DEWEY_DATA_DIR,
    DEWEY_BACKUP_DIR: folder,
    CLAUDE_CONFIG_DIR: DEWEY_DATA_DIR,
    DEWEY_MCP_PORT: port, // PostgreSQL's
    DEWEY_MCP_HOST: '0.0.0.0',
    DEWEY_ALLOW_ANONYMOUS: 'on',
  });
  expect(code).toBe(1);
  expect(of('gateway')).toMatchObject({
    ok: false,
    detail: expect.stringContaining('another program is listening'),
  });
  expect(of('binding')).toMatchObject({ ok: true, status: 'warning' });
  expect(of('indexes')).toMatchObject({
    ok: false,
    detail: expect.stringContaining('REINDEX INDEX idx_messages_created;'),
  });
  expect(of('spool')).toMatchObject({ ok: false, detail: expect.stringContaining('1 records set aside') });
  expect(of('backups')).toMatchObject({ ok: false, detail: expect.stringContaining('hours old') });
  for (const check of ['search index', 'retention', 'keys'])
    expect(of(check)).toMatchObject({ ok: true, status: 'warning' });
  await clone.drop();
});

it('suggests a remedy for an unusable database', async () => {
  const env = { DEWEY_DATA_DIR: await dataDirs(), CLAUDE_CONFIG_DIR: await dataDirs() };
  const of = async (url: string) =>
    (await doctor({ ...env, DATABASE_URL: url, DEWEY_URL: gateway.url, DEWEY_API_KEY: secret })).of(
      'database',
    );
  const wrong = new URL(lake.url);
  wrong.password = 'wrong';
  const missing = new URL(lake.url);
  missing.pathname = '/not_there';
  for (const [url, said] of [
    [wrong, /password authentication failed.*; correct user and password \(DATABASE_URL/],
    [missing, /does not exist; create it with "createdb"/],
    [new URL('postgres://dewey@127.0.0.1:1/winni'), /ECONNREFUSED.*; start PostgreSQL there/],
  ] as const)
    expect(await of(url.href)).toMatchObject({ ok: false, detail: expect.stringMatching(said) });
});

it('names a proxy port that another program has taken, whether or not the server runs', async () => {
  const other = createServer((socket) => {
    socket.on('error', () => undefined); // the doctor hangs up as soon as it has seen enough
    socket.end('SSH-2.0-other\r\n');
  }).listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const env = {
    DEWEY_DATA_DIR: await dataDirs(),
    CLAUDE_CONFIG_DIR: await dataDirs(),
    DEWEY_API_KEY: secret,
    DEWEY_PROXY_PORT: `${port}`,
  };
  const says = (verb: string) => ({
    status: 'warning',
    detail: `port ${port} is taken by another program, so "dewey serve" ${verb} without the capture proxy; set DEWEY_PROXY_PORT to a free port or off`,
  });
  const running = await doctor({ ...env, DEWEY_MCP_PORT: new URL(gateway.url).port });
  expect(running.of('proxy')).toMatchObject(says('runs'));
  const alone = await doctor({ ...env, DEWEY_MCP_PORT: '1' });
  expect(alone.of('proxy')).toMatchObject(says('would run'));
  other.close();
});
