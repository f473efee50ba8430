import { withTimeout } from '../../db/runtime/with-timeout.ts';

/** How long to wait for the database when the store can be spooled or a cached number can be used instead. */
const timeoutMs = 3000;

/** The database did not answer in time and counts as unavailable. The statement may still be carried out. */
class TooSlow extends Error {
  readonly code = 'ETIMEDOUT';
}

/** Resolves with the answer if it arrives in time, so that a slow or unreachable database delays no caller. */
export const inTime = <T>(answer: Promise<T>): Promise<T> =>
  withTimeout(answer, timeoutMs, () => {
    throw new TooSlow('the database did not answer in time');
  });
