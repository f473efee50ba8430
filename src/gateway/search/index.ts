import { withTimeout } from '../../db/runtime/with-timeout.ts';
import type { Query } from '../../db/search/engine.ts';
import type { Search } from '../../db/search/search.ts';
import { highlight } from '../../db/search/text/highlight.ts';
import type { Log } from '../../handlers/tool/deps.ts';
import { createWakeableSleep } from '../background/wakeable-sleep.ts';
import { createThread } from '../runtime/worker-threads.ts';
import type { FeederFigures } from './engine/thread-engine.ts';
import type { SearchAnswers, SearchOptions, SearchQuestion } from './thread.ts';

export type SearchThread = Search & {
  /** Loads the index and starts maintaining it; call it once the database is migrated. */
  begin(): void;
  /** Stores in the index what waits for it, nearly all of it. */
  finish(): Promise<void>;
  /** What was fed to the search cluster by this process, if there is one. */
  figures(): Promise<FeederFigures | undefined>;
  /** Finishes running queries and ends the thread. */
  stop(): Promise<void>;
};

const stopTimeoutMs = 3000;
/** A thread that waits for something itself holds up no acknowledgement for longer than this. */
const mostFollowMs = 2000;
/** The thread is asked to keep up after so many texts. */
const followEvery = 256;
/** Characters whose snippets are made on the event loop: less than a millisecond. */
const mostHere = 16_000;
/** Pause in index maintenance after the thread failed; a query starts another thread at once. */
const againMs = 1000;

/** Starts search in a thread of its own, with its own connections. If the thread dies, another is started. */
export function startSearchThread(options: SearchOptions, log: Log): SearchThread {
  const file = new URL('./thread', import.meta.url).href;
  const thread = createThread<SearchQuestion, SearchAnswers[SearchQuestion['kind']]>(file, options, {
    maxMegabytes: undefined,
  });
  const sleep = createWakeableSleep();
  /** Texts stored, by collection, since the thread was last asked to keep up. */
  const unfollowed = new Map<number, number>();
  let used = false;
  let maintenance: Promise<void> | undefined;

  async function keepIndex(): Promise<void> {
    while (!sleep.over.aborted)
      try {
        used = true;
        await thread.ask({ kind: 'maintain' });
      } catch (err) {
        if (sleep.over.aborted) return;
        log.error({ err }, 'the search thread failed');
        await sleep.pause(againMs);
      }
  }

  async function ask<Kind extends 'find' | 'highlight' | 'keepUp' | 'finish' | 'figures'>(
    question: SearchQuestion & { kind: Kind },
  ): Promise<SearchAnswers[Kind]> {
    if (sleep.over.aborted) throw new Error('search has stopped');
    used = true;
    return (await thread.ask(question)) as SearchAnswers[Kind]; // answers are of their question's kind
  }

  return {
    find: ({ collectionId }, query) =>
      // The thread finds the collection by its id, so the filter is of the type that its scope takes.
      ask({ kind: 'find', collectionId, query: query as Query<never> }),
    async highlight(query, texts) {
      const characters = texts.reduce((sum, { length }) => sum + length, 0);
      // A trip to the thread takes longer than the snippets of a few short texts.
      return characters <= mostHere ? highlight(query, texts) : ask({ kind: 'highlight', query, texts });
    },
    async keepUp({ collectionId }, stored) {
      const sum = (unfollowed.get(collectionId) ?? 0) + stored;
      unfollowed.set(collectionId, sum < followEvery ? sum : 0);
      if (sum < followEvery) return;
      try {
        await withTimeout(ask({ kind: 'keepUp', collectionId }), mostFollowMs);
      } catch (err) {
        log.warn({ err }, 'the search index does not keep pace with what is stored');
      }
    },
    async finish() {
      try {
        await ask({ kind: 'finish' });
      } catch (err) {
        log.warn({ err }, 'the end of what was stored is not in the search index yet');
      }
    },
    figures: () => ask({ kind: 'figures' }),
    begin() {
      maintenance ??= keepIndex();
    },
    async stop() {
      sleep.end();
      // A database that hangs must not delay shutdown: a flush in progress is rolled back.
      if (used) await thread.ask({ kind: 'end' }, AbortSignal.timeout(stopTimeoutMs)).catch(() => undefined);
      await thread.stop();
      await maintenance;
    },
  };
}
