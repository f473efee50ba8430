import { readdir, writeFile } from 'node:fs/promises';
import { getPriority } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { catalog } from '../../src/handlers/index.ts';
import { type Ended, runHere } from '../support/command.ts';
import { useDataDirs } from '../support/datadir.ts';
import { useServer } from '../support/gateway.ts';
import { cloneDatabase, useLake } from '../support/lake.ts';
import { dewey } from '../support/process.ts';

// Starts and stops real processes, which is slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const lake = useLake();
const key = 'a-key-for-the-command-line';
const gateway = useServer(lake, { DEWEY_API_KEYS: `cli:write:${key}` });
const dataDir = useDataDirs();

/** Runs a command in a process of its own. */
async function spawned(args: string[], env: Record<string, string> = {}, input = ''): Promise<Ended> {
  const command = dewey(args, env);
  command.child.stdin.end(input);
  return { code: Number(await command.ended), out: command.out(), err: command.err() };
}
const here = () => ({ DATABASE_URL: lake.url });
const there = () => ({ DEWEY_URL: gateway.url, DEWEY_API_KEY: key });

describe('dewey', () => {
  it('prints help, and exits with 2 on invalid usage', async () => {
    const [help, version, nothing, unknown, option] = await Promise.all([
      spawned(['--help']),
      runHere(['--version']),
      runHere([]),
      runHere(['librarian']),
      runHere(['tools', '--shiny']),
    ]);
    expect(help).toMatchObject({ code: 0, err: '' });
    for (const command of ['serve', 'migrate', 'call', 'tools', 'doctor'])
      expect(help.out).toContain(command);
    expect(version).toEqual({ code: 0, out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/), err: '' });
    expect(nothing).toMatchObject({ code: 2, out: '', err: expect.stringContaining('Usage: dewey') });
    expect(unknown).toMatchObject({ code: 2, err: expect.stringContaining("unknown command 'librarian'") });
    expect(option).toMatchObject({ code: 2, err: expect.stringContaining('--shiny') });
  });

  it('reports an invalid variable in one line', async () => {
    const result = await spawned(['serve'], { DEWEY_MCP_PORT: 'ninety' });
    expect(result).toMatchObject({ code: 1, out: '' });
    expect(result.err).toMatch(/^dewey: DEWEY_MCP_PORT: .*\n$/);
  });

  it('reports an unusable data directory in one line', async () => {
    const file = join(await dataDir(), 'file');
    await writeFile(file, '');
    const result = await spawned(['serve'], { DEWEY_DATA_DIR: file, DEWEY_MCP_PORT: '0' });
    expect(result).toMatchObject({ code: 1, out: '' });
    expect(result.err).toMatch(/^dewey: DEWEY_DATA_DIR .*\n$/);
  });

  it('reports an address in use in one line', async () => {
    const { port } = new URL(gateway.url);
    const result = await spawned(['serve'], { ...here(), DEWEY_MCP_PORT: port, DEWEY_LOG_LEVEL: 'silent' });
    expect(result).toMatchObject({ code: 1, out: '' });
    expect(result.err).toMatch(/^dewey: DEWEY_MCP_PORT: .* in use .*\n$/);
  });
});

describe('dewey tools', () => {
  it('lists all tools, as text and as JSON', async () => {
    const [people, json] = await Promise.all([runHere(['tools']), runHere(['tools', '--json'])]);
    for (const tool of catalog.tools) expect(people.out).toContain(`${tool.name} `);
    expect(JSON.parse(json.out).map((tool: { name: string }) => tool.name)).toEqual(
      catalog.tools.map((tool) => tool.name),
    );
    expect([people.code, json.code]).toEqual([0, 0]);
    const far = await runHere(['tools'], there());
    expect(far).toEqual(people);
  });
});

describe('dewey call', () => {
  for (const [way, env] of [
    ['on the database itself', here],
    ['through a gateway', there],
  ] as const)
    it(`stores and finds ${way}`, async () => {
      const input = JSON.stringify({ role: 'user', content: `The password of the day, ${way}` });
      const stored = await spawned(['call', 'dewey_store_message', '-'], env(), input);
      expect(stored).toMatchObject({ code: 0, err: '' });
      const { conversation_id } = JSON.parse(stored.out);
      const [read, refused, unknown, malformed] = await Promise.all([
        runHere(['call', 'dewey_get_conversation', JSON.stringify({ conversation_id })], env()),
        runHere(['call', 'dewey_search', '{"limit":0}'], env()),
        runHere(['call', 'dewey_forget_everything'], env()),
        runHere(['call', 'dewey_search', '{"query"'], env()),
      ]);
      expect(JSON.parse(read.out)).toMatchObject({
        messages: [{ content: `The password of the day, ${way}` }],
      });
      expect(refused).toMatchObject({ code: 1, out: '' });
      expect(JSON.parse(refused.err)).toMatchObject({
        error: { kind: 'invalid_input', data: { field: 'query' } },
      });
      expect(unknown.code).not.toBe(0);
      expect(unknown.err).toContain('dewey_forget_everything');
      expect(malformed).toMatchObject({ code: 2, err: expect.stringContaining('not valid JSON') });
    });

  it.each(['migrate', 'worker'])(
    'dewey %s refuses to create a local lake when only DEWEY_URL is set',
    async (command) => {
      const directory = await dataDir();
      const before = getPriority();
      const output = await runHere([command], { ...there(), DEWEY_DATA_DIR: directory });
      expect(getPriority()).toBe(before);
      expect(output).toMatchObject({
        code: 2,
        out: '',
        err: expect.stringContaining(
          `"dewey ${command}" needs direct access to the database, but DEWEY_URL is set`,
        ),
      });
      expect(await readdir(directory)).toEqual([]);
    },
  );

  it('reports the variable with an unreachable address, and a missing key', async () => {
    const [nowhere, keyless, forbidden, gone] = await Promise.all([
      runHere(['call', 'dewey_list_conversations'], { DEWEY_URL: 'http://127.0.0.1:1' }),
      runHere(['call', 'dewey_list_conversations'], { DEWEY_URL: gateway.url }),
      runHere(['call', 'dewey_delete_startup_context', '{"name":"x"}'], there()),
      runHere(['call', 'dewey_list_conversations'], {
        DATABASE_URL: 'postgres://u:hush-hush@127.0.0.1:1/winni',
      }),
    ]);
    expect(nowhere).toMatchObject({ code: 1, out: '' });
    expect(nowhere.err).toMatch(/^dewey: DEWEY_URL: http:\/\/127\.0\.0\.1:1 cannot be reached: .*\n$/);
    expect(keyless.code).toBe(1);
    expect(JSON.parse(keyless.err)).toMatchObject({ error: { kind: 'unauthorized' } });
    expect(JSON.parse(forbidden.err)).toMatchObject({ error: { kind: 'forbidden' } });
    expect(gone.code).toBe(1);
    expect(gone.err).toMatch(/^dewey: .*ECONNREFUSED.*\n$/);
    expect(gone.err).not.toContain('hush-hush');
  });
});

describe('dewey migrate', () => {
  it('updates a database to this version and reports what it did', async () => {
    const empty = await cloneDatabase('template0');
    const first = await runHere(['migrate', '--json'], { DATABASE_URL: empty.url });
    expect(first.code).toBe(0);
    const { applied, version } = JSON.parse(first.out);
    expect(applied).toBe(version);
    const again = await runHere(['migrate'], { DATABASE_URL: empty.url });
    expect(again.out).toMatch(
      new RegExp(`^PostgreSQL at .*: applied 0 migrations; at version ${version}\\.\n$`),
    );
    expect(again.out).not.toContain(new URL(empty.url).password);
    await empty.drop();
  });
});

describe('dewey doctor', () => {
  it('reports no problems for a working setup', async () => {
    const result = await runHere(['doctor'], { ...here(), DEWEY_URL: gateway.url });
    expect(result).toMatchObject({ code: 0, err: '' });
    expect(result.out).not.toContain('FAIL');
    expect(result.out).toContain(`claude mcp add --transport http dewey ${gateway.url}/mcp`);
  });

  it('reports problems and remedies', async () => {
    const empty = await cloneDatabase('template0');
    const [broken, misconfigured] = await Promise.all([
      runHere(['doctor', '--json'], { DATABASE_URL: empty.url, DEWEY_URL: 'http://127.0.0.1:1' }),
      runHere(['doctor'], { DEWEY_LOG_LEVEL: 'loud' }),
    ]);
    expect(broken.code).toBe(1);
    const { ok, findings } = JSON.parse(broken.out);
    expect(ok).toBe(false);
    expect(findings).toEqual(
      expect.arrayContaining([
        { check: 'gateway', ok: false, detail: expect.stringContaining('dewey serve') },
        { check: 'migrations', ok: false, detail: expect.stringContaining('dewey migrate') },
        { check: 'durability', ok: true, detail: expect.any(String) },
      ]),
    );
    expect(misconfigured).toMatchObject({
      code: 1,
      out: expect.stringContaining('FAIL  configuration: DEWEY_LOG_LEVEL'),
    });
    await empty.drop();
  });
});
