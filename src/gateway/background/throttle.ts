import { setTimeout as delay } from 'node:timers/promises';
import { withTimeout } from '../../db/runtime/with-timeout.ts';
import type { ForegroundCalls } from './foreground-calls.ts';

/** The longest a document waits for other documents and for a gap. */
const timeoutMs = 50;
/** Pause between two documents while calls come in. */
const pauseMs = 40;

/**
 * Stores documents one at a time, in the gaps between foreground calls and with pauses while calls come in: storing
 * long texts would delay short calls. No document waits longer than `timeoutMs`, however busy the gateway is.
 */
export function createThrottle(foreground: ForegroundCalls): <T>(store: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  let storedAt = Number.NEGATIVE_INFINITY;
  return (store) => {
    const until = performance.now() + timeoutMs;
    const before = last;
    const stored = (async () => {
      const left = () => until - performance.now();
      await withTimeout(before, timeoutMs);
      const pause = Math.min(storedAt + pauseMs - performance.now(), left());
      if (pause > 0 && foreground.busy()) await delay(pause);
      await foreground.idle(left());
      return store();
    })();
    last = stored
      .catch(() => undefined) // reported to the caller of this store
      .then(() => {
        storedAt = performance.now();
      });
    return stored;
  };
}
