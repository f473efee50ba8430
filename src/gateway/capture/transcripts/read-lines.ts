/** One line of a file, without its line end. Offsets are in bytes. */
export type Line = { text: string; start: number; end: number };

/** Longer lines are skipped; no message of a conversation is as long. */
export const longestLineBytes = 256_000_000;
const chunkBytes = 1 << 20;
const newline = 10;

/** A file handle, or an object that reads like one. */
type Source = {
  read(buffer: Buffer, offset: number, length: number, position: number): Promise<{ bytesRead: number }>;
  stat?(): Promise<{ size: number }>;
};

/** The lines of one chunk of a file. `end` is the offset of the next chunk. */
export type Stretch = { lines: Line[]; end: number; tooLong: number; cutOff: boolean };

/**
 * Reads the complete lines of a file, about a megabyte at a time, from an offset at the start of a line. A last line
 * without a line end is left for later, or returned with `cutOff` when the file is complete.
 */
export async function* readLines(
  file: Source,
  from = 0,
  options: { complete: boolean; chunkBytes?: number } = { complete: true },
): AsyncGenerator<Stretch> {
  const size = await chunkFor(file, from, options.chunkBytes ?? chunkBytes);
  let held: Buffer[] = [];
  let heldBytes = 0;
  let start = from;
  let position = from;
  let dropping = false;
  // One for all reads: lines become strings, and the beginning of one that is held is copied.
  const chunk = Buffer.allocUnsafe(size);
  for (;;) {
    const { bytesRead } = await file.read(chunk, 0, size, position);
    if (bytesRead === 0) break;
    const data = chunk.subarray(0, bytesRead);
    position += bytesRead;
    const stretch: Stretch = { lines: [], end: start, tooLong: 0, cutOff: false };
    let at = 0;
    for (let end = data.indexOf(newline, at); end >= 0; end = data.indexOf(newline, at)) {
      const piece = data.subarray(at, end);
      const bytes = held.length > 0 ? Buffer.concat([...held, piece]) : piece;
      const next = start + heldBytes + piece.length + 1;
      if (dropping) stretch.tooLong += 1;
      else stretch.lines.push({ text: lineText(bytes), start, end: next });
      dropping = false;
      held = [];
      heldBytes = 0;
      start = next;
      at = end + 1;
    }
    const rest = data.subarray(at);
    heldBytes += rest.length;
    if (heldBytes > longestLineBytes) {
      dropping = true;
      held = [];
    } else if (rest.length > 0 && !dropping) held.push(Buffer.from(rest));
    stretch.end = start;
    if (stretch.lines.length > 0 || stretch.tooLong > 0) yield stretch;
  }
  if (heldBytes > 0 && options.complete) {
    const text = dropping ? '' : lineText(Buffer.concat(held));
    const end = start + heldBytes;
    yield { lines: dropping ? [] : [{ text, start, end }], end, tooLong: dropping ? 1 : 0, cutOff: true };
  }
}

/**
 * Bytes to read at a time: no more than there are, as most transcripts are short and a large buffer for each of thousands
 * keeps the garbage collector busy.
 */
export async function chunkFor(file: Pick<Source, 'stat'>, from: number, most: number): Promise<number> {
  const about = await file.stat?.();
  return about ? Math.min(most, Math.max(about.size - from, 1) + 1) : most;
}

/** Removes the carriage return of Windows line ends, and a byte order mark. */
function lineText(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  const body = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  return body.endsWith('\r') ? body.slice(0, -1) : body;
}
