import type { DocumentScope } from '../collection/collection.ts';
import type { List } from '../index/kept-list.ts';
import type { SearchMode } from '../text/parse-query.ts';
import type { AskedWord } from './asked-word.ts';
import type { DocSet } from './doc-set.ts';
import type { Reason } from './explain.ts';
import type { Ranked } from './top-k.ts';

/** The input of ranking: a parsed query with the postings of its words. */
export type RankingQuery = {
  mode: SearchMode;
  words: readonly AskedWord[];
  /** A result must be in all `required` sets, and in no `forbidden` one. */
  required: readonly DocSet[];
  forbidden: readonly DocSet[];
  excluded: readonly List[];
  scope: DocumentScope;
  /** How many of the best to return. */
  top: number;
  explain: boolean;
};

/** How many terms its words have. */
export const termsIn = ({ words }: Pick<RankingQuery, 'words'>): number =>
  words.reduce((sum, { lists }) => sum + new Set(lists.map(({ term }) => term)).size, 0);

/** A query without words, only with filters. */
export const emptyQuery = (scope: DocumentScope): RankingQuery => ({
  mode: 'auto',
  words: [],
  required: [],
  forbidden: [],
  excluded: [],
  scope,
  top: 0,
  explain: false,
});

/**
 * `neighbour`: it has none of the words and is next to a document that has; `every`: it has all of them, or the phrase that
 * is required.
 */
export type RankedHit = Ranked & { reason?: Reason; neighbour?: true; every?: true };
export type Ranking = { hits: RankedHit[]; total: number };
