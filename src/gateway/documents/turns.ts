import { setTimeout as delay } from 'node:timers/promises';
import type { Traffic } from '../traffic.ts';

/** How long a document waits at most for others and for a gap. */
const patienceMs = 25;

/**
 * Has documents stored one at a time, and between calls: their long texts would hold up on the disk the short ones that
 * somebody waits for. None waits longer than a moment, however busy the gateway is.
 */
export function createTurns(traffic: Traffic): <T>(store: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (store) => {
    const until = performance.now() + patienceMs;
    const before = last;
    const stored = (async () => {
      await Promise.race([before, delay(patienceMs)]);
      await traffic.gap(until - performance.now());
      return store();
    })();
    last = stored.catch(() => undefined); // told to whoever brought it
    return stored;
  };
}
