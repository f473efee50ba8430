import { setImmediate as breath } from 'node:timers/promises';
import { field, textField } from '../../messages/captured.ts';
import { parse } from '../decode/json.ts';
import type { KeyValues } from '../sqlite/key-values.ts';
import { timeIn } from './cursor-fields.ts';
import { listAt } from './record-values.ts';

export const bubbleKey = 'bubbleId:';

/** Entries between which other work may run. */
export const entriesAtOnce = 500;

/**
 * The messages that a conversation lists without having them, and that are older than itself: those of the conversation that
 * it was copied from.
 */
export function copiedIn(composer: unknown, stored: ReadonlyMap<string, unknown>): string[] {
  const began = timeIn({ createdAt: field(composer, 'createdAt') });
  return listAt(composer, 'fullConversationHeadersOnly').flatMap((header) => {
    const id = textField(header, 'bubbleId');
    const at = timeIn({ createdAt: field(header, 'createdAt') });
    const isOlder = at !== undefined && began !== undefined && at < began;
    return id !== undefined && isOlder && !stored.has(id) ? id : [];
  });
}

/** Messages with some ids, of any conversation. */
export async function copiesOf(table: KeyValues, ids: readonly string[]): Promise<Map<string, unknown[]>> {
  const found = new Map<string, unknown[]>(ids.map((id) => [id, []]));
  if (ids.length === 0) return found;
  let seen = 0;
  for (const entry of table.entries(bubbleKey)) {
    const all = found.get(entry.key.slice(entry.key.lastIndexOf(':') + 1));
    if (all) all.push(parse(table.value(entry) ?? ''));
    seen += 1;
    if (seen % entriesAtOnce === 0) await breath();
  }
  return found;
}
