import { BackupError, countRows } from './format.ts';
import { type LinesReport, linesEnd } from './lines.ts';

/** The last line, with the numbers of rows, is never as long. */
const tailBytes = 64 * 1024;

/**
 * Passes on what `writeLines` wrote elsewhere, as it is.
 *
 * @param onEnd told what is in it, once it is known to be whole.
 * @throws BackupError when its last line is missing or counts other lines.
 */
export async function* wholeLines(
  source: AsyncIterable<Uint8Array>,
  onEnd: (report: LinesReport) => void,
): AsyncGenerator<Buffer> {
  let lines = 0;
  let tail: Buffer = Buffer.alloc(0);
  for await (const bytes of source) {
    const chunk = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    lines += countRows(chunk);
    tail = Buffer.concat([tail, chunk]).subarray(-tailBytes);
    yield chunk;
  }
  const { rows } = linesEnd.safeParse(lastOf(tail)).data ?? {};
  // A header before the rows, and this line behind them.
  if (!rows || Object.values(rows).reduce((sum, n) => sum + n, 2) !== lines)
    throw new BackupError('it ends in the middle');
  onEnd({ rows });
}

function lastOf(tail: Buffer): unknown {
  const text = tail.toString();
  try {
    return JSON.parse(text.slice(text.lastIndexOf('\n', text.length - 2) + 1));
  } catch {
    return undefined;
  }
}
