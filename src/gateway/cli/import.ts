import { basename } from 'node:path';
import { migrate } from '../../db/migrate.ts';
import { type ImportReport, importFiles, isComplete } from '../capture/import.ts';
import { lakeStore } from '../capture/ingest.ts';
import { type Found, findFiles } from '../capture/paths.ts';
import { newId } from '../clock-and-ids.ts';
import { readConfig } from '../env.ts';
import { openLake } from '../lake.ts';
import type { ExitCode } from './program.ts';
import { progressBar } from './progress.ts';

type Options = { dryRun?: boolean; includeDeleted?: boolean; json?: boolean };

/** Imports files and folders. Exit code 1 when something that may have been said could not be stored. */
export async function importCommand(
  env: NodeJS.ProcessEnv,
  paths: readonly string[],
  options: Options,
): Promise<ExitCode> {
  const config = readConfig(env);
  const found = await findFiles(paths);
  const report = options.dryRun
    ? await run(found, options)
    : await withLake(config, (store) => run(found, options, store));
  process.stdout.write(options.json ? `${JSON.stringify(report, null, 2)}\n` : summary(report));
  return isComplete(report) ? 0 : 1;
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
