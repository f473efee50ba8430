import { setTimeout as delay } from 'node:timers/promises';

/** Pauses of a loop that can be woken. */
export type WakeableSleep = {
  /** Resolves after this time, at the next wake, or at once when there was one since the last pause. */
  pause(ms: number): Promise<void>;
  wake(): void;
  /** No pause lasts from now on. */
  end(): void;
  /** Aborted by `end`. */
  over: AbortSignal;
};

export function createWakeableSleep(): WakeableSleep {
  const ended = new AbortController();
  let current: AbortController | undefined;
  let woken = false;
  const wake = () => {
    woken = true;
    current?.abort();
  };
  return {
    over: ended.signal,
    wake,
    end() {
      ended.abort();
      wake();
    },
    async pause(ms) {
      if (!woken && !ended.signal.aborted) {
        current = new AbortController();
        await delay(ms, undefined, { signal: current.signal, ref: false }).catch(() => undefined); // woken
      }
      woken = false;
    },
  };
}
