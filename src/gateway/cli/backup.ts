import { createReadStream, existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Contents, readBackup } from '../../db/backup/read.ts';
import { writeBackup } from '../../db/backup/write.ts';
import { serverInfo } from '../../version.ts';
import { writeWhole } from '../backup/file.ts';
import { backupKey } from '../backup/key.ts';
import { ask, partsOf, type Remote, remoteOf } from '../client/remote.ts';
import { type Config, readConfig } from '../config/env.ts';
import { openLake } from '../runtime/lake.ts';
import { whenLost } from './interrupted.ts';
import type { ExitCode } from './run/program.ts';
import { print, printJson, say } from './run/say.ts';
import { Interrupted, stopSignal } from './run/signals.ts';
import { UsageError } from './run/usage.ts';
import { oneLine } from './terminal/harmless.ts';
import { progressBar } from './terminal/progress.ts';

type Options = { verify?: boolean; json?: boolean };

/** Writes a backup to a file, or to standard output for `-`; from the gateway of `DEWEY_URL` when set. */
export async function backup(env: NodeJS.ProcessEnv, file: string, options: Options): Promise<ExitCode> {
  if (options.verify) return verifyBackup(file, options);
  if (file !== '-' && existsSync(file))
    throw new UsageError(`${file} already exists. Choose another name, or remove it first.`);
  const config = readConfig(env);
  const stopping = stopSignal();
  try {
    // Standard output carries the backup itself.
    const to = file === '-' ? process.stderr : process.stdout;
    const remote = remoteOf(config);
    const contents = await (remote
      ? backupThere(remote, file, stopping)
      : backupHere(config, file, stopping));
    if (!contents) return 0;
    const size = file === '-' ? undefined : (await stat(file)).size;
    if (options.json) printJson({ file, file_bytes: size, ...contents }, 0, to);
    else print(`${sentence(contents)}${size === undefined ? '' : `; ${file}: ${megabytes(size)}`}`, to);
    return 0;
  } catch (error) {
    if (stopping.aborted)
      throw new Interrupted(
        file === '-'
          ? 'The backup was interrupted; the output is incomplete.'
          : 'The backup was interrupted; no file was written.',
        stopping,
      );
    throw whenLost(
      error,
      'backup',
      file === '-' ? 'The output is incomplete.' : 'No file was written; try again.',
    );
  }
}

type Summary = { tables: Record<string, number>; rows: number; bytes: number; sha256: string };

/** Bypasses the gateway's route, which reports neither progress nor tables that are not part of Dewey. */
async function backupHere(config: Config, file: string, signal: AbortSignal): Promise<Summary> {
  const key = await backupKey(config.dataDir);
  const lake = await openLake(config);
  let bar: ReturnType<typeof progressBar> | undefined;
  try {
    const write = (out: Writable) =>
      writeBackup(lake.url, out, {
        version: serverInfo.version,
        key,
        signal,
        onStart: (bytes) => {
          bar = progressBar(bytes);
        },
        onProgress: (bytes, table) => bar?.advance(bytes, table),
      });
    const { foreign, ...report } = await (file === '-' ? write(process.stdout) : writeWhole(file, write));
    bar?.end();
    if (foreign.length > 0)
      print(
        `dewey: not part of Dewey, and not in the backup: ${foreign.map(oneLine).join(', ')}`,
        process.stderr,
      );
    return report;
  } finally {
    bar?.end();
    await lake.close();
  }
}

async function backupThere(remote: Remote, file: string, signal: AbortSignal): Promise<Summary | undefined> {
  const content = Readable.from(partsOf(await ask(remote, '/backup', { signal })));
  if (file === '-') {
    await pipeline(content, process.stdout, { signal });
    return undefined;
  }
  return writeWhole(file, async (out, draft) => {
    await pipeline(content, out, { signal });
    // A connection may end early without an error.
    return summaryOf(await readBackup(createReadStream(draft)));
  });
}

/** Reads and checks a complete backup, without a database. */
export async function verifyBackup(file: string, options: { json?: boolean }): Promise<ExitCode> {
  const source = file === '-' ? process.stdin : createReadStream(file);
  const bar = progressBar(0);
  try {
    const { header, ...contents } = await readBackup(source, {
      onHeader: ({ about_bytes }) => bar.expect(about_bytes),
      onProgress: (bytes, table) => bar.advance(bytes, table),
    });
    bar.end();
    const { created_at, dewey, postgresql, migrations } = header;
    say(
      options,
      {
        file,
        ok: true,
        created_at,
        dewey,
        postgresql,
        migrations: migrations.length,
        ...summaryOf(contents),
      },
      `${file} is valid: made on ${oneLine(created_at)} by Dewey ${oneLine(dewey)}, ${sentence(summaryOf(contents))}`,
    );
    return 0;
  } finally {
    bar.end();
  }
}

const summaryOf = ({ tables, end }: Pick<Contents, 'tables' | 'end'>): Summary => ({
  tables,
  rows: end.rows,
  bytes: end.bytes,
  sha256: end.sha256,
});

const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;

const sentence = ({ tables, rows, bytes }: Summary): string =>
  `${rows.toLocaleString('en')} rows of ${Object.keys(tables).length} tables, ${megabytes(bytes)} before compression`;
