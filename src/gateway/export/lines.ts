import { BackupError } from '../../db/backup/format.ts';
import { linesIn } from '../../db/backup/lines.ts';
import { type ExportItem, exportEnd } from '../../db/conversations/export.ts';

/**
 * Reads the items of an export from its lines.
 *
 * @throws BackupError when the stream is incomplete.
 */
export async function* itemsOf(stream: AsyncIterable<Uint8Array>): AsyncGenerator<ExportItem> {
  const seen = { conversations: 0, messages: 0 };
  for await (const line of linesIn(stream)) {
    const value: unknown = parsed(line);
    const end = exportEnd.safeParse(value).data;
    if (end?.conversations === seen.conversations && end.messages === seen.messages) return;
    if (end || !isItem(value)) break;
    seen['conversation' in value ? 'conversations' : 'messages'] += 1;
    yield value;
  }
  throw new BackupError('it ends in the middle');
}

/** The fields within are trusted, as a Dewey gateway wrote them. */
const isItem = (value: unknown): value is ExportItem =>
  typeof value === 'object' && value !== null && ('conversation' in value || 'message' in value);

function parsed(line: Buffer): unknown {
  try {
    return JSON.parse(line.toString());
  } catch {
    return undefined; // cut off within a line
  }
}
