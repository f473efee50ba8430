/** The calls that somebody waits for, so that what nobody does can be done between them. */
export type ForegroundCalls = {
  /** A call begins; it ends with what comes back. */
  begin(): () => void;
  /** Whether one began within the last second. */
  busy(): boolean;
  /** Resolves when none of them has been running for a moment, or after this many milliseconds. */
  idle(mostMs: number): Promise<void>;
};

/** Whoever asks for one thing after the other takes about as long between two calls. */
const momentMs = 2;

export function createForegroundCalls(): ForegroundCalls {
  let running = 0;
  let begun = Number.NEGATIVE_INFINITY;
  let quietSince = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;
  const waiters = new Set<() => void>();

  const look = () => {
    clearTimeout(timer);
    if (running > 0 || waiters.size === 0) return;
    const left = quietSince + momentMs - performance.now();
    if (left > 0) timer = setTimeout(look, Math.ceil(left));
    else for (const go of waiters) go();
  };

  return {
    begin() {
      running += 1;
      begun = performance.now();
      return () => {
        running -= 1;
        if (running > 0) return;
        quietSince = performance.now();
        look();
      };
    },
    busy: () => running > 0 || performance.now() - begun < 1000,
    async idle(mostMs) {
      if (mostMs <= 0) return;
      await new Promise<void>((resolve) => {
        const go = () => {
          clearTimeout(timeout);
          waiters.delete(go);
          resolve();
        };
        const timeout = setTimeout(go, mostMs);
        waiters.add(go);
        look();
      });
    },
  };
}
