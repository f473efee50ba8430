import type { Pool, Sql } from '../postgres/connect.ts';
import { settled } from '../runtime/settled.ts';
import { AskedQueries } from './asked.ts';
import type { Collection, DocumentScope } from './collection/collection.ts';
import { Ahead } from './index/ahead.ts';
import { DocValues } from './index/doc-values.ts';
import { Follower } from './index/follow.ts';
import type { Fresh } from './index/fresh.ts';
import type { List } from './index/kept-list.ts';
import { PositionCache } from './index/position-cache.ts';
import { Postings } from './index/postings.ts';
import { Segments } from './index/segments.ts';
import { createSnapshots, type Snapshots } from './index/snapshot.ts';
import type { Answer, EngineOptions, Query } from './query.ts';
import type { AskedWord } from './score/asked-word.ts';
import { filterOf } from './score/filter.ts';
import { Meaning } from './score/meaning.ts';
import { byWords, mergedPage, pageOf } from './score/page.ts';
import { choosingTerms, findPhrase } from './score/phrase.ts';
import { emptyQuery, type Ranking, type RankingQuery } from './score/question.ts';
import { evaluate } from './score/rank.ts';
import { selectTerms } from './score/select-terms.ts';
import { vectorFor } from './score/vectors.ts';
import { Workspace } from './score/workspace.ts';
import { labelMark } from './text/analyze.ts';
import { type ParsedQuery, parseQuery, type QueryWord } from './text/parse-query.ts';
import { Corrector } from './typos/correct.ts';

export type { Answer, EngineOptions, Query, RankedDocument } from './query.ts';

/** The share of the cache that is for positions of the words of phrases. */
const positionsShare = 0.25;
/** Milliseconds a query spends on pending documents during an import, if it has hits without them. */
const tailMs = 40;
/** Pending documents are analysed in advance for at most this long at a time. */
const aheadMs = 250;
/** While a query waits, they are for so long. */
const askedMs = 60;
/** A query that has no match looks at pending documents for this long before it is asked again. */
const moreMs = 50;

type Ranked = Omit<Answer, 'pending'> & { question?: RankingQuery };
type State = { tx: Sql; isLate: () => boolean };

/**
 * Searches one collection in this process. It caches what it has read (about 60 bytes per document, and postings up to
 * a limit) and reads changes from the database before each query: a query finds everything committed before it began.
 * Queries run one at a time, since they are CPU-bound.
 */
export class Engine<Filter> {
  private readonly documents = new DocValues();
  private readonly workspace = new Workspace();
  private readonly segments: Segments;
  private readonly postings: Postings;
  private readonly positions: PositionCache;
  private readonly follower: Follower;
  private readonly corrector: Corrector;
  private readonly meaning: Meaning;
  private readonly asked = new AskedQueries();
  /** Analyses pending documents ahead of queries. */
  readonly ahead = new Ahead(this);

  private readonly inSnapshot: Snapshots;
  private readonly collection: Collection<Filter>;
  private readonly options: EngineOptions;

  constructor(sql: Pool, collection: Collection<Filter>, options: EngineOptions) {
    this.inSnapshot = createSnapshots(sql, options.statementMs);
    this.collection = collection;
    this.options = options;
    const forPositions = options.cacheBytes * positionsShare;
    this.postings = new Postings(collection.collectionId, options.cacheBytes - forPositions);
    this.positions = new PositionCache(collection.collectionId, forPositions);
    this.segments = new Segments(collection.collectionId, this.documents, [this.postings, this.positions]);
    this.follower = new Follower(collection, this.documents, options.language);
    this.corrector = new Corrector(sql, collection, options.language);
    this.meaning = new Meaning(collection.collectionId, this.documents);
  }

  /** Loads the index ahead of the first query. */
  warm(): Promise<void> {
    return this.inSnapshot(async (tx) => {
      await this.segments.refresh(tx);
    });
  }

  /** Documents that were analysed and are in no segment yet. */
  get fresh(): Fresh {
    return this.follower.fresh;
  }

  /** Whether a query came within this time, which makes it worth having pending documents analysed for the next. */
  isAsked(withinMs: number): boolean {
    return this.asked.isRecent(withinMs);
  }

  /**
   * Analyses pending documents between queries, so that the next query need not; queries go first.
   *
   * @param looked told how many there are.
   * @returns how many are left.
   */
  async prepare(looked: (left: number) => void = () => {}): Promise<number> {
    await this.asked.quiet();
    return this.inSnapshot(async (tx) => {
      await settled([this.refresh(tx), this.follower.look(tx)]);
      const begun = performance.now();
      looked(this.follower.left);
      // A query would analyse the same, and read it again for that, unless there is too much of it.
      const most = () => (this.asked.any ? (this.follower.isFar ? 0 : askedMs) : aheadMs);
      return this.follower.extend(tx, () => performance.now() - begun > most());
    });
  }

  /** Takes note of new segments between queries. */
  settle(): Promise<void> {
    return this.inSnapshot((tx) => this.refresh(tx));
  }

  private async refresh(tx: Sql): Promise<void> {
    if (await this.segments.refresh(tx)) this.fresh.prune();
  }

  /** Resolves when no query is running, or after a moment. */
  quiet(): Promise<void> {
    return this.asked.quiet();
  }

  search(query: Query<Filter>): Promise<Answer> {
    return this.asked.run(() => this.find(query));
  }

  private find(query: Query<Filter>): Promise<Answer> {
    return this.inSnapshot(async (tx) => {
      this.postings.begin();
      const [scope] = await settled([
        this.collection.scope(tx, query.filter),
        this.refresh(tx),
        this.follower.look(tx),
      ]);
      const begun = performance.now();
      const isLate = () => performance.now() - begun > this.options.budgetMs;
      // If few are pending, all are searched; during an import, queries do not wait for its documents.
      const isFar = this.follower.isFar;
      await this.follower.extend(tx, isFar ? () => performance.now() - begun > tailMs : isLate);
      const state = { tx, isLate };
      const queryVector = vectorFor(query.queryVector, this.collection);
      if (!queryVector) {
        const { question: _, ...answer } = await this.corrected(query, scope, state);
        return answer;
      }
      const { question, ...answer } = await this.corrected(byWords(query, queryVector), scope, state);
      const merged = await this.meaning.rank(tx, answer.hits, queryVector, question ?? emptyQuery(scope));
      return { ...answer, ...mergedPage(merged, answer.total, query) };
    });
  }

  /** The answer, with the nearest words where some are unknown; of those words, when there is no other. */
  private async corrected(query: Query<Filter>, scope: DocumentScope, state: State) {
    const answer = await this.answer(query, scope, state);
    const { question } = answer;
    const unknown = question?.words.filter(({ lists }) => lists.length === 0).map(({ word }) => word) ?? [];
    if (!query.correct || question === undefined || unknown.length === 0) return answer;
    const { current: segments } = this.segments;
    const text = await this.corrector.correct(
      query.text,
      unknown,
      {
        tx: state.tx,
        segments,
        pendingTerms: () => this.fresh.terms(),
        permits: filterOf(this.documents, question),
        listsOf: async (terms) => {
          const lists = await this.postings.lists(state.tx, terms, segments);
          const listsOf = (term: string) => [lists.get(term) ?? [], this.fresh.lists(term)].flat();
          return new Map(terms.map((term) => [term, listsOf(term)]));
        },
      },
      query.knownWords,
    );
    if (text === undefined) return answer;
    if (answer.total > 0) return { ...answer, correction: { text, used: false } };
    const again = await this.answer({ ...query, text }, scope, state);
    return again.total > 0 ? { ...again, correction: { text, used: true } } : answer;
  }

  private async answer(
    query: Query<Filter>,
    scope: DocumentScope,
    state: State,
  ): Promise<Answer & { question?: RankingQuery }> {
    const parsed = parseQuery(query.text, query.mode);
    let found = await this.rank(query, parsed, scope, state);
    // No hits so far: the pending documents may contain some.
    while (found.total === 0 && parsed.words.length > 0 && !state.isLate()) {
      const before = this.follower.left;
      if (before === 0) break;
      const begun = performance.now();
      const left = await this.follower.extend(
        state.tx,
        () => state.isLate() || performance.now() - begun > moreMs,
      );
      if (left === before) break;
      found = await this.rank(query, parsed, scope, state);
    }
    const pending = this.follower.left;
    return { ...found, totalIsExact: found.totalIsExact && pending === 0, pending };
  }

  private async rank(
    query: Query<Filter>,
    parsed: ParsedQuery,
    scope: DocumentScope,
    state: State,
  ): Promise<Ranked> {
    const { mode } = query;
    const words = await selectTerms(parsed.words, {
      ...state,
      shelf: this.collection.collectionId,
      segments: this.segments.current,
      waitingIn: (term) => this.fresh.lists(term).reduce((sum, { size }) => sum + size, 0),
    });
    if (words.length === 0) return { hits: [], total: 0, more: false, totalIsExact: !state.isLate(), mode };
    const phrases = [...parsed.phrases, ...parsed.notPhrases];
    const lists = await this.postings.lists(
      state.tx,
      [...new Set([...words.flatMap((w) => w.terms), ...parsed.notTerms, ...phrases.flatMap(choosingTerms)])],
      this.segments.current,
    );
    const listed = new Map<string, List[]>();
    const listsOf = (term: string): List[] => {
      const known = listed.get(term);
      if (known) return known;
      const found = [lists.get(term) ?? [], this.fresh.lists(term)].flat().filter(({ size }) => size > 0);
      listed.set(term, found);
      return found;
    };
    const context = {
      tx: state.tx,
      collection: this.collection,
      language: this.options.language,
      documents: this.documents,
      workspace: this.workspace,
      segments: this.segments.current,
      isLate: state.isLate,
      positions: this.positions,
      fresh: (term: string) => this.fresh.places(term),
    };
    const found: Awaited<ReturnType<typeof findPhrase>>[] = [];
    for (const phrase of phrases) found.push(await findPhrase(context, phrase, listsOf));
    const question: RankingQuery = {
      mode,
      words: words.map((word) => asked(word, listsOf)),
      required: found.slice(0, parsed.phrases.length).map(({ docs }) => docs),
      forbidden: found.slice(parsed.phrases.length).map(({ docs }) => docs),
      excluded: parsed.notTerms.flatMap(listsOf),
      scope,
      top: query.offset + query.limit,
      explain: query.explain ?? false,
    };
    let ranking = this.evaluate(question);
    let modeUsed = mode;
    if (mode === 'auto' && ranking.total === 0 && question.required.length > 0) {
      question.required = [];
      ranking = this.evaluate(question);
      if (ranking.total > 0) modeUsed = 'any';
    }
    return {
      question,
      ...pageOf(ranking.hits, ranking.total, query),
      total: ranking.total,
      totalIsExact: found.every(({ complete }) => complete),
      mode: modeUsed,
    };
  }

  private evaluate(question: RankingQuery): Ranking {
    return evaluate(this.documents, this.workspace, question);
  }
}

const asked = (word: QueryWord, listsOf: (term: string) => List[]): AskedWord => {
  const terms = word.terms.filter((term) => listsOf(term).length > 0);
  const lists = terms.flatMap((term) =>
    listsOf(term).map((list) => ({ term, list, isLabel: term.startsWith(labelMark) })),
  );
  return { ...word, terms, lists };
};
