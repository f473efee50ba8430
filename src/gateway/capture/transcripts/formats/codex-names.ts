import type { CaptureFacts } from '../../../../db/capture/version.ts';
import { textField } from '../../messages/captured.ts';
import { parse } from '../decode/json.ts';
import { orderAt, titleRank } from './facts.ts';
import type { Origin } from './format.ts';

/** In UTF-16 units; a name takes about 150. */
const longest = 16_000_000;

/** The file with the names of all sessions, relative to the folder of one. */
function indexOf(path: string): string | undefined {
  if (/[\\/]sessions[\\/]\d+[\\/]\d+[\\/]\d+[\\/][^\\/]+$/.test(path))
    return '../../../../session_index.jsonl';
  return /[\\/](archived_)?sessions[\\/][^\\/]+$/.test(path) ? '../session_index.jsonl' : undefined;
}

/** The name of a session by `session_index.jsonl`, to which Codex appends a line whenever a session is named. */
export async function codexName(origin: Origin, session: string): Promise<CaptureFacts | undefined> {
  const index = origin.path === undefined ? undefined : indexOf(origin.path);
  const text = index === undefined ? undefined : await origin.sidecar?.(index);
  if (text === undefined || text.length > longest) return undefined;
  for (let at = text.lastIndexOf(session); at >= 0; ) {
    const start = text.lastIndexOf('\n', at) + 1;
    const end = text.indexOf('\n', at);
    const entry = parse(text.slice(start, end < 0 ? text.length : end));
    const title = textField(entry, 'thread_name')?.trim();
    if (textField(entry, 'id') === session && title)
      return { titles: [{ text: title, order: orderAt(titleRank.user, textField(entry, 'updated_at')) }] };
    at = start === 0 ? -1 : text.lastIndexOf(session, start - 1);
  }
  return undefined;
}
