const width = 30;
const everyMs = 100;

/**
 * A progress bar on standard error; prints nothing when standard error is not a terminal.
 *
 * @param total in the unit of `advance`.
 */
export function progressBar(total: number, stream: NodeJS.WriteStream = process.stderr) {
  let whole = total;
  let done = 0;
  let shown = 0;
  return {
    /** Sets the total, when it becomes known only later. */
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
