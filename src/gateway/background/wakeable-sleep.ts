import { setTimeout as delay } from 'node:timers/promises';

/** Interruptible pauses for a polling loop. */
export type WakeableSleep = {
  /** Resolves after this time, on the next wake, or at once if there was a wake since the last pause. */
  pause(ms: number): Promise<void>;
  wake(): void;
  /** From now on, pauses resolve at once. */
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
