import type { Pool } from '../../db/postgres/connect.ts';
import type { Language } from '../../db/search/collection/collection.ts';
import type { Search } from '../../db/search/search.ts';
import { highlight } from '../../db/search/text/highlight.ts';
import { createLog } from '../runtime/log.ts';
import type { ThreadEngine } from './engine/thread-engine.ts';

/** Search in a cluster from this process, without feeding it; the client is loaded for the first search. */
export function searchInCluster(
  sql: Pool,
  { language }: { language: Language },
  nodes: readonly string[],
): Search {
  let opening: Promise<ThreadEngine> | undefined;
  const open = async () => {
    const { openClusterEngine } = await import('./opensearch/index.ts');
    return openClusterEngine(sql, nodes, { language }, createLog('silent'));
  };
  return {
    async find(collection, query) {
      opening ??= open();
      // The engine takes the filter of the collection that it is given.
      return (await opening).find(collection, query as never);
    },
    highlight,
  };
}
