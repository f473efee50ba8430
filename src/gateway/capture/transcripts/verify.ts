import { createHash } from 'node:crypto';
import { type CaptureVersion, fullness } from '../../../db/capture/version.ts';
import type { Secrets } from '../../config/redaction.ts';
import type { Source } from '../messages/captured.ts';
import { groupBySource, Tally } from '../messages/group-by-source.ts';
import type { StoredMessages } from '../messages/stored.ts';
import { Unreadable } from './detect-format.ts';
import { type FoundFile, problemOf } from './find-files.ts';
import { openCaptured, readCaptured } from './read.ts';
import type { VerifyReport } from './verify-report.ts';

const mostFaults = 100;

type Expected = { role: string; hash: string; length: number; whole: boolean };
/** @property forgets the agent rewrites its file, and may leave out messages. */
type Wanted = { source: Source; messages: Map<string, Expected>; forgets: boolean };

export type VerifyProgress = {
  /** Stops between two files or conversations; the report covers what was compared until then. */
  signal?: AbortSignal | undefined;
  /** Called with the size of each file read. */
  onProgress?: ((bytes: number, path: string) => void) | undefined;
};

/** Compares files with the stored messages, after the same preparation as for storing. */
export async function verifyFiles(
  found: readonly FoundFile[],
  stored: StoredMessages,
  secrets?: Secrets,
  { signal, onProgress }: VerifyProgress = {},
): Promise<VerifyReport> {
  const counts = { files: 0, conversations: 0, expected: 0, present: 0, missing: 0, different: 0 };
  const report: VerifyReport = {
    ...counts,
    misplaced: 0,
    extra: 0,
    deleted: 0,
    unreadable: 0,
    failed: [],
    faults: [],
  };
  const wanted = await readWanted(found, report, secrets, { signal, onProgress });
  report.conversations = wanted.size;
  for (const want of wanted.values()) {
    if (signal?.aborted) break;
    await compare(want, stored, report);
  }
  return report;
}

async function readWanted(
  found: readonly FoundFile[],
  report: VerifyReport,
  secrets: Secrets | undefined,
  { signal, onProgress }: VerifyProgress,
): Promise<Map<string, Wanted>> {
  const wanted = new Map<string, Wanted>();
  const tally = new Tally();
  for (const item of found) {
    if (signal?.aborted) break;
    try {
      if ('problem' in item) report.failed.push(item);
      else if (await readFile(item.path, wanted, tally, secrets)) report.files += 1;
    } catch (error) {
      if (error instanceof Unreadable && !('named' in item && item.named)) continue;
      report.failed.push({ path: item.path, problem: problemOf(error) });
    }
    if ('bytes' in item) onProgress?.(item.bytes, item.path);
  }
  report.unreadable = (tally.skipped.malformed ?? 0) + (tally.skipped['too long'] ?? 0);
  return wanted;
}

async function readFile(
  path: string,
  wanted: Map<string, Wanted>,
  tally: Tally,
  secrets: Secrets | undefined,
): Promise<boolean> {
  const file = await openCaptured(path);
  if (!file) return false;
  try {
    const parser = file.format.parser(file.origin);
    for await (const { captured } of readCaptured(file, parser))
      for (const group of await groupBySource(captured, tally, secrets)) {
        const want = wanted.get(group.source.key) ?? {
          source: group.source,
          messages: new Map(),
          forgets: file.format.rewritten ?? false,
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

async function compare(
  { source, messages, forgets }: Wanted,
  stored: StoredMessages,
  report: VerifyReport,
): Promise<void> {
  report.expected += messages.size;
  const rows = await stored(source);
  if (rows === 'deleted') {
    report.deleted += messages.size;
    return;
  }
  const fault = (id: string, kind: VerifyReport['faults'][number]['fault']) => {
    report[kind] += 1;
    if (report.faults.length < mostFaults) report.faults.push({ source: source.key, id, fault: kind });
  };
  const left = new Map(messages);
  const places = new Map([...messages.keys()].map((id, i) => [id, i]));
  let reached = -1;
  for (const row of rows) {
    const { id } = row;
    const wanted = left.get(id);
    if (!wanted) {
      if (!forgets) fault(id, 'extra');
      continue;
    }
    left.delete(id);
    if (row.expired) {
      report.deleted += 1;
      continue;
    }
    report.present += 1;
    const at = places.get(id) ?? 0;
    if (at < reached) fault(id, 'misplaced');
    reached = Math.max(reached, at);
    const fuller = row.whole && !wanted.whole;
    if (row.role !== wanted.role || (row.hash !== wanted.hash && !fuller)) fault(id, 'different');
  }
  for (const id of left.keys()) fault(id, 'missing');
}
