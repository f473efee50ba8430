import * as z from 'zod';
import { BackupError } from '../../db/backup/format.ts';
import { linesIn } from '../../db/backup/lines.ts';
import type { ExportItem } from '../../db/export.ts';

/**
 * An export on its way: a line for each conversation and each message, then one that says how many there were. A stream
 * without that line, or with another number, is not whole.
 */
const end = z.object({ end: z.literal(true), conversations: z.int(), messages: z.int() });

const chunkCharacters = 64 * 1024;

export async function* asLines(items: AsyncIterable<ExportItem>): AsyncGenerator<Buffer> {
  const counted = { conversations: 0, messages: 0 };
  let text = '';
  for await (const item of items) {
    counted['conversation' in item ? 'conversations' : 'messages'] += 1;
    text += `${JSON.stringify(item)}\n`;
    if (text.length < chunkCharacters) continue;
    yield Buffer.from(text);
    text = '';
  }
  yield Buffer.from(`${text}${JSON.stringify({ end: true, ...counted })}\n`);
}

/** @throws BackupError when the stream ends before its end. */
export async function* itemsOf(stream: AsyncIterable<Uint8Array>): AsyncGenerator<ExportItem> {
  const seen = { conversations: 0, messages: 0 };
  for await (const line of linesIn(stream)) {
    const value: unknown = parsed(line);
    const told = end.safeParse(value).data;
    if (told?.conversations === seen.conversations && told.messages === seen.messages) return;
    if (told || !isItem(value)) break;
    seen['conversation' in value ? 'conversations' : 'messages'] += 1;
    yield value;
  }
  throw new BackupError('it ends in the middle');
}

/** What a gateway of ours has written has the fields of its rows. */
const isItem = (value: unknown): value is ExportItem =>
  typeof value === 'object' && value !== null && ('conversation' in value || 'message' in value);

function parsed(line: Buffer): unknown {
  try {
    return JSON.parse(line.toString());
  } catch {
    return undefined; // cut off within a line
  }
}
