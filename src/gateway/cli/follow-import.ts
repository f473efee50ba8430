import type { Search } from '../../db/conversations/search.ts';
import type { Config } from '../config/env.ts';
import { createLog } from '../runtime/log.ts';
import { type SearchThread, startSearchThread } from '../search/index.ts';

/**
 * An import of fewer messages is left to whoever searches for them, who analyses them in a second or two: the index would take
 * longer to read, and more than 100 MB of memory.
 */
const few = 20_000;

/** Indexes what a command imports while it does, in a thread, so that a server finds it without analysing it all. */
export function followImport(url: string, config: Config) {
  let stored = 0;
  let thread: SearchThread | undefined;
  const follow: NonNullable<Search['keepUp']> = async (collection, more) => {
    stored += more;
    if (stored < few || config.search.cluster) return;
    if (!thread) {
      thread = startSearchThread(
        { url, ...config.search, logLevel: config.logLevel },
        createLog(config.logLevel),
      );
      thread.begin();
    }
    await thread.keepUp?.(collection, more);
  };
  return {
    keepUp: follow,
    /** Resolves when nearly all is stored in the index, or another process does so. */
    async finish() {
      await thread?.finish();
    },
    async stop() {
      await thread?.stop();
    },
  };
}
