import type { Pool, Sql } from '../connect.ts';
import type { AskedWord } from './accumulate.ts';
import { allowedDocuments } from './allowed.ts';
import type { Collection, Scope } from './collection.ts';
import { labelMark } from './document.ts';
import { Documents } from './documents.ts';
import type { Language } from './english.ts';
import { evaluate, nothingAsked, type Question, type Ranking } from './evaluate.ts';
import type { Reason } from './explain.ts';
import { choosingTerms, findPhrase } from './phrase.ts';
import { type List, Postings } from './postings.ts';
import { type ParsedQuery, parseQuery, type QueryWord, type SearchMode } from './query.ts';
import { rarest } from './rarest.ts';
import { Scratch } from './scratch.ts';
import { Segments } from './segments.ts';
import { fuse, type Meaning, nearest, type Places } from './semantic.ts';
import { createSnapshots, type Snapshots } from './snapshots.ts';
import { Tail } from './tail.ts';
import { countWaiting, readWaiting, type Waiting } from './waiting.ts';

export type Query<Filter> = {
  text: string;
  mode: SearchMode;
  filter: Filter;
  limit: number;
  offset: number;
  explain?: boolean | undefined;
  /** What the text means to a model: then the nearest by meaning are merged with what matches by words. */
  meaning?: Meaning | undefined;
};

export type Found = {
  docNo: number;
  /** How well it matches: a sum of BM25 weights, or of reciprocal places when meaning took part. */
  score: number;
  reason?: Reason;
  /** Where it stood in each leg, when meaning took part. */
  places?: Places;
};

export type Answer = {
  /** The page asked for, best first. */
  hits: Found[];
  /** How many documents match by a word; when meaning took part, with the near ones that do not. */
  total: number;
  /** False when something is pending, or the time budget ended the search before all was seen. */
  totalIsExact: boolean;
  /** How the words were combined in the end: a quoted phrase that nobody wrote falls back to `any`. */
  mode: SearchMode;
  /** Stored documents that were not looked at, since they wait to be indexed. */
  pending: number;
};

export type EngineOptions = {
  /** The language of documents that name none. */
  language: Language;
  /** Most bytes of postings kept in memory. */
  cacheBytes: number;
  /** Most milliseconds a query may take once the index is loaded. */
  budgetMs: number;
  /** Most milliseconds for a statement, which the server ends then. */
  statementMs: number;
};

/** Places by words that count when they are merged with those by meaning. */
const mostPlaces = 1000;
/** Milliseconds a query spends on waiting documents behind an import, when there is an answer without them. */
const tailMs = 40;
/** Looking ahead at what waits takes so long at most, and is done while somebody has asked so recently. */
const aheadMs = 250;
const curiousMs = 60_000;
/** Behind an import, how much waits is counted anew after this many milliseconds. */
const countedMs = 1000;
/** Waiting documents a query looks at first. */
const nearTail = 4096;

type Ranked = Omit<Answer, 'pending'> & { question?: Question };
type State = { tx: Sql; isLate: () => boolean; waiting: Waiting };

/**
 * One collection's search in this process. It keeps what it has read (about 50 bytes a document, and postings up to a
 * bound) and asks the database before each query what is new: what was committed before a query began is found by it.
 * Queries run one after another: what bounds them is the processor.
 */
export class Engine<Filter> {
  private readonly documents = new Documents();
  private readonly scratch = new Scratch();
  private readonly segments: Segments;
  private readonly postings: Postings;
  private readonly tail: Tail;
  /** Queries that run or wait, and when the last one came. */
  private asked = 0;
  private askedAt = -Infinity;
  private counted = { at: -Infinity, count: 0 };

  private readonly inSnapshot: Snapshots;
  private readonly collection: Collection<Filter>;
  private readonly options: EngineOptions;

  constructor(sql: Pool, collection: Collection<Filter>, options: EngineOptions) {
    this.inSnapshot = createSnapshots(sql, options.statementMs);
    this.collection = collection;
    this.options = options;
    this.postings = new Postings(collection.shelf, options.cacheBytes);
    this.segments = new Segments(collection.shelf, this.documents, this.postings);
    this.tail = new Tail(collection, this.documents, options.language);
  }

  /** Loads the index, so that the first query need not. */
  warm(): Promise<void> {
    return this.inSnapshot(async (tx) => {
      await this.segments.refresh(tx);
    });
  }

  /** Looks at what waits to be folded between queries, so that the next one finds it looked at. */
  async prepare(): Promise<void> {
    if (this.asked > 0 || performance.now() - this.askedAt > curiousMs) return;
    await this.inSnapshot(async (tx) => {
      await this.segments.refresh(tx);
      this.tail.prune();
      const begun = performance.now();
      const { docs } = await readWaiting(tx, this.collection.shelf, nearTail);
      const isLate = () => this.asked > 0 || performance.now() - begun > aheadMs;
      await this.tail.extend(tx, this.tail.unknown(docs), isLate);
    });
  }

  async search(query: Query<Filter>): Promise<Answer> {
    this.asked += 1;
    this.askedAt = performance.now();
    try {
      return await this.find(query);
    } finally {
      this.asked -= 1;
    }
  }

  private find(query: Query<Filter>): Promise<Answer> {
    return this.inSnapshot(async (tx) => {
      const [scope] = await Promise.all([this.collection.scope(tx, query.filter), this.segments.refresh(tx)]);
      this.tail.prune();
      const begun = performance.now();
      const isLate = () => performance.now() - begun > this.options.budgetMs;
      const waiting = await readWaiting(tx, this.collection.shelf, nearTail);
      const unseen = await this.tail.extend(
        tx,
        this.tail.unknown(waiting.docs),
        // With little waiting, all of it counts; behind an import, no query waits for what passes by.
        waiting.older ? () => performance.now() - begun > tailMs : isLate,
      );
      const state = { tx, isLate, waiting };
      const { meaning, offset, limit } = query;
      if (!meaning) {
        const { question: _, ...answer } = await this.answer(query, scope, state, unseen);
        return answer;
      }
      const deep = { ...query, offset: 0, limit: Math.max(mostPlaces, offset + limit) };
      const { question, ...answer } = await this.answer(deep, scope, state, unseen);
      const merged = await this.addMeaning(answer.hits, meaning, question ?? nothingAsked(scope), tx);
      const near = merged.filter(({ places }) => places.lexical === undefined).length;
      return { ...answer, hits: merged.slice(offset, offset + limit), total: answer.total + near };
    });
  }

  /** Merges what was found by words with what is near by meaning, within the same filters and exclusions. */
  private async addMeaning(hits: Found[], meaning: Meaning, question: Question, tx: Sql) {
    const { documents, collection } = this;
    const allowed = allowedDocuments(documents, question);
    const near = await nearest(tx, collection.shelf, meaning, allowed, documents.count);
    const known = new Map(hits.map((hit) => [hit.docNo, hit]));
    return fuse(
      hits.map(({ docNo }) => docNo),
      near.map(({ docNo }) => docNo),
    ).map((one) => ({ ...known.get(one.docNo), ...one }));
  }

  private async answer(
    query: Query<Filter>,
    scope: Scope,
    state: State,
    unseenNear: number,
  ): Promise<Answer & { question?: Question }> {
    const parsed = parseQuery(query.text, query.mode);
    let unseen = unseenNear;
    let { older } = state.waiting;
    let found = await this.rank(query, parsed, scope, state);
    // Nothing so far: somewhere in what waits to be indexed there may be something.
    while (found.total === 0 && parsed.words.length > 0 && !state.isLate() && !this.tail.isFull) {
      if (unseen === 0 && !older) break;
      const more =
        unseen > 0
          ? state.waiting
          : await readWaiting(state.tx, this.collection.shelf, nearTail, older?.before);
      if (unseen === 0) older = more.older;
      unseen = await this.tail.extend(state.tx, this.tail.unknown(more.docs), state.isLate);
      found = await this.rank(query, parsed, scope, state);
    }
    const pending = unseen + (await this.countOlder(state.tx, older));
    return { ...found, totalIsExact: found.totalIsExact && pending === 0, pending };
  }

  private async countOlder(tx: Sql, older: Waiting['older']): Promise<number> {
    if (!older) return 0;
    const now = performance.now();
    if (now - this.counted.at > countedMs)
      this.counted = { at: now, count: await countWaiting(tx, this.collection.shelf, older.before) };
    return Math.max(0, this.counted.count - older.taken);
  }

  private async rank(query: Query<Filter>, parsed: ParsedQuery, scope: Scope, state: State): Promise<Ranked> {
    const { mode } = query;
    const words = await rarest(parsed.words, {
      ...state,
      shelf: this.collection.shelf,
      segments: this.segments.current,
      waitingIn: (term) => this.tail.list(term).size,
    });
    if (words.length === 0) return { hits: [], total: 0, totalIsExact: !state.isLate(), mode };
    const phrases = [...parsed.phrases, ...parsed.notPhrases];
    const lists = await this.postings.lists(
      state.tx,
      [...new Set([...words.flatMap((w) => w.terms), ...parsed.notTerms, ...phrases.flatMap(choosingTerms)])],
      this.segments.current,
    );
    const listsOf = (term: string): List[] =>
      [lists.get(term), this.tail.list(term)].filter(
        (list): list is List => list !== undefined && list.size > 0,
      );
    const context = {
      tx: state.tx,
      collection: this.collection,
      language: this.options.language,
      documents: this.documents,
      segments: this.segments.current,
      isLate: state.isLate,
      placesIn: (doc: number) => this.tail.placesIn(doc),
    };
    const found: { docs: Set<number>; complete: boolean }[] = [];
    for (const phrase of phrases) found.push(await findPhrase(context, phrase, listsOf));
    const question: Question = {
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
      hits: ranking.hits.slice(query.offset),
      total: ranking.total,
      totalIsExact: found.every(({ complete }) => complete),
      mode: modeUsed,
    };
  }

  private evaluate(question: Question): Ranking {
    return evaluate(this.documents, this.scratch, question);
  }
}

const asked = (word: QueryWord, listsOf: (term: string) => List[]): AskedWord => {
  const terms = word.terms.filter((term) => listsOf(term).length > 0);
  const lists = terms.flatMap((term) =>
    listsOf(term).map((list) => ({ list, isLabel: term.startsWith(labelMark) })),
  );
  return { ...word, terms, lists };
};
