import { messages } from '../../src/db/conversations/collection.ts';
import { createSearch } from '../../src/db/conversations/search.ts';
import { connect, type Database } from '../../src/db/postgres/connect.ts';
import { modelNumber, storeEmbeddings, textsToEmbed } from '../../src/db/search/embeddings.ts';
import { flush } from '../../src/db/search/index/flush.ts';
import type { QueryVector } from '../../src/db/search/score/vectors.ts';
import { createDeps, createLog } from '../../src/gateway/deps.ts';
import { localMessageModel } from '../../src/gateway/llm/local/embedder.ts';
import { readMessage, readQuestion } from '../../src/gateway/llm/local/message.ts';
import { openModel } from '../../src/gateway/llm/local/model-file.ts';
import { questionsOf, readDialogues, storeDialogues } from '../dialogues.ts';
import { quantile, rounded, scratchLake, table } from '../support.ts';
import { answers, byCategory, type Engine, type Run, rowOf, turnsOf } from './quality.ts';

const depth = 20;
const legs = ['words', 'meaning', 'auto', 'hybrid'] as const;
type Leg = (typeof legs)[number];
/** `near`: its place in the order by meaning. */
type Found = { docNo: number; every: boolean; near: number };

/**
 * What the local model adds to a search by words, on dialogues with questions in LoCoMo's format: `auto` ranks what words found
 * again, `hybrid` finds what is near in meaning too. Also counts the exact matches that leave the first ten.
 */
export async function hybridQuality(data: string): Promise<void> {
  const dialogues = readDialogues(data);
  const asked = questionsOf(dialogues);
  const lake = await scratchLake();
  const db = connect(lake.url);
  try {
    await storeDialogues(createDeps(db, createLog('silent')), dialogues);
    await flush(db.sql, messages, 'english', 100_000);
    const turns = await turnsOf(db);
    const encoder = await openModel('e5-small-v2');
    const model = await modelNumber(db.sql, localMessageModel);
    const vectors = new Map<string, QueryVector>();
    const perText: number[] = [];
    const perQuestion: number[] = [];
    for (const { docNo, text, before } of await textsToEmbed(db.sql, { collection: messages, model }, [
      ...turns.keys(),
    ])) {
      const vector = timed(perText, () => readMessage(encoder, text, before));
      await storeEmbeddings(db.sql, messages, model, [{ docNo, vector }]);
    }
    for (const { question } of asked) {
      const vector = timed(perQuestion, () => readQuestion(encoder, question));
      vectors.set(question, { model, vector, contextual: true, asks: true });
    }
    const engines = enginesOf(db, vectors);
    const figures: Record<string, string | number>[] = [];
    const kinds: Record<string, string | number>[] = [];
    for (const scope of ['within', 'global'] as const) {
      const runs = new Map<Leg, Run[]>();
      const runOf = (leg: Leg) => runs.get(leg) ?? [];
      for (const leg of legs) {
        runs.set(leg, await answers(engines[leg], asked, scope === 'within', turns));
        figures.push(rowOf(leg, scope, runOf(leg), runOf('words')));
      }
      kinds.push(...byCategory(scope, runOf('words'), runOf('auto')));
    }
    table(`Finding evidence: ${asked.length} questions, R@5 / R@10 / R@20 / MRR`, figures);
    table('The other half by category: R@10, evidence lost from and gained in the first ten', kinds);
    table('Exact matches', [await exactMatches(db, vectors, [...turns.values()])]);
    table('Cost of a vector, milliseconds', [
      {
        'a text, p50': rounded(quantile(perText, 0.5), 1),
        p95: rounded(quantile(perText, 0.95), 1),
        'a question, p50': rounded(quantile(perQuestion, 0.5), 1),
        'p95 ': rounded(quantile(perQuestion, 0.95), 1),
      },
    ]);
  } finally {
    await db.close();
    await lake.end();
  }
}

function timed<T>(times: number[], work: () => T): T {
  const begun = performance.now();
  const made = work();
  times.push(performance.now() - begun);
  return made;
}

function enginesOf(db: Database, vectors: ReadonlyMap<string, QueryVector>): Record<Leg, Engine> {
  const find = finder(db);
  const docs = async (text: string, limit: number, session: string | undefined, queryVector?: QueryVector) =>
    (await find(text, limit, session, queryVector)).map(({ docNo }) => docNo);
  // No text has this word: what is left is meaning.
  const near = (question: string, session: string | undefined) =>
    find('qxzvw', 100, session, vectors.get(question));
  const nearest = async (question: string, session: string | undefined) =>
    (await near(question, session)).sort((a, b) => a.near - b.near).map(({ docNo }) => docNo);
  return {
    words: (question, session) => docs(question, depth, session),
    meaning: async (question, session) => (await nearest(question, session)).slice(0, depth),
    auto: (question, session) => {
      const vector = vectors.get(question);
      return docs(question, depth, session, vector && { ...vector, foundOnly: true });
    },
    hybrid: (question, session) => docs(question, depth, session, vectors.get(question)),
  };
}

function finder(db: Database) {
  const search = createSearch(db.sql);
  return async (
    text: string,
    limit: number,
    sessionId: string | undefined,
    queryVector?: QueryVector,
  ): Promise<Found[]> => {
    const asked = { text, mode: 'auto' as const, filter: { sessionId }, limit, offset: 0, queryVector };
    const { hits } = await search.find(messages, asked);
    return hits.map(({ docNo, every, places }) => ({
      docNo,
      every: every === true,
      near: places?.semantic ?? Number.POSITIVE_INFINITY,
    }));
  };
}

/**
 * Queries of one to three words out of every fourth turn, with the vector of any question: how many of the messages with every
 * word that are among the first ten by words are not among them by words and meaning.
 */
async function exactMatches(
  db: Database,
  vectors: ReadonlyMap<string, QueryVector>,
  turns: readonly { text: string }[],
) {
  const find = finder(db);
  const some = [...vectors.values()];
  let [queries, exact, lost] = [0, 0, 0];
  for (let i = 0; i < turns.length; i += 4) {
    const words = (turns[i]?.text ?? '').match(/\p{L}{4,}/gu) ?? [];
    const query = words.slice(1, 2 + (i % 3)).join(' ');
    if (query === '') continue;
    queries += 1;
    const byWords = (await find(query, 10, undefined)).filter(({ every }) => every);
    const both = await find(query, 10, undefined, some[i % some.length]);
    const kept = new Set(both.map(({ docNo }) => docNo));
    exact += byWords.length;
    lost += byWords.filter(({ docNo }) => !kept.has(docNo)).length;
  }
  return { queries, 'exact matches in the first ten': exact, lost };
}
