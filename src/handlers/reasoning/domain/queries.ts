import { filesIn } from './concepts.ts';

export type Queries = {
  search: { query: string; recommended: boolean };
  localFiles: string[];
  webSearch: { query: string };
};

const searching = /search|recall|memory|experience|context|history/i;

/**
 * Suggests searches to run before reasoning.
 *
 * @param tools the caller's tools; searching is not recommended when none of them can search.
 */
export function suggestQueries(
  problem: string,
  concepts: readonly string[],
  tools: readonly string[],
): Queries {
  const query = concepts.slice(0, 6).join(' ');
  return {
    search: {
      query,
      recommended: query !== '' && (tools.length === 0 || tools.some((tool) => searching.test(tool))),
    },
    localFiles: filesIn(problem),
    webSearch: { query },
  };
}
