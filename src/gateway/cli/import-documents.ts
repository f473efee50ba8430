import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { isBuried } from '../../db/artifacts/delete.ts';
import { migrate } from '../../db/migrate.ts';
import artifactIngest from '../../handlers/artifacts/artifact-ingest.ts';
import type { Deps } from '../../handlers/deps.ts';
import { type Found, problemOf } from '../capture/paths.ts';
import { createDeps, createLog, openings } from '../deps.ts';
import { type FileDocument, NoDocument, readDocument } from '../documents/files.ts';
import type { Config } from '../env.ts';
import { openLakeHere } from './here.ts';
import { progressBar } from './progress.ts';

/** What became of the documents of an import. */
export type DocumentReport = {
  files: number;
  new: number;
  revision: number;
  unchanged: number;
  /** Left deleted, as a user did. */
  deleted: number;
  /** Files that are no documents, by reason. */
  skipped: Record<string, number>;
  failed: { path: string; problem: string }[];
  dryRun: boolean;
};

type Options = { dryRun?: boolean; includeDeleted?: boolean };

/** Imports files as documents; each is one artifact, and another text a revision of it. */
export async function importDocumentFiles(
  config: Config,
  found: readonly Found[],
  options: Options,
): Promise<DocumentReport> {
  if (options.dryRun) return importAll(found, options);
  const lake = await openLakeHere(config, 'import');
  try {
    await migrate(lake.url);
    const log = createLog(config.logLevel === 'info' ? 'warn' : config.logLevel);
    return await importAll(found, options, createDeps(lake.db, log, await openings(config)));
  } finally {
    await lake.close();
  }
}

/** @param deps without them nothing is stored. */
async function importAll(found: readonly Found[], options: Options, deps?: Deps): Promise<DocumentReport> {
  const report: DocumentReport = {
    files: 0,
    new: 0,
    revision: 0,
    unchanged: 0,
    deleted: 0,
    skipped: {},
    failed: [],
    dryRun: options.dryRun ?? false,
  };
  const bar = progressBar(found.reduce((sum, item) => sum + ('bytes' in item ? item.bytes : 0), 0));
  for (const item of found) {
    if ('problem' in item) {
      report.failed.push(item);
      continue;
    }
    try {
      const document = await readDocument(item.path, item.bytes, (await stat(item.path)).mtime);
      report.files += 1;
      report[deps ? await store(document, options, deps) : 'new'] += 1;
    } catch (error) {
      // Among documents lie files of other kinds; a file that was named is meant.
      if (error instanceof NoDocument && !item.named)
        report.skipped[error.message] = (report.skipped[error.message] ?? 0) + 1;
      else if (error instanceof NoDocument || isFileProblem(error) || error instanceof NotStored)
        report.failed.push({ path: item.path, problem: problemOf(error) });
      else throw error;
    }
    bar.advance(item.bytes, basename(item.path));
  }
  bar.end();
  return report;
}

class NotStored extends Error {}

const isFileProblem = (error: unknown): boolean => error instanceof Error && 'syscall' in error;

async function store(document: FileDocument, { includeDeleted }: Options, deps: Deps) {
  if (!includeDeleted && (await isBuried(deps.db.sql, document.source_system, document.source_id)))
    return 'deleted';
  const reply = await artifactIngest.call(document, deps);
  if (reply.ok) return (reply.value as { status: 'new' | 'revision' | 'unchanged' }).status;
  // Without the database nothing goes on.
  if (reply.error.kind === 'unavailable' || reply.error.kind === 'internal') throw reply.error;
  throw new NotStored(reply.error.message);
}

export function documentSummary(report: DocumentReport): string {
  const lines = [
    report.dryRun
      ? `${report.files} documents would be stored, those that are there already included`
      : `${report.files} documents: ${report.new} new, ${report.revision} changed, ${report.unchanged} unchanged` +
        (report.deleted > 0 ? `, ${report.deleted} left deleted (--include-deleted brings them back)` : ''),
    ...Object.entries(report.skipped).map(([reason, count]) => `skipped ${count}: ${reason}`),
    ...report.failed.map(({ path, problem }) => `failed: ${path}: ${problem}`),
  ];
  return `${lines.join('\n')}\n`;
}
