import type { Captured } from '../messages/captured.ts';
import type { KeyValueFormat } from './formats/format.ts';
import { keyValueStores } from './formats/index.ts';
import { type KnownSessions, readSessions } from './read-sessions.ts';
import { KeyValueStore } from './sqlite/key-values.ts';
import { fromPages } from './sqlite/open-store.ts';

/** The format of a store of keys and values; undefined for another database. */
export const keyValueFormat = (path: string): Promise<KeyValueFormat | undefined> =>
  fromPages(path, (pages) => {
    const store = new KeyValueStore(pages);
    return keyValueStores.find((known) => known.recognise(store));
  });

/** The captured items of a store of keys and values. */
export const readKeyValues = (
  path: string,
  format: KeyValueFormat,
  known?: KnownSessions,
): AsyncGenerator<Captured[]> =>
  readSessions(path, (pages) => ({ sessions: format.sessions(new KeyValueStore(pages), path) }), known);
