import type { ImportedFile } from '../../../db/capture/imported.ts';
import { RedactionBudgetExceeded } from '../../redaction/budget.ts';
import { isFileProblem } from '../../runtime/file-errors.ts';
import { groupBySource, Tally } from '../messages/group-by-source.ts';
import type { Cleaning } from '../messages/prepare-in-thread.ts';
import { addCounts, type Counts, noCounts, type Store } from '../messages/store.ts';
import { standsForOthers } from './beside.ts';
import { Unreadable } from './detect-format.ts';
import { type FoundFile, problemOf } from './find-files.ts';
import { importRecords, type Product } from './import-records.ts';
import type { ImportReport } from './import-report.ts';
import { type Following, prepareReading, storeReading } from './ingest.ts';
import { type OpenFile, openCaptured, readCaptured } from './read.ts';
import type { Memory } from './record-store.ts';
import { presentState } from './unread.ts';

export type ImportOptions = {
  dryRun?: boolean;
  /** Restores conversations that a user deleted. */
  revive?: boolean;
  /** Where memories of other products go; without it, their files are refused. */
  memory?: Memory;
  /** Stops between two chunks of a file; the report covers what was done until then. */
  signal?: AbortSignal;
  /** Called with the number of bytes of each chunk read. */
  onProgress?: (bytes: number, path: string) => void;
};

/**
 * Imports files of any known format. Idempotent: each message is stored once, however often it is imported. A file that
 * cannot be read is reported, and the import continues with the others.
 */
export async function importFiles(
  found: readonly FoundFile[],
  store: Store,
  options: ImportOptions = {},
): Promise<ImportReport> {
  const tally = new Tally();
  const sources = new Set<string>();
  const report: ImportReport = {
    ...noCounts(),
    files: 0,
    bytes: 0,
    conversations: 0,
    formats: {},
    skipped: tally.skipped,
    redacted: tally.redacted,
    failed: [],
    dryRun: options.dryRun ?? false,
  };
  const products = new Map<string, Product>();
  const records: FoundFile[] = [];
  const imported: ImportedFile[] = [];
  const run = { report, tally, sources, products, records, imported, options };
  const queue = bundles(found);
  // Several workers share one iterator: while one waits for the database, another reads.
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const bundle of queue) {
        if (options.signal?.aborted) return;
        await Promise.all(bundle.map((item) => importItem(item, store, run)));
      }
    }),
  );
  const places = new Map(found.map((item, i) => [item.path, i]));
  const placeOf = ({ path }: { path: string }) => places.get(path) ?? 0;
  // The records of a product are in one conversation, in the order of its files, which a dry run knows only together.
  for (const item of records.toSorted((x, y) => placeOf(x) - placeOf(y)))
    if (!options.signal?.aborted) await importItem(item, store, { ...run, records: undefined });
  if (!report.dryRun) await store.noteImported?.(imported);
  report.failed.sort((x, y) => placeOf(x) - placeOf(y));
  report.conversations = sources.size;
  if (products.size > 0)
    report.products = Object.fromEntries([...products].map(([name, { counts }]) => [name, counts.report()]));
  return report;
}

/** Number of bundles of files read concurrently. */
const atOnce = 3;
const mostInBundle = 16;
const bundleBytes = 500_000;

/** Files in their order, small ones together, as what is read at once is stored in one transaction. */
function* bundles(found: readonly FoundFile[]): Generator<FoundFile[]> {
  let bundle: FoundFile[] = [];
  let bytes = 0;
  for (const item of found) {
    const more = 'problem' in item ? 0 : standsForOthers(item.path) ? bundleBytes / 4 : item.bytes;
    if (bundle.length > 0 && (bundle.length === mostInBundle || bytes + more > bundleBytes)) {
      yield bundle;
      bundle = [];
      bytes = 0;
    }
    bundle.push(item);
    bytes += more;
  }
  if (bundle.length > 0) yield bundle;
}

async function importItem(item: FoundFile, store: Store, run: Run): Promise<void> {
  const { report, tally } = run;
  if ('problem' in item) {
    report.failed.push({ path: item.path, problem: item.problem });
    return;
  }
  // Before it is read: what is written to it meanwhile is new. What comes from a zip has no place of its own.
  const before = item.entry === undefined ? await presentState(item.path) : undefined;
  try {
    const file = await openCaptured(item.path);
    if (!file) tally.skip('empty file');
    else if (file.format.memories) {
      if (!run.records) return await importRecords(file, store, run);
      run.records.push(item);
      return await file.handle.close();
    } else {
      report.files += 1;
      report.formats[file.format.name] = (report.formats[file.format.name] ?? 0) + 1;
      await importFile(file, store, run);
    }
  } catch (error) {
    // Folders of transcripts hold other files too; a file named by the user must be readable.
    if (error instanceof Unreadable && !item.named) tally.skip(reasonOf(item, error.message, tally));
    else if (error instanceof Unreadable || isFileProblem(error) || isContentProblem(error)) {
      report.failed.push({ path: item.path, problem: problemOf(error) });
      return;
    } else throw error;
  }
  if (before && !run.options.signal?.aborted) run.imported.push(before);
}

/** Names in zips are told as far as they are plain, and not very many of them. */
function reasonOf({ entry }: { entry?: string }, message: string, { skipped }: Tally): string {
  if (entry === undefined) return message;
  const name = entry.slice(0, 80).replace(/[^\p{L}\p{N} _.()-]/gu, '?');
  const reason = `${name} in the zip: ${message}`;
  return reason in skipped || Object.keys(skipped).length < mostReasons
    ? reason
    : `a file in the zip: ${message}`;
}

const mostReasons = 100;

/** Of this file alone: the others can be read. */
const isContentProblem = (error: unknown): boolean =>
  error instanceof TypeError || error instanceof RedactionBudgetExceeded;

type Run = {
  report: ImportReport;
  tally: Tally;
  sources: Set<string>;
  products: Map<string, Product>;
  /** Files of other products, to be imported afterwards; undefined when that is done. */
  records: FoundFile[] | undefined;
  /** Files that were read to their end, as they were before. */
  imported: ImportedFile[];
  options: ImportOptions;
};

async function importFile(file: OpenFile, store: Store, run: Run): Promise<void> {
  const { report, tally, sources, options } = run;
  const parser = file.format.parser(file.origin);
  const following: Following = { after: {} };
  let read = 0;
  // The next chunk is read and prepared while this one is stored.
  let storing: Promise<Counts> = Promise.resolve(noCounts());
  try {
    for await (const reading of readCaptured(file, parser)) {
      if (options.signal?.aborted) break;
      for (const item of reading.captured) if (item.type === 'message') sources.add(item.source.key);
      const prepared = options.dryRun
        ? await countOnly(reading.captured, tally, store)
        : await prepareReading(store, file, reading, following, tally);
      addCounts(report, await storing);
      storing =
        'groups' in prepared
          ? storeReading(store, prepared, following, { revive: options.revive ?? false })
          : Promise.resolve(prepared);
      storing.catch(() => undefined); // awaited above or below; prevents an unhandled rejection in between
      if (reading.end > read) {
        report.bytes += reading.end - read;
        options.onProgress?.(reading.end - read, file.origin.path ?? '');
        read = reading.end;
      }
    }
    addCounts(report, await storing);
  } finally {
    await storing.catch(() => undefined); // its failure is thrown above; the file must be closed regardless
    await file.handle.close();
  }
}

/** Counts for a dry run; messages that are already stored are counted too. */
async function countOnly(
  captured: Parameters<typeof groupBySource>[0],
  tally: Tally,
  cleaning: Cleaning,
): Promise<Counts> {
  const groups = await groupBySource(captured, tally, cleaning);
  return { ...noCounts(), stored: groups.reduce((sum, group) => sum + group.versions.length, 0) };
}
