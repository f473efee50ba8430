/** Lines of the same kind that are written in a window before the rest of them is only counted. */
const mostInWindow = 20;
const windowMs = 60_000;
/** So that what a peer can vary does not fill memory. */
const mostKinds = 1000;

type Window = { since: number; lines: number; left: number };

/**
 * Decides which lines of a failing loop are written. Of a kind the first twenty a minute are; the next minute's first one
 * says how many were left out.
 */
export class Repeats {
  readonly #windows = new Map<string, Window>();
  readonly #now: () => number;

  /** @param now milliseconds of a clock that never goes back. */
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
