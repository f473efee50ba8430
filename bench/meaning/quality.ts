import { loadavg } from 'node:os';
import { messages } from '../../src/db/conversations/collection.ts';
import { createSearch } from '../../src/db/conversations/search.ts';
import { connect, type Database } from '../../src/db/postgres/connect.ts';
import { createDeps, createLog } from '../../src/gateway/deps.ts';
import {
  type Asked,
  emptyCell,
  mean,
  questionsOf,
  readDialogues,
  type Score,
  scoreCell,
  scoreOf,
  storeDialogues,
} from '../dialogues.ts';
import { quantile, rounded, scratchLake, table } from '../support.ts';
import { cosine, readTable, type TokenTable } from './table.ts';

/** How many lexical results are ranked again by meaning. */
const candidates = 200;
const depth = 20;
/** Of cosine, beside a lexical score divided by the best of its query; .3 to 1.5 were tried on the tuning half. */
const share = 0.6;

export type Turn = { externalId: string; sessionId: string; text: string };
type Candidate = { doc: number; score: number };
export type Run = { asked: Asked; found: string[]; ms: number; score: Score };
export type Engine = (question: string, session: string | undefined) => Promise<number[]>;
const legs = ['words', 'meaning', 'words, ranked again', 'both, merged'] as const;
type Leg = (typeof legs)[number];

/**
 * What the token vectors of a table made by `scripts/meaning/distil.py` add to a search by words, on dialogues with
 * questions in LoCoMo's format.
 */
export async function meaningQuality(data: string, tablePath: string): Promise<void> {
  const vectors = readTable(tablePath);
  process.stdout.write(`\nToken vectors: ${vectors.dimensions} dimensions, sha256 ${vectors.sha256}\n`);
  const dialogues = readDialogues(data);
  const asked = questionsOf(dialogues);
  const lake = await scratchLake();
  const db = connect(lake.url);
  try {
    await storeDialogues(createDeps(db, createLog('silent')), dialogues);
    const turns = await turnsOf(db);
    const engines = enginesOf(db, turns, vectors);
    const figures: Record<string, string | number>[] = [];
    const kinds: Record<string, string | number>[] = [];
    for (const scope of ['within', 'global'] as const) {
      const runs = new Map<Leg, Run[]>();
      for (const leg of legs) {
        runs.set(leg, await answers(engines[leg], asked, scope === 'within', turns));
        figures.push(rowOf(leg, scope, runs.get(leg) ?? [], runs.get('words') ?? []));
      }
      kinds.push(...byCategory(scope, runs.get('words') ?? [], runs.get('words, ranked again') ?? []));
    }
    table(`Finding evidence: ${asked.length} questions, R@5 / R@10 / R@20 / MRR`, figures);
    table('The other half by category: R@10, evidence lost from and gained in the first ten', kinds);
    table('Cost of a vector', [cost(vectors, [...turns.values()])]);
  } finally {
    await db.close();
    await lake.end();
  }
}

export async function turnsOf({ sql }: Database): Promise<Map<number, Turn>> {
  const rows = await sql<(Turn & { docNo: number })[]>`
    select m.doc_no, m.external_id, c.session_id, m.content as text
    from messages m join conversations c on c.id = m.conversation_id`;
  return new Map(rows.map(({ docNo, ...turn }) => [docNo, turn]));
}

/** Whatever is ranked again costs the reading and embedding of its texts in each query: no vector is kept. */
function enginesOf(
  db: Database,
  turns: ReadonlyMap<number, Turn>,
  { embed }: TokenTable,
): Record<Leg, Engine> {
  const search = createSearch(db.sql);
  const every = [...turns].map(([doc, { sessionId, text }]) => ({ doc, sessionId, vector: embed(text) }));
  const byWords = async (
    text: string,
    sessionId: string | undefined,
    limit: number,
  ): Promise<Candidate[]> => {
    const filter = { sessionId };
    const { hits } = await search.find(messages, { text, mode: 'auto', filter, limit, offset: 0 });
    return hits.map(({ docNo, score }) => ({ doc: docNo, score }));
  };
  const scan = (question: string, session: string | undefined): Candidate[] => {
    const asked = embed(question);
    return every
      .filter(({ sessionId }) => session === undefined || sessionId === session)
      .map(({ doc, vector }) => ({ doc, score: cosine(asked, vector) }));
  };
  return {
    words: async (question, session) => docsOf(await byWords(question, session, depth)),
    meaning: async (question, session) => best(scan(question, session)),
    'words, ranked again': async (question, session) => {
      const found = await byWords(question, session, candidates);
      const rows = await db.sql<{ docNo: number; text: string }[]>`
        select doc_no, left(content, 2000) as text from messages
        where doc_no = any(${docsOf(found)}::int[])`;
      const asked = embed(question);
      return merged(
        found,
        rows.map(({ docNo, text }) => ({ doc: docNo, score: cosine(asked, embed(text)) })),
      );
    },
    'both, merged': async (question, session) =>
      merged(await byWords(question, session, candidates), scan(question, session)),
  };
}

/** Lexical scores as shares of the best, plus a share of the cosine. */
function merged(words: readonly Candidate[], near: readonly Candidate[]): number[] {
  const most = Math.max(1e-9, words[0]?.score ?? 0);
  const sums = new Map(words.map(({ doc, score }) => [doc, score / most]));
  for (const { doc, score } of near) sums.set(doc, (sums.get(doc) ?? 0) + share * score);
  return best([...sums].map(([doc, score]) => ({ doc, score })));
}

const best = (found: Candidate[]): number[] =>
  docsOf(found.sort((a, b) => b.score - a.score || b.doc - a.doc).slice(0, depth));
const docsOf = (found: readonly Candidate[]): number[] => found.map(({ doc }) => doc);

export async function answers(
  engine: Engine,
  asked: Asked[],
  within: boolean,
  turns: ReadonlyMap<number, Turn>,
) {
  const runs: Run[] = [];
  for (const one of asked) {
    const begun = performance.now();
    const docs = await engine(one.question, within ? one.session : undefined);
    const ms = performance.now() - begun;
    const found = docs.map((doc) => turns.get(doc)?.externalId ?? '');
    runs.push({ asked: one, found, ms, score: scoreOf(found, one.evidence) });
  }
  return runs;
}

export function rowOf(leg: string, scope: string, runs: readonly Run[], words: readonly Run[]) {
  const part = (tuned: boolean) => runs.filter((run) => run.asked.tuned === tuned).map(({ score }) => score);
  const times = runs.map(({ ms }) => ms);
  return {
    leg,
    scope,
    'tuning half': scoreCell(part(true)),
    'other half': scoreCell(part(false)),
    empty: emptyCell(runs.map(({ score }) => score)),
    'evidence lost / gained': changes(words, runs),
    'p50 / p95 ms': `${rounded(quantile(times, 0.5), 1)} / ${rounded(quantile(times, 0.95), 1)}`,
    load: rounded(loadavg()[0] ?? 0, 1),
  };
}

/** How many turns of evidence the first leg has among its first ten and the second has not, and the reverse. */
export function changes(before: readonly Run[], after: readonly Run[]): string {
  let lost = 0;
  let gained = 0;
  before.forEach(({ asked, found }, i) => {
    const old = new Set(found.slice(0, 10));
    const now = new Set(after[i]?.found.slice(0, 10));
    for (const turn of asked.evidence) {
      if (old.has(turn) && !now.has(turn)) lost += 1;
      if (!old.has(turn) && now.has(turn)) gained += 1;
    }
  });
  return `${lost} / ${gained}`;
}

export function byCategory(scope: string, words: readonly Run[], again: readonly Run[]) {
  const held = words.filter(({ asked }) => !asked.tuned);
  return [...new Set(held.map(({ asked }) => asked.category ?? 0))].sort().map((category) => {
    const of = (runs: readonly Run[]) =>
      runs.filter(({ asked }) => !asked.tuned && (asked.category ?? 0) === category);
    const recall = (runs: readonly Run[]) =>
      rounded(mean(of(runs).map(({ score }) => score.recall[1] ?? 0)), 3);
    return {
      scope,
      category,
      questions: of(words).length,
      words: recall(words),
      'with meaning': recall(again),
      'lost / gained': changes(of(words), of(again)),
    };
  });
}

function cost({ embed }: TokenTable, turns: readonly Turn[]) {
  for (const { text } of turns) embed(text);
  const begun = performance.now();
  for (const { text } of turns) embed(text);
  const micros = ((performance.now() - begun) * 1000) / turns.length;
  return {
    texts: turns.length,
    'characters on average': Math.round(mean(turns.map(({ text }) => text.length))),
    'microseconds a text': rounded(micros, 1),
  };
}
