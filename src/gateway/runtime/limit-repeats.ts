/** How many lines of one kind are written within a window; further ones are only counted. */
const mostInWindow = 20;
const windowMs = 60_000;
/** Bounds memory, because peers can vary the kinds. */
const mostKinds = 1000;

type Window = { since: number; lines: number; left: number };

/**
 * Decides which log lines of a failing loop are written: the first twenty of a kind each minute. The first line of the
 * next minute reports how many were left out.
 */
export class Repeats {
  readonly #windows = new Map<string, Window>();
  readonly #now: () => number;

  /** @param now monotonic clock in milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** @returns undefined for a line to leave out, else how many were left out since the last one that was written. */
  admit(kind: string): number | undefined {
    const now = this.#now();
    const known = this.#windows.get(kind);
    if (!known || now - known.since >= windowMs) {
      if (!known && this.#windows.size >= mostKinds) this.#windows.clear();
      this.#windows.set(kind, { since: now, lines: 1, left: 0 });
      return known?.left ?? 0;
    }
    known.lines += 1;
    if (known.lines <= mostInWindow) return 0;
    known.left += 1;
    return undefined;
  }
}
