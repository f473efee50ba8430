import { crc32 } from 'node:zlib';
import { type Captured, field, skip, textField } from '../../messages/captured.ts';
import { parse } from '../decode/json.ts';
import type { KeyValueStore } from '../sqlite/key-values.ts';
import { readComposer } from './cursor-composer.ts';
import { listKey } from './cursor-projects.ts';
import type { KeyValueSession } from './format.ts';

const chatsKey = 'workbench.panel.aichat.view.aichat.chatdata';

export const holdsOlder = (store: KeyValueStore): boolean =>
  store.has('ItemTable') &&
  [chatsKey, listKey].some((key) => store.table('ItemTable')?.get(key) !== undefined);

/** The chats and conversations that older versions keep whole, as one value each, in the store of a workspace. */
export function* olderSessions(
  store: KeyValueStore,
  project: string | undefined,
): Generator<KeyValueSession> {
  const table = store.table('ItemTable');
  for (const [key, list, name] of [
    [chatsKey, 'tabs', 'tabId'],
    [listKey, 'allComposers', 'composerId'],
  ] as const) {
    const text = table?.get(key);
    if (text === undefined) continue;
    const value = parse(text);
    const all = field(value, list);
    if (!Array.isArray(all)) {
      yield whole(key, text, value === undefined ? [skip('malformed')] : []);
      continue;
    }
    for (const one of all as unknown[]) {
      const id = textField(one, name);
      const messages = field(one, 'bubbles') ?? field(one, 'conversation');
      // Since conversations have a store of their own, the list has only their names.
      if (id === undefined || !Array.isArray(messages) || messages.length === 0) continue;
      const composer = { ...Object(one), conversation: messages };
      yield {
        id,
        mark: () => crc32(JSON.stringify(one)).toString(36),
        read: () => readComposer(id, composer, new Map(), { project }),
      };
    }
  }
}

const whole = (id: string, text: string, captured: Captured[]): KeyValueSession => ({
  id,
  mark: () => crc32(text).toString(36),
  read: () => captured,
});
