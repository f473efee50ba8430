import { filesIn } from './cues/concepts.ts';

export type Queries = {
  search: { query: string; recommended: boolean; related: Record<string, number> };
  localFiles: string[];
  webSearch: { query: string };
};

const searching = /search|recall|memory|experience|context|history/i;

/**
 * Suggests searches to run before reasoning.
 *
 * @param related how much the lake has on the problem, by kind.
 * @param tools the caller's tools; searching is not recommended when none of them can search.
 */
export function suggestQueries(
  problem: string,
  concepts: readonly string[],
  tools: readonly string[],
  related: Record<string, number>,
): Queries {
  const query = concepts.slice(0, 6).join(' ');
  return {
    search: {
      query,
      related,
      recommended:
        Object.keys(related).length > 0 && (tools.length === 0 || tools.some((tool) => searching.test(tool))),
    },
    localFiles: filesIn(problem),
    webSearch: { query },
  };
}
