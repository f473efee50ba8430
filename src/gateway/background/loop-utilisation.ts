/** How busy a thread is, for other threads to see: thousandths of its time. */
export type LoopUtilisation = Int32Array<SharedArrayBuffer>;

const everyMs = 100;

/** Keeps telling how busy this thread's event loop is. */
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

/** Of the gateway's time, the part at which who works beside it rests as long as it works. */
const evenAt = 0.1;

/** However busy the gateway is, a tenth of what could be done is. */
const mostRest = 9;

/**
 * How long to rest for each millisecond of work, so that what somebody waits for is not held up by what nobody does.
 * The third power: beside a few calls most of the work is done, and while hundreds a second are answered little.
 */
export const coolDownFactor = (load: LoopUtilisation): number =>
  Math.min(mostRest, (Atomics.load(load, 0) / 1000 / evenAt) ** 3);
