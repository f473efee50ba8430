import type { CaptureBatch, CaptureHelp, CaptureOutcome } from '../../../db/capture/batch.ts';
import { type ImportedFile, noteImported } from '../../../db/capture/imported.ts';
import { storeCaptured } from '../../../db/capture/store.ts';
import { storeTogether } from '../../../db/capture/store-together.ts';
import { messages } from '../../../db/conversations/collection.ts';
import type { Search } from '../../../db/conversations/search.ts';
import type { Pool } from '../../../db/postgres/connect.ts';
import { failureCode } from '../../../db/postgres/errors.ts';
import type { Secrets } from '../../config/redaction.ts';
import { clean, withoutPrivate } from '../../redaction/index.ts';
import type { Cleaning } from './prepare-in-thread.ts';
import { together } from './together.ts';

/** Where captured messages are stored: the database, or a remote gateway. */
export type Store = Cleaning & {
  put(batch: CaptureBatch): Promise<CaptureOutcome>;
  /** Batches put at the same time are stored in the order of the calls, several in one transaction. */
  gathers?: boolean;
  /** Notes which files were imported, so that they are not offered again; absent where that is not known. */
  noteImported?(files: readonly ImportedFile[]): Promise<void>;
};

/**
 * Stores into this process's database; what is stored is followed by a search, if there is one. Batches that arrive while
 * others are stored share the next transaction.
 */
export function lakeStore(
  sql: Pool,
  newId: () => string,
  secrets: Secrets = 'removed',
  search?: Pick<Search, 'keepUp'>,
): Store {
  const help = helpWith(newId, secrets);
  let following: Promise<void> | undefined;
  const put = together(async (batches) => {
    const outcomes =
      batches.length > 1
        ? await storeTogether(sql, batches, [], help)
        : await Promise.all(batches.map((batch) => again(() => storeCaptured(sql, batch, help))));
    const changed = outcomes.reduce((sum, { stored, completed }) => sum + stored + completed, 0);
    // While the search follows one transaction, the next one is stored, and no more.
    await following;
    following = search?.keepUp?.(messages, changed);
    following?.catch(() => undefined); // thrown to whoever stores next
    return outcomes;
  });
  return { secrets, gathers: true, put, noteImported: (files) => noteImported(sql, files) };
}

export const helpWith = (newId: () => string, secrets: Secrets = 'removed'): CaptureHelp => ({
  newId,
  clean: (text) => (secrets === 'kept' ? withoutPrivate(text, {}) : clean(text, {})),
});

/** Counts of messages by outcome. */
export type Counts = Omit<CaptureOutcome, 'conversationId' | 'last'>;

export const noCounts = (): Counts => ({ stored: 0, completed: 0, duplicates: 0, retracted: 0, deleted: 0 });

const countNames = ['stored', 'completed', 'duplicates', 'retracted', 'deleted'] as const;

export function addCounts(sum: Counts, more: Readonly<Counts>): void {
  for (const key of countNames) sum[key] += more[key];
}

const collisions = new Set(['23505', '40001', '40P01']);

/** Retries after a conflict: two writers created the same conversation or message at the same time. */
export async function again<T>(attempt: () => Promise<T>): Promise<T> {
  for (let left = 4; ; left -= 1)
    try {
      return await attempt();
    } catch (error) {
      if (left === 0 || !collisions.has(failureCode(error) ?? '')) throw error;
    }
}
