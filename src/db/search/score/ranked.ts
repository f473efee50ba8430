import type { Reason } from './explain.ts';
import type { LegRanks } from './vectors.ts';

/** A document that a search found. */
export type RankedDocument = {
  docNo: number;
  /** A sum of BM25 weights; in a hybrid search, a share of it and of the likeness to the query. */
  score: number;
  reason?: Reason;
  /** It has none of the words and is next to a document that has. */
  neighbour?: true;
  /** It has every word of the query, or its phrase. */
  every?: true;
  /** What its likeness to the query adds to the score of a hybrid search. */
  meaning?: number;
  /** Its rank in each leg of a hybrid search. */
  places?: LegRanks;
};
