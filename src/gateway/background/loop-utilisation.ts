/** How busy a thread's event loop is, in thousandths of its time; readable from other threads. */
export type LoopUtilisation = Int32Array<SharedArrayBuffer>;

const everyMs = 100;

/** Continuously reports how busy this thread's event loop is. */
export function reportUtilisation(): { load: LoopUtilisation; stop(): void } {
  const load = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  let last = performance.eventLoopUtilization();
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    Atomics.store(load, 0, Math.round(utilization * 1000));
  }, everyMs).unref();
  return { load, stop: () => clearInterval(timer) };
}

/** The share of the gateway's time at which background work rests for as long as it works. */
const evenAt = 0.1;

/** However busy the gateway is, background work keeps a tenth of its pace. */
const mostRest = 9;

/**
 * How many milliseconds to rest for each millisecond of background work, so that it does not delay foreground calls.
 * The third power leaves background work almost unhindered beside a few calls, and slows it sharply at hundreds of
 * calls a second.
 */
export const coolDownFactor = (load: LoopUtilisation): number =>
  Math.min(mostRest, (Atomics.load(load, 0) / 1000 / evenAt) ** 3);
