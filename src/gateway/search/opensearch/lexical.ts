import {
  type Candidate,
  rankCandidates,
  type Statistics,
  termsOf,
} from '../../../db/search/candidates/candidates.ts';
import type { Answer, RankedDocument } from '../../../db/search/query.ts';
import { pageOf } from '../../../db/search/score/page.ts';
import { type ParsedQuery, parseQuery, type QueryWord } from '../../../db/search/text/parse-query.ts';
import { around } from './around.ts';
import { type Asked, missingOf, type Question, searchAll } from './asked.ts';
import { clausesOf, exclusionsOf, oneOf, phraseClause, queryOf, wordClauses } from './query.ts';
import { asHits, candidateOf, numberOf, type SearchReply } from './replies.ts';
import { tailCandidates } from './tail.ts';

/** How many documents the cluster gives to be ranked here; those farther down keep its order. */
const mostCandidates = 1000;
/** Matches are counted up to this many. */
const mostCounted = 10_000;
/** Words of a query that are used and, of a longer one, that are looked up at a time. */
const mostWords = 64;
const lookedUpAtATime = 500;

export type Lexical = Answer & {
  /** Words of the query that no document has. */
  unknown: string[];
};

/** Searches by words. */
export async function findLexical(asked: Asked, question: Question): Promise<Lexical> {
  const parsed = parseQuery(question.text, question.mode);
  const words = await chooseWords(asked, parsed.words);
  const pending = asked.lake.tail.unread;
  if (words.length === 0)
    return {
      ...{ hits: [], total: 0, more: false, totalIsExact: pending === 0, mode: question.mode },
      ...{ pending, unknown: [] },
    };
  return await new LexicalSearch(asked, question, parsed, words).run();
}

/** The words of a query; of a very long one, the rarest that occur. */
async function chooseWords(asked: Asked, words: QueryWord[]): Promise<QueryWord[]> {
  if (words.length <= mostWords) return words;
  const documents = [...asked.lake.tail.documents.values()];
  const found: { word: QueryWord; n: number }[] = [];
  for (let i = 0; i < words.length && found.length < 2 * mostWords; i += lookedUpAtATime) {
    const part = words.slice(i, i + lookedUpAtATime);
    const count = ({ terms }: QueryWord) => ({ ...counted, query: oneOf('terms', terms) });
    const replies = await searchAll(asked, part.map(count));
    for (const [k, word] of part.entries()) {
      const waiting = documents.filter((one) => word.terms.some((value) => one.terms.has(value))).length;
      const n = waiting + (replies[k]?.hits.total.value ?? 0);
      if (n > 0) found.push({ word, n });
    }
  }
  return found
    .sort((a, b) => a.n - b.n)
    .slice(0, mostWords)
    .map(({ word }) => word);
}

const counted = { size: 0, track_total_hits: true };

type Matches = { own: Candidate[]; tail: Candidate[]; reply: SearchReply; total: number };

class LexicalSearch {
  private readonly terms: string[];
  private readonly asked: Asked;
  private readonly question: Question;
  private readonly parsed: ParsedQuery;
  private readonly words: QueryWord[];

  constructor(asked: Asked, question: Question, parsed: ParsedQuery, words: QueryWord[]) {
    this.asked = asked;
    this.question = question;
    this.parsed = parsed;
    this.words = words;
    this.terms = termsOf(words);
  }

  async run(): Promise<Lexical> {
    const { asked, question, parsed } = this;
    let { mode } = question;
    let phrases = parsed.phrases.length > 0;
    let matches = await this.match(phrases);
    if (mode === 'auto' && phrases && matches.total === 0) {
      matches = await this.match(false);
      phrases = false;
      if (matches.total > 0) mode = 'any';
    }
    const { own, tail, reply } = matches;
    let statistics = this.statistics(tail);
    let candidates = [...own, ...tail];
    const replies = [reply];
    if (question.mode === 'auto' && !phrases && candidates.length > 0) {
      const first = this.rank(candidates, statistics, phrases, false).slice(0, mostCandidates);
      const more = await around(asked, { candidates, first, statistics, terms: this.terms }, this.filter());
      candidates = [...own, ...more.candidates, ...this.tail(phrases, own)];
      statistics = { ...statistics, groupWords: more.groupWords };
      replies.push(...more.replies);
    }
    const ranked = this.rank(candidates, statistics, phrases, question.explain ?? false);
    const missing = missingOf(replies);
    const pending = asked.lake.tail.unread;
    const counted = reply.hits.total.relation === 'eq';
    const exact = counted && pending === 0 && missing === undefined;
    const best = await this.best(ranked, own.length, phrases);
    return {
      ...pageOf(best, counted ? matches.total : Number.POSITIVE_INFINITY, question),
      total: matches.total,
      totalIsExact: exact,
      mode,
      pending,
      unknown: this.unknown(tail),
      ...(missing === undefined ? {} : { missing }),
    };
  }

  private rank(
    candidates: readonly Candidate[],
    statistics: Statistics,
    phrases: boolean,
    explain: boolean,
  ): RankedDocument[] {
    const { words, question, asked } = this;
    const query = { mode: question.mode, words, phrases, top: Number.MAX_SAFE_INTEGER, explain };
    return rankCandidates(candidates, statistics, query, asked.workspace).hits;
  }

  /** What must and must not hold: filters, exclusions, and what the lake knows better. */
  private filter() {
    const { scope, tail, deleted } = this.asked.lake;
    const { filter, not } = clausesOf(scope);
    const here = [...tail.documents.keys(), ...deleted];
    return {
      filter,
      not: [...not, ...exclusionsOf(this.parsed)],
      here: here.length > 0 ? [oneOf('doc', here)] : [],
    };
  }

  private search(phrases: boolean): Record<string, unknown> {
    const { words, terms, question, parsed } = this;
    const { filter, not, here } = this.filter();
    return {
      query: queryOf(wordClauses(words, terms, question.mode), {
        filter: [...filter, ...(phrases ? parsed.phrases.map(phraseClause) : [])],
        not: [...not, ...here],
      }),
      ...asHits,
    };
  }

  private async match(phrases: boolean): Promise<Matches> {
    const { asked, terms } = this;
    const search = { ...this.search(phrases), size: mostCandidates, track_total_hits: mostCounted };
    const [reply, ...counts] = await searchAll(asked, [search, ...asked.statistics.searches(terms)]);
    if (!reply) throw new Error('the search cluster left out a reply');
    asked.statistics.take(terms, counts);
    const own = reply.hits.hits.map((hit) => candidateOf(hit, terms, true));
    const tail = this.tail(phrases, own);
    return {
      own,
      tail,
      reply,
      total: reply.hits.total.value + tail.filter((one) => this.matches(one)).length,
    };
  }

  private tail(phrases: boolean, own: readonly Candidate[]): Candidate[] {
    const { lake } = this.asked;
    const matched = new Set(own.map(({ docNo }) => docNo));
    return tailCandidates(lake.tail.documents, lake.scope, this.parsed, this.terms, phrases, matched);
  }

  private matches({ permitted, counts }: Candidate): boolean {
    if (!permitted) return false;
    const has = ({ terms }: QueryWord) => terms.some((value) => (counts[this.terms.indexOf(value)] ?? 0) > 0);
    return this.question.mode === 'all' ? this.words.every(has) : this.words.some(has);
  }

  private statistics(tail: readonly Candidate[]): Statistics {
    const { statistics, lake } = this.asked;
    const { documents, words, groups } = statistics.all;
    const waiting = [...lake.tail.documents.values()];
    // Of the others, the cluster knows what came before; without groups, all are in group 0.
    const begun = waiting.filter(({ previous, groupNo }) => previous === null && groupNo > 0);
    return {
      documents: documents + waiting.length,
      words: waiting.reduce((sum, { length }) => sum + length, words),
      groups: Math.max(1, groups + new Set(begun.map(({ groupNo }) => groupNo)).size),
      groupWords: new Map(),
      frequencies: this.terms.map(
        (value, i) => statistics.frequency(value) + tail.filter(({ counts }) => (counts[i] ?? 0) > 0).length,
      ),
    };
  }

  private unknown(tail: readonly Candidate[]): string[] {
    const { statistics } = this.asked;
    const known = (value: string) =>
      statistics.frequency(value) > 0 ||
      tail.some(({ counts }) => (counts[this.terms.indexOf(value)] ?? 0) > 0);
    return this.words.filter(({ terms }) => !terms.some(known)).map(({ word }) => word);
  }

  /** The best up to the end of the page: what was ranked here, and then what the cluster has in its own order. */
  private async best(ranked: RankedDocument[], own: number, phrases: boolean): Promise<RankedDocument[]> {
    const { offset, limit } = this.question;
    const end = offset + limit;
    if (end <= ranked.length || own < mostCandidates) return ranked;
    const known = new Set(ranked.map(({ docNo }) => docNo));
    const size = end - ranked.length + (ranked.length - own);
    const [reply] = await searchAll(this.asked, [
      { ...this.search(phrases), from: mostCandidates, size, track_total_hits: false },
    ]);
    const last = ranked.at(-1)?.score ?? 0;
    const more = (reply?.hits.hits ?? [])
      .map((hit) => ({ docNo: numberOf(hit), score: last }))
      .filter(({ docNo }) => !known.has(docNo));
    return [...ranked, ...more];
  }
}
