import type { DocumentScope } from '../collection/collection.ts';
import type { List } from '../index/postings.ts';
import type { SearchMode } from '../text/parse-query.ts';
import type { AskedWord } from './accumulate.ts';
import type { Reason } from './explain.ts';
import type { Ranked } from './top-k.ts';

/** A query as the ranking takes it: parsed, with the postings of its words fetched. */
export type RankingQuery = {
  mode: SearchMode;
  words: readonly AskedWord[];
  /** A result must be in all of these, and in none of those. */
  required: readonly ReadonlySet<number>[];
  forbidden: readonly ReadonlySet<number>[];
  excluded: readonly List[];
  scope: DocumentScope;
  /** How many of the best to return. */
  top: number;
  explain: boolean;
};

/** No words, only what narrows. */
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

export type Ranking = { hits: (Ranked & { reason?: Reason })[]; total: number };
