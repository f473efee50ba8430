/** Foreground calls in flight; background work runs in the gaps between them. */
export type ForegroundCalls = {
  /** Marks the start of a call; the returned function marks its end. */
  begin(): () => void;
  /** Whether a call is running or started within the last second. */
  busy(): boolean;
  /** Resolves when no call has been running for a moment, or after this many milliseconds. */
  idle(mostMs: number): Promise<void>;
};

/** A client that makes one call after another leaves about this much time between them. */
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
