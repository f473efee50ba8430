import { createLoneSearch, type Search } from '../../db/conversations/search.ts';
import type { Deps } from '../tool/deps.ts';
import { knownAmongCorrected } from './known-words.ts';

/** Text search for this call: the gateway's shared one, or one that lasts only for the call. */
export const searchOf = ({ db, search }: Pick<Deps, 'db' | 'search'>): Search =>
  search ?? createLoneSearch(db.sql);

/**
 * The same deps with a search that corrects no word that a model knows, and notes what its answers miss, such as an index
 * that does not answer.
 *
 * @returns `messageOf` puts that together with what else is to be told; `corrected` is the query that was searched in place of
 * the given one, of which no word was found.
 */
export function withNotedSearch<D extends Pick<Deps, 'db' | 'search' | 'embedder' | 'log'>>(
  deps: D,
): { noted: D; messageOf(other?: string): string | undefined; corrected(): string | undefined } {
  const search = searchOf(deps);
  const missing = new Set<string>();
  let corrected: string | undefined;
  const noted: D = {
    ...deps,
    search: {
      ...search,
      async find(collection, query) {
        let answer = await search.find(collection, query);
        const knownWords = await knownAmongCorrected(query.text, answer, deps);
        if (knownWords.length > 0) answer = await search.find(collection, { ...query, knownWords });
        if (answer.missing !== undefined) missing.add(answer.missing);
        if (answer.correction?.used) corrected = answer.correction.text;
        return answer;
      },
    },
  };
  const messageOf = (other?: string) =>
    [...missing, ...(other === undefined ? [] : [other])].join(' ') || undefined;
  return { noted, messageOf, corrected: () => corrected };
}
