import { BackupError, countRows } from './format.ts';
import { type LinesReport, linesEnd } from './lines.ts';

/** An upper bound for the length of the last line, which holds the row counts. */
const tailBytes = 64 * 1024;

/**
 * Passes the output of `writeLines` through unchanged, and checks that it is complete.
 *
 * @param onEnd called with the contents once the export is known to be complete.
 * @throws BackupError when its last line is missing or does not match the number of lines.
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
  // Two more than the rows: the header and this line.
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
