import { createHash } from 'node:crypto';
import { type CaptureVersion, fullness } from '../../../db/capture/version.ts';
import type { Source } from '../messages/captured.ts';
import { groupBySource, Tally } from '../messages/group-by-source.ts';
import type { Cleaning } from '../messages/prepare-in-thread.ts';
import { Unreadable } from './detect-format.ts';
import { type FoundFile, problemOf } from './find-files.ts';
import type { Format } from './formats/format.ts';
import { unreadableLines } from './import-report.ts';
import { openCaptured, readCaptured } from './read.ts';
import { ForeignStore, UnreadableStore } from './sqlite/unreadable.ts';
import type { VerifyReport } from './verify-report.ts';

type Expected = { role: string; hash: string; length: number; whole: boolean };
/** The messages that one conversation of the files must have. */
export type Wanted = { source: Source; messages: Map<string, Expected>; format: Format };

export type VerifyProgress = {
  /** Stops between two files or conversations; the report covers what was compared until then. */
  signal?: AbortSignal | undefined;
  /** Called with the size of each file read. */
  onProgress?: ((bytes: number, path: string) => void) | undefined;
  /** Called with each file that was understood. */
  onRead?: ((path: string) => void) | undefined;
};

/** What the files hold, after the same preparation as for storing. What cannot be read goes into the report. */
export async function readWanted(
  found: readonly FoundFile[],
  report: VerifyReport,
  cleaning: Cleaning,
  { signal, onProgress, onRead }: VerifyProgress,
): Promise<Map<string, Wanted>> {
  const wanted = new Map<string, Wanted>();
  const tally = new Tally();
  for (const item of found) {
    if (signal?.aborted) break;
    try {
      if ('problem' in item) report.failed.push(item);
      else if (await readFile(item.path, wanted, tally, cleaning)) {
        report.files += 1;
        onRead?.(item.path);
      }
    } catch (error) {
      if (isOther(error) && !('named' in item && item.named)) continue;
      report.failed.push({ path: item.path, problem: problemOf(error) });
    }
    if ('bytes' in item) onProgress?.(item.bytes, item.path);
  }
  report.unreadable = unreadableLines(tally);
  return wanted;
}

/** Folders hold other files too, of which nothing is missed. */
const isOther = (error: unknown): boolean =>
  error instanceof Unreadable && (!(error instanceof UnreadableStore) || error instanceof ForeignStore);

async function readFile(
  path: string,
  wanted: Map<string, Wanted>,
  tally: Tally,
  cleaning: Cleaning,
): Promise<boolean> {
  const file = await openCaptured(path);
  if (!file) return false;
  try {
    const parser = file.format.parser(file.origin);
    for await (const { captured } of readCaptured(file, parser))
      for (const group of await groupBySource(captured, tally, cleaning)) {
        const want = wanted.get(group.source.key) ?? {
          source: group.source,
          messages: new Map(),
          format: file.format,
        };
        wanted.set(group.source.key, want);
        for (const id of group.retracted) want.messages.delete(id);
        for (const version of group.versions) expect(want.messages, version);
      }
    return true;
  } finally {
    await file.handle.close();
  }
}

/** Of several versions of a message, expects the one that storing would keep. */
function expect(messages: Map<string, Expected>, version: CaptureVersion): void {
  const next: Expected = {
    role: version.role,
    hash: createHash('md5').update(version.content).digest('hex'),
    length: Buffer.byteLength(version.content),
    whole: version.fullness === fullness.whole,
  };
  const known = messages.get(version.id);
  if (known) {
    const longer = next.length > known.length || (next.length === known.length && next.hash > known.hash);
    if (known.whole ? !next.whole || !longer : !next.whole && !longer) return;
  }
  messages.set(version.id, next);
}
