const width = 30;
const everyMs = 100;

/**
 * A bar on standard error while long work runs; nothing at all when standard error is no terminal.
 *
 * @param total in the unit `advance` counts in.
 */
export function progressBar(total: number, stream: NodeJS.WriteStream = process.stderr) {
  let whole = total;
  let done = 0;
  let shown = 0;
  return {
    /** Says how much there is, where that shows only later. */
    expect(amount: number): void {
      whole = amount;
    },
    advance(amount: number, label = ''): void {
      done += amount;
      const now = performance.now();
      if (!stream.isTTY || now - shown < everyMs) return;
      shown = now;
      const share = whole > 0 ? Math.min(1, done / whole) : 1;
      const bar = '='.repeat(Math.round(share * width)).padEnd(width);
      const text = `[${bar}] ${Math.floor(share * 100)}% ${label}`;
      stream.write(`\r${text.slice(0, (stream.columns ?? 80) - 1)}\u001b[K`);
    },
    end(): void {
      if (stream.isTTY) stream.write('\r\u001b[K');
    },
  };
}
