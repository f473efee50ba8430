import type { List } from '../index/kept-list.ts';
import type { QueryWord } from '../text/parse-query.ts';

/**
 * The postings of a word's term, or some of them; `frequency`: how many documents have the term, where the postings are of
 * some of them only.
 */
export type TermList = { term: string; list: List; isLabel: boolean; frequency?: number };
export type AskedWord = QueryWord & { lists: TermList[]; terms: string[] };
