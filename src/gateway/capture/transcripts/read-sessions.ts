import { setImmediate as breath, setTimeout } from 'node:timers/promises';
import type { Captured } from '../messages/captured.ts';
import type { KeyValueSession, StoredSession } from './formats/format.ts';
import { readAnyway } from './formats/other-form.ts';
import { attempts, pauseMs } from './sqlite/open-store.ts';
import { Pages } from './sqlite/pages.ts';
import { UnreadableStore } from './sqlite/unreadable.ts';

/** Items of sessions that are yielded together, as conversations are stored several at once. */
const itemsAtOnce = 300;

/** The sessions of a store, and what releases what they are read by. */
export type OpenSessions = {
  sessions: Iterable<StoredSession> | AsyncIterable<KeyValueSession>;
  close?: () => void;
};

/** Sessions of a store, by id, with the marks under which they are stored already. */
export type KnownSessions = Map<string, string>;

/**
 * The captured items of a store, each session whole and as it was at one moment. A store that is written to meanwhile is
 * opened again for the sessions that are left.
 *
 * @param known sessions to leave out; those that are read are added.
 * @throws UnreadableStore when it is damaged, or was written to at each attempt.
 */
export async function* readSessions(
  path: string,
  openIn: (pages: Pages) => OpenSessions | Promise<OpenSessions>,
  known?: KnownSessions,
): AsyncGenerator<Captured[]> {
  const done = new Set<string>();
  for (let left = attempts; left > 0; left -= 1) {
    const pages = await Pages.open(path);
    let open: OpenSessions | undefined;
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
      open = await openIn(pages);
      for await (const session of open.sessions) {
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
      open?.close?.();
      pages.close();
    }
    await setTimeout(pauseMs);
  }
  throw new UnreadableStore('a store in use');
}
