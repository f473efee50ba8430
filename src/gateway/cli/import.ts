import { basename } from 'node:path';
import { longestInCommand } from '../capture/messages/prepare-in-thread.ts';
import { type FoundFile, findFiles, pathOf } from '../capture/transcripts/find-files.ts';
import { importFiles } from '../capture/transcripts/import.ts';
import { type ImportReport, isComplete } from '../capture/transcripts/import-report.ts';
import type { Memory } from '../capture/transcripts/record-store.ts';
import { unpackZips } from '../capture/transcripts/zips.ts';
import { type Config, readConfig } from '../config/env.ts';
import { expiryNotice } from './expiry-notice.ts';
import { findLake } from './find-lake.ts';
import { originalsIn } from './find-originals.ts';
import { runsIn } from './find-runs.ts';
import { historyFolders } from './import-history.ts';
import { documentsIn, documentsLeft, split } from './import-kinds.ts';
import { type Reports, storedIn, summaryOf } from './import-summary.ts';
import type { ExitCode } from './run/program.ts';
import { print, printJson } from './run/say.ts';
import { Interrupted, stopSignal } from './run/signals.ts';
import { UsageError } from './run/usage.ts';
import { progressBar } from './terminal/progress.ts';
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
  if (whole !== undefined)
    return (await import('./import-lake.ts')).importLake(config, whole, options, stopping);
  const { found, left, remove } = await unpackZips(
    options.as === undefined ? await findFiles(places) : await findFiles(paths, documentsIn),
  );
  try {
    return await importFound(config, given, { found, left }, options, stopping);
  } finally {
    await remove();
  }
}

async function importFound(
  config: Config,
  paths: readonly string[],
  { found, left: inZips }: { found: readonly FoundFile[]; left: Readonly<Record<string, number>> },
  options: Options,
  stopping: AbortSignal,
): Promise<ExitCode> {
  const runs = options.as === undefined ? await runsIn(found) : [];
  const originals = options.as === undefined ? await originalsIn(found) : [];
  const others = found.filter(
    ({ path }) => !runs.some((one) => one.path === path) && !originals.includes(path),
  );
  const [documents, transcripts] = options.as === undefined ? await split(paths, others) : [others, []];
  const takesTranscripts = transcripts.length > 0 || documents.length + runs.length + originals.length === 0;
  const reports: Reports = {};
  if (takesTranscripts)
    reports.transcripts = options.dryRun
      ? await run(transcripts, options, stopping)
      : await withStore(config, ({ store, memory }) => run(transcripts, options, stopping, store, memory));
  if (reports.transcripts)
    for (const [end, count] of Object.entries(inZips))
      reports.transcripts.skipped[`files in a zip that are not read (${end})`] = count;
  if (documents.length > 0 && !stopping.aborted)
    reports.documents = await (await import('./import-documents.ts')).importDocumentFiles(config, documents, {
      ...options,
      signal: stopping,
    });
  if (runs.length > 0 && !stopping.aborted)
    reports.runs = await (await import('./import-runs.ts')).importRuns(config, runs, {
      ...options,
      signal: stopping,
    });
  if (originals.length > 0 && !stopping.aborted)
    reports.originals = await (await import('./import-originals.ts')).importOriginals(config, originals, {
      ...options,
      signal: stopping,
    });
  if (stopping.aborted) throw interrupted(reports, found.length, stopping);
  const left = reports.transcripts?.conversations === 0 ? await documentsLeft(paths, documents) : 0;
  if (options.json) printJson(merged(reports), process.stdout.isTTY ? 2 : 0);
  else print(summaryOf(reports));
  if (left > 0 && !options.json)
    print(`skipped ${left} documents in folders; use --as documents to import them`);
  if (!options.json && !options.dryRun && storedIn({ ...reports, documents: undefined }) !== '')
    print(await expiryNotice(config));
  const complete =
    (!reports.transcripts || isComplete(reports.transcripts, options)) &&
    !reports.documents?.failed.length &&
    !reports.runs?.failed.length &&
    !reports.originals?.failed.length;
  return complete ? 0 : 1;
}

/** Tools call them artifacts; users call them documents. */
const kindsOf: readonly string[] = ['documents', 'artifacts'];

/** A report of transcripts keeps its format; what else was imported is added as separate fields. */
const merged = ({ transcripts, ...others }: Reports) => ({ ...transcripts, ...others });

type Store = Parameters<typeof importFiles>[1];

/** A dry run needs no database. */
const noStore: Store = {
  longestInline: longestInCommand,
  put: () => Promise.reject(new Error('a dry run stores nothing')),
};

async function run(
  found: readonly FoundFile[],
  options: Options,
  signal: AbortSignal,
  store = noStore,
  memory?: Memory,
): Promise<ImportReport> {
  const total = found.reduce((sum, item) => sum + ('bytes' in item ? item.bytes : 0), 0);
  const bar = progressBar(total);
  try {
    return await importFiles(found, store, {
      dryRun: options.dryRun ?? false,
      revive: options.includeDeleted ?? false,
      ...(memory ? { memory } : {}),
      signal,
      onProgress: (bytes, path) => bar.advance(bytes, basename(path)),
    });
  } finally {
    bar.end();
  }
}

function interrupted(reports: Reports, files: number, stopping: AbortSignal): Interrupted {
  const { transcripts, documents, runs, originals } = reports;
  const products = Object.values(transcripts?.products ?? {});
  const seen =
    (transcripts?.files ?? 0) +
    (documents?.files ?? 0) +
    (runs?.files ?? 0) +
    (originals?.files ?? 0) +
    products.reduce((sum, product) => sum + product.files, 0);
  const so = (transcripts ?? documents)?.dryRun
    ? 'Nothing was stored'
    : `${storedIn(reports) || 'Nothing'} stored so far`;
  return new Interrupted(
    `The import was interrupted in file ${seen} of ${files}. ${so}. Run the same command again to continue.`,
    stopping,
  );
}
