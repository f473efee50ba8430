import type { Deps } from '../tool/deps.ts';
import { demands, messageVectorOf, queryVectorOf } from './query-vector.ts';
import { searchOf } from './search.ts';

/** Below this cosine, a text that has none of the words of a query is more often about something else. */
export const leastCosine = 0.3;

/**
 * The same deps with a search that goes on by meaning where no text has any of the words of a query.
 *
 * @returns `message` says so when an answer was found by meaning.
 */
export function withNearSearch<D extends Deps>(deps: D): { near: D; message(): string | undefined } {
  const search = searchOf(deps);
  let isNear = false;
  const near: D = {
    ...deps,
    search: {
      ...search,
      async find(collection, query) {
        const answer = await search.find(collection, query);
        const wanted = query.queryVector !== undefined && !query.queryVector.foundOnly;
        const isFinal = answer.total > 0 || wanted || demands.test(query.text);
        if (isFinal || !deps.embedder) return answer;
        const { queryVector } = await (collection.inConversations ? messageVectorOf : queryVectorOf)(
          query.text,
          deps,
        );
        if (!queryVector) return answer;
        const found = await search.find(collection, {
          ...query,
          mode: 'auto',
          queryVector: { ...queryVector, least: leastCosine },
        });
        if (found.total === 0) return answer;
        isNear = true;
        return found;
      },
    },
  };
  return { near, message: () => (isNear ? 'No text has these words: found by meaning.' : undefined) };
}
