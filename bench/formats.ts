import { spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  keyValueStores,
  formats as known,
  stores,
} from '../src/gateway/capture/transcripts/formats/index.ts';
import { makers } from './formats-made.ts';
import { manyMakers } from './formats-many.ts';
import { type Bench, rounded, scratchLake, table } from './support.ts';

const main = fileURLToPath(new URL('../dist/main.cjs', import.meta.url));

/**
 * Imports of every format by `dewey import` as a process, into an empty lake that runs already. Each is as long as `--mb`
 * says, made of copies of its fixture with distinct ids, in which a text is lengthened until a message takes as much of the
 * file as in a real session. Bars: 10 MB/s and 200 MB. Processor time is that of the command, and that of PostgreSQL;
 * `--profile=folder` writes where it goes.
 */
export const formats: Bench = {
  name: 'formats',
  async run({ mb = '50', only, profile }) {
    const wanted = only?.split(',') ?? Object.keys({ ...makers, ...manyMakers });
    // The memories of other products are imported once, and are small.
    const conversations = [...known, ...stores, ...keyValueStores].filter(
      (format) => !('read' in format) && !('memories' in format),
    );
    const unmeasured = conversations.filter(({ name }) => !(name in makers)).map(({ name }) => name);
    if (unmeasured.length > 0) throw new Error(`There is no maker for ${unmeasured.join(', ')}.`);
    const rows: Record<string, string | number>[] = [];
    for (const name of wanted) {
      const flags = profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}/${name}`];
      rows.push(await measure(name, Number(mb) * 1e6, flags));
    }
    table(`Imports of ${mb} MB`, rows);
  },
};

async function measure(
  name: string,
  bytes: number,
  profile: readonly string[],
): Promise<Record<string, string | number>> {
  const all = { ...makers, ...manyMakers };
  const make = all[name];
  if (!make) throw new Error(`No such format: ${name}. There are: ${Object.keys(all).join(', ')}.`);
  const folder = await mkdtemp(join(tmpdir(), 'dewey-bench-'));
  await chmod(folder, 0o711); // if started by root, PostgreSQL runs as another user
  const lake = await scratchLake();
  try {
    const place = join(folder, 'made');
    await mkdir(place);
    const made = await make(place, bytes);
    const env = { PATH: process.env.PATH, DATABASE_URL: lake.url, DEWEY_DATA_DIR: join(folder, 'data') };
    const databaseBefore = await databaseSeconds(lake.directory);
    const begun = performance.now();
    const { status, stdout, stderr } = spawnSync(
      '/usr/bin/env',
      [
        'time',
        '-f',
        'peak %M kB, used %U+%S s',
        process.execPath,
        ...profile,
        main,
        'import',
        made.path,
        '--json',
      ],
      { env, encoding: 'utf8', maxBuffer: 1e8 },
    );
    const seconds = (performance.now() - begun) / 1000;
    if (status !== 0) throw new Error(`The import of ${name} failed: ${stderr}${stdout.slice(0, 1000)}`);
    const { stored, conversations } = JSON.parse(stdout);
    const [, user, system] = /used ([\d.]+)\+([\d.]+) s/.exec(stderr) ?? [];
    return {
      format: name,
      MB: rounded(made.bytes / 1e6, 1),
      files: made.files,
      conversations,
      messages: stored,
      'bytes a message': Math.round(made.bytes / stored),
      seconds: rounded(seconds, 1),
      'processor seconds': rounded(Number(user) + Number(system), 1),
      'of PostgreSQL': rounded((await databaseSeconds(lake.directory)) - databaseBefore, 1),
      'MB/s': rounded(made.bytes / 1e6 / seconds, 1),
      'messages/s': Math.round(stored / seconds),
      'peak MB': Math.round(Number(/peak (\d+) kB/.exec(stderr)?.[1]) / 1000),
    };
  } finally {
    await lake.end();
    await rm(folder, { recursive: true, force: true });
  }
}

const ticksPerSecond = 100;

/** The processor time of a cluster and of its processes so far, also of those that have ended. */
async function databaseSeconds(directory: string): Promise<number> {
  const [postmaster] = (await readFile(join(directory, 'postgres', 'postmaster.pid'), 'utf8')).split('\n');
  let ticks = 0;
  for (const pid of await readdir('/proc')) {
    const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ''); // not a process, or it has ended
    const [, parent, , , , , , , , , user, system, usersOfEnded, systemOfEnded] =
      text.split(') ')[1]?.split(' ') ?? [];
    if (pid === postmaster)
      ticks += Number(user) + Number(system) + Number(usersOfEnded) + Number(systemOfEnded);
    else if (parent === postmaster) ticks += Number(user) + Number(system);
  }
  return ticks / ticksPerSecond;
}
