import { createReadStream } from 'node:fs';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { connect, type Database } from '../../src/db/postgres/connect.ts';
import { runHere } from '../support/command.ts';
import { cutTo } from '../support/cut.ts';
import { useDataDirs } from '../support/datadir.ts';
import { cloneDatabase } from '../support/lake.ts';
import { dewey, serve } from '../support/process.ts';
import { fillLake, fingerprint } from '../support/rows.ts';
import { eventually } from '../support/waiting.ts';

// Starts and stops real processes, which is slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const dataDir = useDataDirs();
const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

async function database(template = 'template0'): Promise<string> {
  const clone = await cloneDatabase(template);
  cleanups.push(clone.drop);
  return clone.url;
}

/** Not named like a Dewey process, so that a restore does not mistake the test for one. */
async function look<T>(url: string, at: (db: Database) => Promise<T>): Promise<T> {
  const db = connect(url, { max: 1, applicationName: 'a test' });
  try {
    return await at(db);
  } finally {
    await db.close();
  }
}

/** A lake large enough to kill a process while it reads or writes it. */
let lake: string;
/** Its backup, once made. */
let whole: string;
beforeAll(async () => {
  const clone = await cloneDatabase('template_winni');
  lake = clone.url;
  dropLake = clone.drop;
  await look(lake, async (db) => {
    await fillLake(db);
    await db.sql.unsafe(`
      insert into messages (conversation_id, turn_number, role, content)
      select '22222222-2222-4222-8222-222222222222', n, 'user',
             (select string_agg(md5(n::text || i), ' ') from generate_series(1, 500) i)
      from generate_series(1, 1500) n`);
  });
});
let dropLake: () => Promise<unknown>;
afterAll(() => dropLake());

/** Resolves while a restore copies messages. */
const copying = (url: string) =>
  look(url, ({ sql }) =>
    eventually(async () => {
      const [copy] = await sql`
        select from pg_stat_progress_copy where datname = current_database() and tuples_processed > 500`;
      return copy !== undefined;
    }),
  );

/** The server notices only a moment later that a client was killed. */
const vacated = (url: string) =>
  look(url, ({ sql }) =>
    eventually(async () => {
      const there = await sql`
        select from pg_stat_activity
        where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`;
      return there.count === 0;
    }),
  );

const run = (args: string[], env: Record<string, string>) => runHere(args, env);

describe('dewey backup and dewey restore', () => {
  it('a killed backup leaves no valid file, and a killed restore leaves an empty lake', async () => {
    const folder = await dataDir();
    const file = join(folder, 'lake.backup.gz');
    whole = file;
    const home = await dataDir();
    const from = { DATABASE_URL: lake, DEWEY_DATA_DIR: home };
    const before = await look(from.DATABASE_URL, fingerprint);

    const killed = dewey(['backup', file], from);
    await eventually(async () => {
      const [draft] = await readdir(folder);
      return draft !== undefined && (await stat(join(folder, draft))).size > 100_000;
    });
    expect(await killed.end('SIGKILL')).toBe('SIGKILL');
    const [left = '', ...others] = await readdir(folder);
    expect(left).toMatch(/^lake\.backup\.gz\.\d+\.partial$/);
    expect(others).toEqual([]);
    // Even under the final name it is not accepted.
    await writeFile(join(folder, 'half.gz'), await readFile(join(folder, left)));
    const half = await run(['backup', '--verify', join(folder, 'half.gz')], {});
    expect(half).toMatchObject({ code: 1, out: '', err: expect.stringContaining('ends in the middle') });

    expect(await run(['backup', file], from)).toMatchObject({ code: 0, err: '' });
    expect((await readdir(folder)).sort()).toEqual(['half.gz', 'lake.backup.gz']);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const again = await run(['backup', file], from);
    expect(again).toMatchObject({ code: 2, err: expect.stringContaining('already exists') });
    const verified = await run(['backup', '--verify', file, '--json'], {});
    expect(JSON.parse(verified.out)).toMatchObject({ ok: true, tables: { messages: 1540 } });

    const into = { DATABASE_URL: await database(), DEWEY_DATA_DIR: home };
    const stopped = dewey(['restore', file], into);
    await copying(into.DATABASE_URL);
    expect(await stopped.end('SIGKILL')).toBe('SIGKILL');
    await vacated(into.DATABASE_URL);
    const tables = await look(into.DATABASE_URL, fingerprint);
    expect(tables).toEqual({});
    expect(await run(['restore', file], into)).toMatchObject({ code: 0, err: '' });
    expect(await look(into.DATABASE_URL, fingerprint)).toEqual(before);
    const second = await run(['restore', file], into);
    expect(second).toMatchObject({
      code: 1,
      err: expect.stringContaining('The lake is not empty: messages'),
    });
  });

  it('report a lost database immediately, and leave no file and an empty lake', async () => {
    const folder = await dataDir();
    const file = join(folder, 'lake.backup.gz');
    const home = await dataDir();
    const way = await cutTo(lake);
    cleanups.push(way.close);
    const cutOff = run(['backup', file], { DATABASE_URL: way.url, DEWEY_DATA_DIR: home });
    await eventually(async () => {
      const [draft] = await readdir(folder);
      return draft !== undefined && (await stat(join(folder, draft))).size > 100_000;
    });
    way.reset();
    expect(await cutOff).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringMatching(
        /^dewey: The connection to the database was lost during the backup \(.+\)\. No file was written/,
      ),
    });
    expect(await readdir(folder)).toEqual([]);

    const to = await database();
    const into = await cutTo(to);
    cleanups.push(into.close);
    const stopped = run(['restore', whole], { DATABASE_URL: into.url, DEWEY_DATA_DIR: home });
    await copying(to);
    into.reset();
    expect(await stopped).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringMatching(
        /^dewey: The connection to the database was lost during the restore \(.+\)\. Run it again/,
      ),
    });
    expect(await look(to, fingerprint)).toEqual({});
  });

  it('backs up through the gateway to a file, and restores it into an embedded lake', async () => {
    const folder = await dataDir();
    const file = join(folder, 'host.backup.gz');
    const url = await database('template_winni');
    await look(url, fillLake);
    const keys = { reader: 'a-key-that-may-only-read', owner: 'a-key-that-may-do-everything' };
    const gateway = await serve({
      DATABASE_URL: url,
      DEWEY_DATA_DIR: await dataDir(),
      DEWEY_API_KEYS: `reader:write:${keys.reader},owner:admin:${keys.owner}`,
    });
    const client = (key: string) => ({ DEWEY_URL: gateway.url, DEWEY_API_KEY: key });
    expect(await run(['backup', file], client(keys.reader))).toMatchObject({
      code: 1,
      err: expect.stringContaining('may not call take_backup'),
    });
    expect(await readdir(folder)).toEqual([]);
    expect(await run(['backup', file], client(keys.owner))).toMatchObject({
      code: 0,
      out: expect.stringContaining('rows of'),
    });
    expect(await run(['restore', file], client(keys.owner))).toMatchObject({
      code: 2,
      err: expect.stringContaining('without DEWEY_URL'),
    });
    expect(await gateway.end()).toBe(0);

    const embedded = { DEWEY_DATA_DIR: await dataDir() };
    // Through standard input, as into a container.
    const restored = dewey(['restore', '-', '--json'], embedded);
    createReadStream(file).pipe(restored.child.stdin);
    expect(await restored.ended).toBe(0);
    expect(restored.err()).toBe('');
    expect(JSON.parse(restored.out())).toMatchObject({ tables: { messages: 40 }, migrated: 0 });
    // The other direction: from the embedded lake to standard output.
    const out = dewey(['backup', '-'], embedded);
    expect(await out.ended).toBe(0);
    expect(out.err()).toContain('rows of');
  });

  it('makes scheduled backups while it serves, and keeps the configured number', async () => {
    const folder = join(await dataDir(), 'backups');
    const plan = { DEWEY_BACKUP_DIR: folder, DEWEY_BACKUP_EVERY: '1h', DEWEY_BACKUP_KEEP: '2' };
    const env = { DATABASE_URL: await database('template_winni'), DEWEY_DATA_DIR: await dataDir(), ...plan };
    const files = (): Promise<string[]> => readdir(folder).catch(() => []);
    const first = await serve(env);
    await eventually(async () => (await files()).some((name) => name.endsWith('.gz')));
    expect(await first.end()).toBe(0);
    const [made = ''] = await files();
    expect(await run(['backup', '--verify', join(folder, made)], {})).toMatchObject({ code: 0 });
    // Old backups, scheduled and manual.
    for (const name of [
      'dewey-2020-01-01T00-00-00Z.backup.gz',
      'dewey-2021-01-01T00-00-00Z.backup.gz',
      'mine.gz',
    ])
      await writeFile(join(folder, name), '');
    await rm(join(folder, made));
    const second = await serve(env);
    await eventually(async () => !(await files()).includes('dewey-2020-01-01T00-00-00Z.backup.gz'));
    expect(await second.end()).toBe(0);
    expect((await files()).sort()).toEqual([
      'dewey-2021-01-01T00-00-00Z.backup.gz',
      expect.stringMatching(/^dewey-20.*Z\.backup\.gz$/),
      'mine.gz',
    ]);
  });
});
