import type { CaptureBatch, CaptureOutcome } from '../../../db/capture/batch.ts';
import { isUnavailable } from '../../../db/postgres/errors.ts';

/** Of one transaction, unless a single batch is larger: others wait for the conversations that it has locked. */
const mostCharacters = 2_000_000;
const mostBatches = 100;

type Waiting = {
  batch: CaptureBatch;
  settle: (outcome: CaptureOutcome) => void;
  fail: (error: unknown) => void;
};

/**
 * Stores the batches that wait in one transaction after the other, in the order in which they came: a transaction costs as
 * much as many small batches.
 *
 * @param store stores batches in one transaction and gives the outcome of each. If it fails for several, each is stored
 *   alone, so that none fails for another; unless the database is away: then all have failed.
 */
export function together(
  store: (batches: readonly CaptureBatch[]) => Promise<readonly CaptureOutcome[]>,
): (batch: CaptureBatch) => Promise<CaptureOutcome> {
  const waiting: Waiting[] = [];
  let isStoring = false;
  const attempt = async (taken: readonly Waiting[]) => {
    const outcomes = await store(taken.map(({ batch }) => batch));
    for (const [i, { settle, fail }] of taken.entries()) {
      const outcome = outcomes[i];
      if (outcome) settle(outcome);
      else fail(new Error('a batch without an outcome'));
    }
  };
  const alone = async (one: Waiting) => {
    try {
      await attempt([one]);
    } catch (error) {
      one.fail(error);
    }
  };
  const run = async () => {
    isStoring = true;
    await Promise.resolve(); // the caller puts more at once
    for (let taken = take(waiting); taken.length > 0; taken = take(waiting))
      try {
        await attempt(taken);
      } catch (error) {
        if (taken.length === 1 || isUnavailable(error)) for (const { fail } of taken) fail(error);
        else for (const one of taken) await alone(one);
      }
    isStoring = false;
  };
  return (batch) =>
    new Promise((settle, fail) => {
      waiting.push({ batch, settle, fail });
      if (!isStoring) void run(); // its failures are those of the batches
    });
}

/** Removes the batches of the next transaction. */
function take(waiting: Waiting[]): Waiting[] {
  let characters = 0;
  let count = 0;
  for (const { batch } of waiting) {
    const more = batch.versions.reduce((sum, { content }) => sum + content.length, 0);
    if (count > 0 && (count === mostBatches || characters + more > mostCharacters)) break;
    characters += more;
    count += 1;
  }
  return waiting.splice(0, count);
}
