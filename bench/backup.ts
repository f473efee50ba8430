import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyOut } from '../src/db/backup/copy-out.ts';
import { countRows } from '../src/db/backup/format.ts';
import { isDerived, liveTables, quoted, quotedList } from '../src/db/backup/tables.ts';
import { connect, type Database } from '../src/db/postgres/connect.ts';
import { holdEmbeddedServer } from '../src/db/postgres/embedded/index.ts';
import { migrate } from '../src/db/postgres/migrate.ts';

/**
 * Backs up a lake of about this many megabytes, restores it into an empty embedded server and compares the two row by
 * row.
 *
 *     npx tsx bench/backup.ts 1000
 */
const megabytes = Number(process.argv[2] ?? 1000);
const messages = Math.round((megabytes * 1_000_000) / 1000);
const perConversation = 500;

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'dewey-bench-'));
  await chmod(folder, 0o755);
  const [from, to] = [join(folder, 'from'), join(folder, 'to')];
  const file = join(folder, 'lake.backup.gz');
  try {
    await timed('filled', () => inLake(from, fill));
    const backup = await dewey(['backup', file], from);
    process.stdout.write(`backup: ${backup}; file ${((await stat(file)).size / 1e6).toFixed(0)} MB\n`);
    process.stdout.write(`verify: ${await dewey(['backup', '--verify', file], from)}\n`);
    process.stdout.write(`restore: ${await dewey(['restore', file], to)}\n`);
    const [before, after] = await timed('compared', async () => [
      await inLake(from, sums),
      await inLake(to, sums),
    ]);
    const same = JSON.stringify(before) === JSON.stringify(after);
    const rows = Object.values(before ?? {}).reduce((sum, table) => sum + table.rows, 0);
    process.stdout.write(
      `${rows} rows of ${Object.keys(before ?? {}).length} tables, ${same ? 'every row equal' : 'NOT EQUAL'}\n`,
    );
    if (!same) process.exitCode = 1;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function inLake<T>(directory: string, work: (db: Database) => Promise<T>): Promise<T> {
  const server = await holdEmbeddedServer(directory);
  await migrate(server.url);
  const db = connect(server.url, { max: 1, applicationName: 'bench' });
  try {
    return await work(db);
  } finally {
    await db.close();
    await server.release();
  }
}

/** One kilobyte per message, half of it compressible. */
async function fill({ sql }: Database): Promise<void> {
  await sql.unsafe(`alter table messages disable trigger user`);
  await sql.unsafe(`
    insert into conversations (id, project) select md5(n::text)::uuid, 'bench'
    from generate_series(1, ${Math.ceil(messages / perConversation)}) n`);
  await sql.unsafe(`
    insert into conversation_heads (conversation_id, last_turn, message_count)
    select id, ${perConversation}, ${perConversation} from conversations`);
  await sql.unsafe(`
    insert into messages (conversation_id, turn_number, role, content)
    select md5((1 + n / ${perConversation})::text)::uuid, 1 + n % ${perConversation}, 'user',
           (select string_agg(md5(n::text || i) || ' the loan period of shelf ', '') from generate_series(1, 16) i)
    from generate_series(0, ${messages - 1}) n`);
  await sql.unsafe(`alter table messages enable trigger user`);
}

/** For each table, its row count and the SHA-256 of all rows in primary key order. */
function sums({ sql }: Database): Promise<Record<string, { rows: number; sha256: string }>> {
  return sql.begin(async (tx) => {
    const found: Awaited<ReturnType<typeof sums>> = {};
    for (const { name, columns } of (await liveTables(tx)).tables) {
      if (isDerived(name)) continue;
      const keys = await tx<{ name: string }[]>`
        select a.attname as name from pg_index i join pg_attribute a on a.attrelid = i.indrelid
        where i.indrelid = ${quoted(name)}::text::regclass and i.indisprimary and a.attnum = any(i.indkey)`;
      const hash = createHash('sha256');
      const order = quotedList(keys.map((key) => key.name));
      let rows = 0;
      for await (const part of copyOut(
        tx,
        `copy (select ${quotedList(columns)} from ${quoted(name)} order by ${order}) to stdout`,
      )) {
        hash.update(part);
        rows += countRows(part);
      }
      found[name] = { rows, sha256: hash.digest('hex') };
    }
    return found;
  });
}

/** Runs a command; returns its duration and the peak memory of its process. */
async function dewey(args: string[], directory: string): Promise<string> {
  const begun = performance.now();
  const child = spawn(process.execPath, ['--import', 'tsx', 'src/main.ts', ...args], {
    env: { PATH: process.env.PATH, DEWEY_DATA_DIR: directory },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  let peak = '?';
  const watch = setInterval(async () => {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => ''); // the process has ended
    peak = /VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? peak;
  }, 200);
  const [code] = await once(child, 'exit');
  clearInterval(watch);
  if (code !== 0) throw new Error(`dewey ${args[0]} ended with ${code}`);
  return `${((performance.now() - begun) / 1000).toFixed(1)} s, ${Math.round(Number(peak) / 1024)} MB of memory`;
}

async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  const begun = performance.now();
  const result = await work();
  process.stdout.write(`${what}: ${((performance.now() - begun) / 1000).toFixed(1)} s\n`);
  return result;
}

await main();
