import { setTimeout as delay } from 'node:timers/promises';
import { withTimeout } from '../../db/runtime/with-timeout.ts';
import type { ForegroundCalls } from './foreground-calls.ts';

/** How long a document waits at most for others and for a gap. */
const timeoutMs = 50;
/** Between two documents, while calls come in. */
const pauseMs = 40;

/**
 * Has documents stored one at a time, and while calls come in between those and with pauses: the long texts would hold up
 * the short calls that somebody waits for. None waits longer than a moment, however busy the gateway is.
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
      .catch(() => undefined) // told to whoever brought it
      .then(() => {
        storedAt = performance.now();
      });
    return stored;
  };
}
