import { oneLine } from './harmless.ts';

const width = 30;
const everyMs = 100;

/** Before this, a rate says nothing. */
const settledMs = 1000;

/** Rate and time left, such as `4.2 MB/s, 12 s left`. */
export function pace(done: number, whole: number, ms: number): string {
  if (ms < settledMs || done === 0) return '';
  const perSecond = done / (ms / 1000);
  const left = whole > done ? `, ${span((whole - done) / perSecond)} left` : '';
  return `${(perSecond / 1e6).toFixed(1)} MB/s${left}`;
}

const span = (seconds: number): string => {
  const s = Math.ceil(seconds);
  if (s < 60) return `${s} s`;
  return s < 3600
    ? `${Math.floor(s / 60)} min ${s % 60} s`
    : `${Math.floor(s / 3600)} h ${Math.floor((s % 3600) / 60)} min`;
};

/**
 * A progress bar on standard error; prints nothing when standard error is not a terminal.
 *
 * @param total bytes.
 */
export function progressBar(total: number, stream: NodeJS.WriteStream = process.stderr) {
  let whole = total;
  let done = 0;
  let shown = 0;
  const began = performance.now();
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
      const text = `[${bar}] ${Math.floor(share * 100)}% ${pace(done, whole, now - began)} ${oneLine(label)}`;
      stream.write(`\r${text.slice(0, (stream.columns ?? 80) - 1)}\u001b[K`);
    },
    end(): void {
      if (stream.isTTY) stream.write('\r\u001b[K');
    },
  };
}
