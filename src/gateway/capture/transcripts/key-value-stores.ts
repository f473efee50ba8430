import { setImmediate as breath, setTimeout } from 'node:timers/promises';
import type { Captured } from '../messages/captured.ts';
import type { KeyValueFormat } from './formats/format.ts';
import { keyValueStores } from './formats/index.ts';
import { readAnyway } from './formats/other-form.ts';
import { KeyValueStore } from './sqlite/key-values.ts';
import { Pages } from './sqlite/pages.ts';
import { UnreadableStore } from './sqlite/unreadable.ts';

const attempts = 6;
const pauseMs = 50;
/** Items of sessions that are yielded together, as conversations are stored several at once. */
const itemsAtOnce = 300;

/** The format of a store of keys and values; undefined for another database. */
export async function keyValueFormat(path: string): Promise<KeyValueFormat | undefined> {
  for (let left = attempts; ; left -= 1) {
    const pages = await Pages.open(path);
    try {
      const store = new KeyValueStore(pages);
      return keyValueStores.find((known) => known.recognise(store));
    } catch (error) {
      if (!(error instanceof UnreadableStore) || left === 0 || (await pages.isOneMoment())) throw error;
    } finally {
      pages.close();
    }
    await setTimeout(pauseMs);
  }
}

/**
 * The captured items of a store of keys and values, each session whole and as it was at one moment. A store that is written
 * to meanwhile is opened again for the sessions that are left.
 *
 * @param known sessions to leave out; those that are read are added.
 * @throws UnreadableStore when it is damaged, or was written to at each attempt.
 */
export async function* readKeyValues(
  path: string,
  format: KeyValueFormat,
  known?: Map<string, string>,
): AsyncGenerator<Captured[]> {
  const done = new Set<string>();
  for (let left = attempts; left > 0; left -= 1) {
    const pages = await Pages.open(path);
    let read = new Map<string, string | undefined>();
    let together: Captured[] = [];
    const settle = () => {
      for (const [id, mark] of read) {
        done.add(id);
        if (mark !== undefined) known?.set(id, mark);
      }
      const settled = together;
      read = new Map();
      together = [];
      return settled;
    };
    try {
      for await (const session of format.sessions(new KeyValueStore(pages), path)) {
        await breath();
        if (done.has(session.id)) continue;
        const mark = known && session.mark(known.get(session.id));
        if (mark !== undefined && known?.get(session.id) === mark) continue;
        together = together.concat(await readAnyway(() => session.read()));
        read.set(session.id, mark);
        if (together.length < itemsAtOnce) continue;
        if (!(await pages.isOneMoment())) break;
        left = attempts;
        yield settle();
      }
      if (await pages.isOneMoment()) {
        yield settle();
        return;
      }
    } catch (error) {
      // What does not fit together may be of two moments.
      if (!(error instanceof UnreadableStore) || (await pages.isOneMoment())) throw error;
    } finally {
      pages.close();
    }
    await setTimeout(pauseMs);
  }
  throw new UnreadableStore('a store in use');
}
