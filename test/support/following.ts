import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { Figures } from '../../src/gateway/capture/messages/counters.ts';
import { lakeOffsets } from '../../src/gateway/capture/transcripts/tail/offsets.ts';
import type { TailRead } from '../../src/gateway/capture/transcripts/tail/reads.ts';
import { startTailer } from '../../src/gateway/capture/transcripts/tail/tailer.ts';
import { storeOf } from './capture.ts';
import type { TestLake } from './lake.ts';

/**
 * Follows a folder of its own while the steps of a test write to it.
 *
 * @param prepare writes what is there before.
 */
export async function following(
  lake: TestLake,
  shape: readonly RegExp[],
  steps: (root: string, reads: readonly TailRead[]) => Promise<void>,
  prepare?: (root: string) => Promise<void>,
): Promise<void> {
  const root = await mkdtemp(join(tmpdir(), 'dewey-follow-'));
  await prepare?.(root);
  const reads: TailRead[] = [];
  const tailer = await startTailer({
    folders: [{ folder: root, shape }],
    offsets: lakeOffsets(lake.db.sql),
    store: storeOf(lake),
    log: lake.deps.log,
    figures: new Figures(),
    clock: () => new Date(),
    onRead: (read) => reads.push(read),
  });
  try {
    await steps(root, reads);
  } finally {
    await tailer.stop();
    await rm(root, { recursive: true });
  }
}

/** Within this, a message that was written is stored. */
const soonMs = 2000;

/** Waits until what was written is stored; that must be soon. */
export const soon = (check: () => Promise<void>): Promise<void> =>
  vi.waitFor(check, { timeout: soonMs, interval: 20 });
