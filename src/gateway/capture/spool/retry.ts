import { failureCode, isRetriedBy, needsRepair } from '../../../db/postgres/errors.ts';
import type { Log } from '../../../handlers/tool/deps.ts';
import { describe } from './judge.ts';
import { type Letter, letterIds, readLetter, removeLetter, writeLetter } from './letters.ts';
import { decodeRecord } from './segment.ts';
import type { StoreRecords } from './settle.ts';

/** Result of a retry; `gone` when another process handled the letter first. */
export type Retried = 'stored' | 'failed' | 'gone';

type Parts = { folder: string; store: StoreRecords; clock: () => Date };

/**
 * Tries to store a dead letter. If it fails again, the letter is rewritten with the reason and the number of attempts.
 *
 * @throws when the store as a whole is unavailable; the letter is unchanged.
 */
export async function retryLetter(id: string, { folder, store, clock }: Parts): Promise<Retried> {
  const letter = await readLetter(folder, id);
  if (!letter) return 'gone';
  const record = decodeRecord(letter.line);
  if (!record) return 'failed';
  try {
    await store([record], []);
  } catch (error) {
    // What needs repair may concern this letter alone.
    if (isRetriedBy('spool', error) && !needsRepair(error)) throw error;
    await writeLetter(folder, id, letter.line, {
      code: failureCode(error),
      error: describe(error),
      at: letter.at ?? clock().toISOString(),
      attempts: letter.attempts + 1,
    });
    return 'failed';
  }
  await removeLetter(folder, id);
  return 'stored';
}

/** Retries letters one at a time, all or those with one reason, until stopped. */
export async function retryLetters(
  parts: Parts & { log: Log },
  which: (letter: Pick<Letter, 'id'>) => boolean,
  stopped: () => boolean,
): Promise<void> {
  const counts = { stored: 0, failed: 0, gone: 0 };
  for (const id of await letterIds(parts.folder)) {
    if (stopped()) break;
    if (which({ id })) counts[await retryLetter(id, parts)] += 1;
  }
  if (counts.stored > 0) parts.log.info(counts, 'dead letters were stored');
}
