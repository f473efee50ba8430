import { basename } from 'node:path';
import type { Store } from '../capture/messages/store.ts';
import type { StoredMessages } from '../capture/messages/stored.ts';
import { type FoundFile, findFiles, type Place, pathOf } from '../capture/transcripts/find-files.ts';
import { importFiles } from '../capture/transcripts/import.ts';
import type { ImportReport } from '../capture/transcripts/import-report.ts';
import type { Memory } from '../capture/transcripts/record-store.ts';
import { verifyFiles } from '../capture/transcripts/verify.ts';
import { isSound, type VerifyReport } from '../capture/transcripts/verify-report.ts';
import { unpackZips } from '../capture/transcripts/zips.ts';
import { readConfig } from '../config/env.ts';
import { documentsIn } from './import-kinds.ts';
import { notesIn } from './import-notes.ts';
import type { ExitCode } from './run/program.ts';
import { print, printJson } from './run/say.ts';
import { Interrupted, stopSignal } from './run/signals.ts';
import { oneLine } from './terminal/harmless.ts';
import { progressBar } from './terminal/progress.ts';
import { couldNotBeRead } from './unreadable-lines.ts';
import { withStore } from './with-store.ts';

export type VerifyOptions = { repair?: boolean; includeDeleted?: boolean; strict?: boolean; json?: boolean };

/** Compares transcripts with the stored messages, and reports or repairs differences. */
export async function verify(
  env: NodeJS.ProcessEnv,
  paths: readonly string[],
  options: VerifyOptions,
): Promise<ExitCode> {
  const config = readConfig(env);
  const stopping = stopSignal();
  const places = await findPlaces(paths.length > 0 ? paths : config.transcripts);
  // An agent that is not installed has no folder; a path given by the user must exist.
  const all = new Map(places.flatMap(({ found }) => found.map((item) => [item.path, item])));
  const present = [...all.values()].filter(
    (item) => paths.length > 0 || 'bytes' in item || item.problem !== 'not found',
  );
  try {
    return await withStore(config, (captured) =>
      compare({ present, given: paths.length > 0 ? places : [] }, options, captured, stopping),
    );
  } finally {
    for (const { remove } of places) await remove();
  }
}

/** A path, and the files there that may be transcripts or memories of another product. */
type Given = { path: string; found: FoundFile[]; remove: () => Promise<void> };

async function findPlaces(places: readonly Place[]): Promise<Given[]> {
  const all: Given[] = [];
  for (const place of places) {
    const path = pathOf(place);
    const files = [...(await findFiles([place])), ...(typeof place === 'string' ? await notesOf(path) : [])];
    all.push({ path, ...(await unpackZips(files)) });
  }
  return all;
}

/** Notes of basic-memory, which no name tells from other Markdown. */
const notesOf = async (path: string): Promise<FoundFile[]> =>
  (await notesIn([path], documentsIn)).filter((item) => !('bytes' in item && item.named));

type Files = {
  present: readonly FoundFile[];
  /** Of these paths, each must hold something to compare. */
  given: readonly Given[];
};

async function compare(
  files: Files,
  options: VerifyOptions,
  { store, stored, memory }: { store: Store; stored: StoredMessages; memory: Memory },
  signal: AbortSignal,
): Promise<ExitCode> {
  const before = await read(files, { store, stored }, signal);
  const wanted = options.repair && (!isSound(before) || (options.includeDeleted && before.deleted > 0));
  const repaired: ImportReport | undefined = wanted
    ? await importFiles(files.present, store, { revive: options.includeDeleted ?? false, memory, signal })
    : undefined;
  if (repaired && signal.aborted)
    throw new Interrupted(
      `The repair was interrupted. ${repaired.stored} missing messages were imported. Run "dewey verify --repair" again to continue.`,
      signal,
    );
  const report = repaired ? await read(files, { store, stored }, signal) : before;
  if (options.json)
    printJson(repaired ? { ...report, before, repaired } : report, process.stdout.isTTY ? 2 : 0);
  else print((repaired ? `before repair: ${sentence(before)}\n` : '') + summary(report));
  return isSound(report, options) ? 0 : 1;
}

async function read(
  { present, given }: Files,
  { store, stored }: { store: Store; stored: StoredMessages },
  signal: AbortSignal,
): Promise<VerifyReport> {
  const bar = progressBar(present.reduce((sum, item) => sum + ('bytes' in item ? item.bytes : 0), 0));
  const understood = new Set<string>();
  try {
    const report = await verifyFiles(present, stored, store, {
      signal,
      onProgress: (bytes, path) => bar.advance(bytes, basename(path)),
      onRead: (path) => understood.add(path),
    });
    for (const { path, found } of given)
      if (!found.some((item) => 'problem' in item || understood.has(item.path)) && !isTold(report, path))
        report.failed.push({ path, problem: nothingThere });
    if (!signal.aborted) return report;
    throw new Interrupted(
      `The comparison was interrupted after ${report.files} of ${present.length} files. Nothing was changed. Run it again, or name fewer files.`,
      signal,
    );
  } finally {
    bar.end();
  }
}

const nothingThere = 'holds nothing to compare: no transcript, no export and no memories of another product';
const isTold = ({ failed }: VerifyReport, path: string): boolean => failed.some((one) => one.path === path);

const sentence = (report: VerifyReport): string =>
  `${report.expected} messages in ${report.conversations} conversations of ${report.files} files: ` +
  `${report.present} present, ${report.missing} missing, ${report.different} different, ` +
  `${report.misplaced} misplaced, ${report.extra} extra, ${report.deleted} deleted`;

/** `--json` lists more. */
const mostShown = 20;

function summary(report: VerifyReport): string {
  const lines = [sentence(report)];
  for (const { source, id, fault } of report.faults.slice(0, mostShown))
    lines.push(`  ${oneLine(`${fault}: ${source} ${id}`)}`);
  if (report.unreadable > 0) lines.push(couldNotBeRead(report.unreadable));
  for (const { path, problem } of report.failed) lines.push(oneLine(`failed: ${path}: ${problem}`));
  if (report.missing + report.different + report.misplaced > 0)
    lines.push('Run "dewey verify --repair" to import missing messages.');
  return `${lines.join('\n')}\n`;
}
