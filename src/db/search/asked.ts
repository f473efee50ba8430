/** How long other work waits for queries before it goes on. */
const quietMs = 30;

/** The queries that run or wait, which other work in this thread lets go first. */
export class AskedQueries {
  private running = 0;
  private lastAt = -Infinity;
  private readonly waiting = new Set<() => void>();

  get any(): boolean {
    return this.running > 0;
  }

  /** Whether the last query came within this time. */
  isRecent(ms: number): boolean {
    return performance.now() - this.lastAt <= ms;
  }

  async run<T>(query: () => Promise<T>): Promise<T> {
    this.running += 1;
    this.lastAt = performance.now();
    try {
      return await query();
    } finally {
      this.running -= 1;
      if (this.running === 0) for (const go of this.waiting) go();
    }
  }

  /** Resolves when no query is running, or after a moment, so that other work goes on beside any number of them. */
  async quiet(): Promise<void> {
    if (this.running === 0) return;
    await new Promise<void>((resolve) => {
      const go = () => {
        clearTimeout(timer);
        this.waiting.delete(go);
        resolve();
      };
      const timer = setTimeout(go, quietMs);
      this.waiting.add(go);
    });
  }
}
