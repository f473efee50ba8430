import type { Cleaning } from '../messages/prepare-in-thread.ts';
import type { StoredMessages } from '../messages/stored.ts';
import type { FoundFile } from './find-files.ts';
import { isElsewhere } from './record-store.ts';
import type { VerifyReport } from './verify-report.ts';
import { readWanted, type VerifyProgress, type Wanted } from './verify-wanted.ts';

const mostFaults = 100;

/** Compares files with the stored messages, after the same preparation as for storing. */
export async function verifyFiles(
  found: readonly FoundFile[],
  stored: StoredMessages,
  cleaning: Cleaning = {},
  progress: VerifyProgress = {},
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
  const wanted = await readWanted(found, report, cleaning, progress);
  report.conversations = wanted.size;
  for (const want of wanted.values()) {
    if (progress.signal?.aborted) break;
    await compare(want, stored, report);
  }
  return report;
}

async function compare(
  { source, messages, format }: Wanted,
  stored: StoredMessages,
  report: VerifyReport,
): Promise<void> {
  report.expected += messages.size;
  if (await isElsewhere(format, source, stored)) {
    report.present += messages.size;
    return;
  }
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
      // An agent that rewrites its file may leave out messages.
      if (!format.rewritten) fault(id, 'extra');
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
