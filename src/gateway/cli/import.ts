import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { linesBegin, readLines } from '../../db/backup/lines.ts';
import { migrate } from '../../db/migrate.ts';
import { type ImportReport, importFiles, isComplete } from '../capture/import.ts';
import { lakeStore } from '../capture/ingest.ts';
import { type Found, findFiles } from '../capture/paths.ts';
import { newId } from '../clock-and-ids.ts';
import { readConfig } from '../env.ts';
import { openLake } from '../lake.ts';
import type { ExitCode } from './program.ts';
import { progressBar } from './progress.ts';
import { UsageError } from './usage.ts';

type Options = { dryRun?: boolean; includeDeleted?: boolean; json?: boolean };

/** Imports files and folders. Exit code 1 when something that may have been said could not be stored. */
export async function importCommand(
  env: NodeJS.ProcessEnv,
  paths: readonly string[],
  options: Options,
): Promise<ExitCode> {
  const config = readConfig(env);
  const whole = await findLake(paths);
  if (whole !== undefined) return importLake(config, whole, options);
  const found = await findFiles(paths);
  const report = options.dryRun
    ? await run(found, options)
    : await withLake(config, (store) => run(found, options, store));
  process.stdout.write(options.json ? `${JSON.stringify(report, null, 2)}\n` : summary(report));
  return isComplete(report) ? 0 : 1;
}

/** The path of what `dewey export --all` wrote, if it is that. */
async function findLake(paths: readonly string[]): Promise<string | undefined> {
  for (const path of paths) {
    const handle = await open(path, 'r').catch(() => undefined); // told when it is read as a transcript
    if (!handle) continue;
    try {
      const begin = Buffer.from(linesBegin);
      const { buffer } = await handle
        .read(Buffer.alloc(begin.length), 0, begin.length, 0)
        .catch(() => ({ buffer: begin.subarray(1) })); // a folder
      if (!begin.equals(buffer)) continue;
    } finally {
      await handle.close();
    }
    if (paths.length > 1)
      throw new UsageError(`${path} is a whole lake: import it alone, into an empty one.`);
    return path;
  }
  return undefined;
}

async function importLake(
  config: ReturnType<typeof readConfig>,
  path: string,
  options: Options,
): Promise<ExitCode> {
  if (options.dryRun) throw new UsageError('A whole lake is imported all or nothing: there is no --dry-run.');
  const bar = progressBar((await stat(path)).size);
  const lake = await openLake(config);
  try {
    const report = await readLines(lake.url, createReadStream(path), (bytes, table) =>
      bar.advance(bytes, table),
    );
    bar.end();
    const sum = Object.values(report.rows).reduce((all, n) => all + n, 0);
    process.stdout.write(
      options.json
        ? `${JSON.stringify(report)}\n`
        : `${sum} rows of ${Object.keys(report.rows).length} tables imported, as they were\n`,
    );
    return 0;
  } finally {
    bar.end();
    await lake.close();
  }
}

type Store = Parameters<typeof importFiles>[1];

/** A dry run needs no database. */
const noStore: Store = { put: () => Promise.reject(new Error('a dry run stores nothing')) };

async function withLake<T>(
  config: ReturnType<typeof readConfig>,
  work: (store: Store) => Promise<T>,
): Promise<T> {
  const lake = await openLake(config);
  try {
    await migrate(lake.url);
    return await work(lakeStore(lake.db.sql, newId));
  } finally {
    await lake.close();
  }
}

async function run(found: readonly Found[], options: Options, store = noStore): Promise<ImportReport> {
  const total = found.reduce((sum, item) => sum + ('bytes' in item ? item.bytes : 0), 0);
  const bar = progressBar(total);
  try {
    return await importFiles(found, store, {
      dryRun: options.dryRun ?? false,
      revive: options.includeDeleted ?? false,
      onProgress: (bytes, path) => bar.advance(bytes, basename(path)),
    });
  } finally {
    bar.end();
  }
}

function summary(report: ImportReport): string {
  const lines = [
    `${report.files} files (${list(report.formats) || 'none'}), ${report.conversations} conversations`,
    report.dryRun
      ? `would store ${report.stored} messages, those that are there already included`
      : `stored ${report.stored}, completed ${report.completed}, already there ${report.duplicates}` +
        (report.retracted ? `, taken back ${report.retracted}` : '') +
        (report.deleted ? `, left deleted ${report.deleted} (--include-deleted brings them back)` : ''),
  ];
  const skipped = list(report.skipped);
  if (skipped) lines.push(`not messages, or not stored: ${skipped}`);
  const redacted = list(report.redacted);
  if (redacted) lines.push(`secrets removed: ${redacted}`);
  for (const { path, problem } of report.failed) lines.push(`failed: ${path}: ${problem}`);
  return `${lines.join('\n')}\n`;
}

const list = (counts: Record<string, number>): string =>
  Object.entries(counts)
    .sort(([, a], [, b]) => b - a)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');
