import { basename } from 'node:path';
import { isTextTranscript } from '../capture/transcripts/detect-format.ts';
import { type FoundFile, findFiles, pathOf } from '../capture/transcripts/find-files.ts';
import {
  type ImportReport,
  importFiles,
  isComplete,
  unreadableLines,
} from '../capture/transcripts/import.ts';
import { unpackZips } from '../capture/transcripts/zips.ts';
import { type Config, readConfig } from '../config/env.ts';
import { isDocument } from '../documents/files.ts';
import { type DocumentReport, documentSummary } from './document-report.ts';
import { expiryNotice } from './expiry-notice.ts';
import { importDocumentFiles } from './import-documents.ts';
import { historyFolders } from './import-history.ts';
import { findLake, importLake } from './import-lake.ts';
import type { ExitCode } from './run/program.ts';
import { Interrupted, stopSignal } from './run/signals.ts';
import { UsageError } from './run/usage.ts';
import { progressBar } from './terminal/progress.ts';
import { couldNotBeRead } from './unreadable-lines.ts';
import { withStore } from './with-store.ts';

export type ImportOptions = {
  dryRun?: boolean;
  includeDeleted?: boolean;
  strict?: boolean;
  json?: boolean;
  as?: string;
  withKeys?: boolean;
  withContexts?: boolean;
};
type Options = ImportOptions;

/**
 * Imports files, folders and zips, by default the history of the agents on this machine: transcripts as conversations, and named text, Markdown and email files as documents; with
 * `--as documents`, everything that can be a document. Exit code 1 when something could not be stored, with `--strict` also
 * when a line could not be read.
 */
export async function importCommand(
  env: NodeJS.ProcessEnv,
  given: readonly string[],
  options: Options,
): Promise<ExitCode> {
  if (options.as !== undefined && !kindsOf.includes(options.as))
    throw new UsageError(`--as must be "documents", not ${options.as}.`);
  const config = readConfig(env);
  const stopping = stopSignal();
  if (given.length === 0 && options.as !== undefined)
    throw new UsageError('Name the files or folders to import as documents.');
  const places = given.length > 0 ? given : historyFolders(config);
  const paths = places.map(pathOf);
  const whole = options.as === undefined ? await findLake(paths) : undefined;
  if (whole !== undefined) return importLake(config, whole, options, stopping);
  const { found, remove } = await unpackZips(
    options.as === undefined ? await findFiles(places) : await findFiles(paths, documentsIn),
  );
  try {
    return await importFound(config, paths, found, options, stopping);
  } finally {
    await remove();
  }
}

async function importFound(
  config: Config,
  paths: readonly string[],
  found: readonly FoundFile[],
  options: Options,
  stopping: AbortSignal,
): Promise<ExitCode> {
  const [documents, transcripts] = options.as === undefined ? await split(found) : [found, []];
  const takesTranscripts = transcripts.length > 0 || documents.length === 0;
  const reports: { transcripts?: ImportReport; documents?: DocumentReport } = {};
  if (takesTranscripts)
    reports.transcripts = options.dryRun
      ? await run(transcripts, options, stopping)
      : await withStore(config, ({ store }) => run(transcripts, options, stopping, store));
  if (documents.length > 0 && !stopping.aborted)
    reports.documents = await importDocumentFiles(config, documents, { ...options, signal: stopping });
  if (stopping.aborted) throw interrupted(reports, found.length, stopping);
  const left = reports.transcripts?.conversations === 0 ? await documentsLeft(paths) : 0;
  process.stdout.write(
    options.json
      ? `${JSON.stringify(merged(reports), null, process.stdout.isTTY ? 2 : 0)}\n`
      : summaryOf(reports),
  );
  if (left > 0 && !options.json)
    process.stdout.write(`skipped ${left} documents in folders; use --as documents to import them\n`);
  if (!options.json && !options.dryRun && (reports.transcripts?.stored ?? 0) > 0)
    process.stdout.write(await expiryNotice(config));
  const complete =
    (!reports.transcripts || isComplete(reports.transcripts, options)) && !reports.documents?.failed.length;
  return complete ? 0 : 1;
}

/** Excludes hidden files and installed packages. */
const documentsIn = {
  file: (name: string) => isDocument(name, true) && !name.startsWith('.'),
  folder: (name: string) => !name.startsWith('.') && name !== 'node_modules',
  links: true,
};

/** Counts the documents in folders, of which only transcripts are imported by default. */
async function documentsLeft(paths: readonly string[]): Promise<number> {
  const texts = await findFiles(paths, { ...documentsIn, file: (name) => isDocument(name, false) });
  return texts.filter((item) => 'bytes' in item && !item.named).length;
}

/** Tools call them artifacts; users call them documents. */
const kindsOf: readonly string[] = ['documents', 'artifacts'];

/** Splits off named files that are documents by their name; the rest are transcripts, folders and missing files. */
async function split(found: readonly FoundFile[]): Promise<[FoundFile[], FoundFile[]]> {
  const documents = new Set<FoundFile>();
  for (const item of found) {
    if (!('bytes' in item && item.named && isDocument(item.path, false))) continue;
    // Why a file cannot be read is told when it is imported.
    if (!(await isTextTranscript(item.path).catch(() => false))) documents.add(item);
  }
  return [found.filter((item) => documents.has(item)), found.filter((item) => !documents.has(item))];
}

/** A report without documents keeps its format; documents are added as a separate field. */
const merged = ({ transcripts, documents }: { transcripts?: ImportReport; documents?: DocumentReport }) =>
  documents === undefined ? transcripts : { ...transcripts, documents };

const summaryOf = ({ transcripts, documents }: { transcripts?: ImportReport; documents?: DocumentReport }) =>
  [transcripts && summary(transcripts), documents && documentSummary(documents)].filter(Boolean).join('');

type Store = Parameters<typeof importFiles>[1];

/** A dry run needs no database. */
const noStore: Store = { put: () => Promise.reject(new Error('a dry run stores nothing')) };

async function run(
  found: readonly FoundFile[],
  options: Options,
  signal: AbortSignal,
  store = noStore,
): Promise<ImportReport> {
  const total = found.reduce((sum, item) => sum + ('bytes' in item ? item.bytes : 0), 0);
  const bar = progressBar(total);
  try {
    return await importFiles(found, store, {
      dryRun: options.dryRun ?? false,
      revive: options.includeDeleted ?? false,
      signal,
      onProgress: (bytes, path) => bar.advance(bytes, basename(path)),
    });
  } finally {
    bar.end();
  }
}

function interrupted(
  { transcripts, documents }: { transcripts?: ImportReport; documents?: DocumentReport },
  files: number,
  stopping: AbortSignal,
): Interrupted {
  const seen = (transcripts?.files ?? 0) + (documents?.files ?? 0);
  const stored = [
    ...(transcripts ? [`${transcripts.stored} messages`] : []),
    ...(documents ? [`${documents.new + documents.revision} documents`] : []),
  ].join(' and ');
  const so = (transcripts ?? documents)?.dryRun
    ? 'Nothing was stored'
    : `${stored || 'Nothing'} stored so far`;
  return new Interrupted(
    `The import was interrupted in file ${seen} of ${files}. ${so}. Run the same command again to continue.`,
    stopping,
  );
}

function summary(report: ImportReport): string {
  const lines = [
    `${report.files} files (${list(report.formats) || 'none'}), ${report.conversations} conversations`,
    report.dryRun
      ? `would store ${report.stored} messages, including existing ones`
      : `stored ${report.stored}, completed ${report.completed}, already stored ${report.duplicates}` +
        (report.retracted ? `, taken back ${report.retracted}` : '') +
        (report.deleted ? `, left deleted ${report.deleted} (--include-deleted restores them)` : ''),
  ];
  const skipped = list(report.skipped);
  if (skipped) lines.push(`not messages, or not stored: ${skipped}`);
  const unreadable = unreadableLines(report);
  if (unreadable > 0) lines.push(couldNotBeRead(unreadable));
  const redacted = list(report.redacted);
  if (redacted) lines.push(`secrets removed: ${redacted}`);
  for (const { path, problem } of report.failed)
    lines.push(`failed: ${path}: ${problem}${problem === 'not JSON' ? noTranscript : ''}`);
  return `${lines.join('\n')}\n`;
}

const noTranscript = ' (transcripts are JSON; documents are .md, .txt, .eml, .pdf or .docx)';

const list = (counts: Record<string, number>): string =>
  Object.entries(counts)
    .sort(([, a], [, b]) => b - a)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');
