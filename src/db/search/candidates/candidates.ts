import { DocValues } from '../index/doc-values.ts';
import type { List } from '../index/kept-list.ts';
import type { TermList } from '../score/asked-word.ts';
import { DocSet } from '../score/doc-set.ts';
import type { Ranking } from '../score/question.ts';
import { evaluate } from '../score/rank.ts';
import type { Workspace } from '../score/workspace.ts';
import { labelMark, live, question } from '../text/analyze.ts';
import type { QueryWord, SearchMode } from '../text/parse-query.ts';

/** A document that may be a result, or that raises the score of one. */
export type Candidate = {
  docNo: number;
  groupNo: number;
  /** The documents before it in its group, the nearest first; −1: none, or not known. */
  previous: number;
  beforePrevious: number;
  /** Words without stop words. */
  length: number;
  asks: boolean;
  at: number;
  /** How often each term of the query occurs, in the order of {@link termsOf}. */
  counts: Uint8Array;
  /** It passes the filters and exclusions of the query. */
  permitted: boolean;
};

/** What ranking takes from the whole collection. */
export type Statistics = {
  documents: number;
  words: number;
  groups: number;
  /** Words in each group that is known; the others count as average. */
  groupWords: ReadonlyMap<number, number>;
  /** How many documents have each term, in the order of {@link termsOf}. */
  frequencies: readonly number[];
};

export type CandidateQuery = {
  mode: SearchMode;
  words: readonly QueryWord[];
  /** Only documents with a phrase are wanted; all permitted candidates that match have it. */
  phrases: boolean;
  top: number;
  explain: boolean;
};

/** The terms of a query, each once. */
export const termsOf = (words: readonly QueryWord[]): string[] => [
  ...new Set(words.flatMap(({ terms }) => terms)),
];

/**
 * Ranks some documents of a collection as if all of it were here, with the same code and weights: BM25 from the
 * collection's statistics, and what neighbours and conversation add from the candidates.
 */
export function rankCandidates(
  found: readonly Candidate[],
  statistics: Statistics,
  query: CandidateQuery,
  workspace: Workspace,
): Ranking {
  // Of equal hits, the one with the higher number here comes first.
  const candidates = found.toSorted((a, b) => a.docNo - b.docNo);
  const documents = place(candidates, statistics);
  const terms = new Map(
    termsOf(query.words).map((term, i) => [term, listOf(term, i, candidates, statistics)]),
  );
  const words = query.words.map((word) => ({
    ...word,
    lists: word.terms.flatMap((term) => terms.get(term) ?? []),
    terms: word.terms.filter((term) => (terms.get(term)?.list.size ?? 0) > 0),
  }));
  const permitted = candidates.flatMap((one, i) => (one.permitted ? [i] : []));
  const { hits, total } = evaluate(documents, workspace, {
    mode: query.mode,
    words,
    required: query.phrases ? [new DocSet(candidates.length, permitted)] : [],
    forbidden: [],
    excluded: [],
    scope: {},
    top: query.top,
    explain: query.explain,
  });
  return { total, hits: hits.map((hit) => ({ ...hit, docNo: candidates[hit.docNo]?.docNo ?? -1 })) };
}

/** Numbers the candidates in their order, with the statistics of the whole collection. */
function place(candidates: readonly Candidate[], statistics: Statistics): DocValues {
  const documents = new DocValues();
  const own = new Map(candidates.map(({ docNo }, i) => [docNo, i]));
  const groups = new Map<number, number>();
  const links: { number: number; group: number; previous: number }[] = [];
  for (const [i, one] of candidates.entries()) {
    const group = groups.get(one.groupNo) ?? groups.size;
    groups.set(one.groupNo, group);
    let previous = own.get(one.previous) ?? -1;
    if (previous < 0 && one.previous >= 0) {
      // It is no candidate, but links those around it.
      previous = candidates.length + links.length;
      own.set(one.previous, previous);
      links.push({ number: previous, group, previous: own.get(one.beforePrevious) ?? -1 });
    }
    const flags = (one.permitted ? live : 0) | (one.asks ? question : 0);
    documents.place(i, group, previous, one.length, flags, one.at, true);
  }
  for (const { number, group, previous } of links) documents.place(number, group, previous, 0, 0, 0, true);
  documents.count = statistics.documents;
  documents.words = statistics.words;
  documents.groups = statistics.groups;
  const average = statistics.words / Math.max(1, statistics.groups);
  for (const [groupNo, group] of groups)
    documents.groupLength[group] = statistics.groupWords.get(groupNo) ?? average;
  return documents;
}

function listOf(
  term: string,
  i: number,
  candidates: readonly Candidate[],
  { frequencies }: Statistics,
): TermList {
  const docs: number[] = [];
  const counts: number[] = [];
  for (const [d, candidate] of candidates.entries()) {
    const count = candidate.counts[i] as number;
    if (count === 0) continue;
    docs.push(d);
    counts.push(count);
  }
  const list: List = { docs: Int32Array.from(docs), counts: Uint8Array.from(counts), size: docs.length };
  return {
    term,
    list,
    isLabel: term.startsWith(labelMark),
    frequency: Math.max(frequencies[i] ?? 0, docs.length),
  };
}
