import { mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { useLake } from '../support/lake.ts';
import { dewey, type Running, serve } from '../support/process.ts';
import { eventually } from '../support/waiting.ts';

const lake = useLake();
const key = 'a-key-that-may-do-everything';
let folder: string;
let gateway: Running & { url: string };
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dewey-export-'));
  gateway = await serve({
    DATABASE_URL: lake.url,
    DEWEY_DATA_DIR: join(folder, 'data'),
    DEWEY_API_KEYS: `owner:admin:${key}`,
    DEWEY_WORKER: 'off',
  });
  // A gigabyte, not indexed: 200 conversations, some with very long messages.
  await lake.db.sql.unsafe(`
    alter table messages disable trigger user;
    with made as (insert into conversations (project) select 'p' || i from generate_series(1, 200) i returning id),
    heads as (insert into conversation_heads (conversation_id) select id from made)
    insert into messages (conversation_id, turn_number, role, content)
    select id, turn, 'user', repeat(md5(id::text || turn), case when turn % 50 = 0 then 60000 else 100 end)
    from made, generate_series(1, 100) turn;
    alter table messages enable trigger user`);
});
afterAll(async () => {
  await gateway.end();
  await rm(folder, { recursive: true });
});

/** The peak memory of a process, in megabytes. */
const most = async (pid: number): Promise<number> =>
  Number(/VmHWM:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8').catch(() => ''))?.[1] ?? 0) /
  1024;

/** Runs a command through the gateway and waits for its end. */
async function run(...args: string[]) {
  const client = dewey(args, { DEWEY_URL: gateway.url, DEWEY_API_KEY: key });
  let clientMost = 0;
  const looking = setInterval(async () => {
    clientMost = Math.max(clientMost, await most(client.pid));
  }, 50);
  const begun = performance.now();
  expect(await client.ended).toBe(0);
  clearInterval(looking);
  const seconds = (performance.now() - begun) / 1000;
  return { out: client.out(), seconds, clientMost, serverMost: await most(gateway.pid) };
}

it.skipIf(process.platform !== 'linux').each([
  ['conversations', ['--format', 'jsonl']],
  ['everything', []],
])('%s of a gigabyte pass through both sides in bounded memory', async (what, args) => {
  const path = join(folder, what);
  const { seconds, clientMost, serverMost } = await run('export', '--all', ...args, '--output', path);
  const megabytes = (await stat(path)).size / 1e6;
  process.stdout.write(
    `${what}: ${megabytes.toFixed(0)} MB in ${seconds.toFixed(1)} s, gateway ${serverMost.toFixed(0)} MB, client ${clientMost.toFixed(0)} MB\n`,
  );
  expect(megabytes).toBeGreaterThan(800);
  expect(Math.max(clientMost, serverMost)).toBeLessThan(250);
});

it.skipIf(process.platform !== 'linux')('and are imported in bounded memory, all as duplicates', async () => {
  const { out, seconds, clientMost, serverMost } = await run(
    'import',
    join(folder, 'conversations'),
    '--json',
  );
  expect(JSON.parse(out)).toMatchObject({ stored: 0, duplicates: 20_000 });
  process.stdout.write(
    `import: ${seconds.toFixed(1)} s, gateway ${serverMost.toFixed(0)} MB, client ${clientMost.toFixed(0)} MB\n`,
  );
  expect(Math.max(clientMost, serverMost)).toBeLessThan(400);
});

it.skipIf(process.platform !== 'linux')('a reader that stops reading does not fill memory', async () => {
  const before = await most(gateway.pid);
  const reading = new AbortController();
  const response = await fetch(`${gateway.url}/export/lake`, {
    headers: { Authorization: `Bearer ${key}` },
    signal: reading.signal,
  });
  const reader = response.body?.getReader();
  await reader?.read();
  await delay(3000);
  expect(await most(gateway.pid)).toBeLessThan(before + 30);
  reading.abort();
});

it('a gateway stopped in the middle shuts down cleanly, and the export is reported as incomplete', async () => {
  const files = join(folder, 'stopped');
  await mkdir(files);
  const client = dewey(['export', '--all', '--format', 'jsonl', '--output', join(files, 'export')], {
    DEWEY_URL: gateway.url,
    DEWEY_API_KEY: key,
  });
  await eventually(async () => (await readdir(files)).length > 0);
  expect(await gateway.end()).toBe(0);
  expect(await client.ended).toBe(1);
  expect(client.err()).toMatch(/^dewey: The export was cut off: .+\. No file was written; try again\.\n$/);
  expect(await readdir(files)).toEqual([]);
});
