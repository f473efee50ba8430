import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { messages } from '../src/db/conversations/collection.ts';
import { createSearch, type SearchMode, searchModes } from '../src/db/conversations/search.ts';
import { connect, type Database } from '../src/db/postgres/connect.ts';
import { flush } from '../src/db/search/index/flush.ts';
import { createDeps, createLog } from '../src/gateway/deps.ts';
import storeMessagesBulk from '../src/handlers/conversations/store-messages-bulk.ts';
import type { Deps } from '../src/handlers/tool/deps.ts';
import { type Bench, scratchLake, table } from './support.ts';

const dataset = z.object({
  conversations: z.array(
    z.object({
      id: z.string(),
      turns: z.array(
        z.object({ dia_id: z.string(), speaker: z.string(), text: z.string(), session: z.number() }),
      ),
      questions: z.array(z.object({ question: z.string(), evidence: z.array(z.string()) })),
    }),
  ),
});

type Asked = { session: string; question: string; evidence: Set<string>; tuned: boolean };
/** Returns the external ids of the hits, best first. */
type Engine = (question: string, session: string | undefined) => Promise<string[]>;

const depth = 20;

/**
 * How well questions find the turns that answer them: recall and reciprocal rank on a data set in the format of LoCoMo
 * (`--data=path`), which is not part of this project. Compares the product's modes with PostgreSQL's own full-text
 * search. The weights were chosen on one half of the questions; the other half is reported separately.
 */
export const searchQuality: Bench = {
  name: 'search-quality',
  async run({ data }) {
    if (data === undefined) {
      process.stdout.write('\nSkipped: name the data set with --data=path.\n');
      return;
    }
    const { conversations } = dataset.parse(JSON.parse(readFileSync(data, 'utf8')));
    const lake = await scratchLake();
    const db = connect(lake.url);
    try {
      await load(createDeps(db, createLog('silent')), conversations);
      // The first conversation and every other question of the middle ones are for tuning.
      const asked = conversations.flatMap(({ id, questions }, c): Asked[] =>
        questions.map(({ question, evidence }, i) => ({
          session: id,
          question,
          evidence: new Set(evidence.map((turn) => `${id} ${turn}`)),
          tuned: c === 0 || (c < conversations.length - 1 && i % 2 === 0),
        })),
      );
      const engines = [...rivals(db), ...searchModes.map((mode) => ours(db, mode))];
      const rows: Record<string, string | number>[] = [];
      for (const [name, engine] of engines) rows.push(...(await score(name, engine, asked)));
      await flush(db.sql, messages, 'english', 100_000);
      const [, flushed] = ours(db, 'auto');
      rows.push(...(await score('auto, flushed', flushed, asked)));
      table(`Finding evidence: ${asked.length} questions, R@5 / R@10 / R@20, MRR`, rows);
    } finally {
      await db.close();
      await lake.end();
    }
  },
};

type Conversations = z.output<typeof dataset>['conversations'];

/** Each session of a dialogue is a conversation; those of one dialogue share its session id. */
async function load(deps: Deps, conversations: Conversations): Promise<void> {
  for (const { id, turns } of conversations)
    for (const session of new Set(turns.map((turn) => turn.session))) {
      const reply = await storeMessagesBulk.call(
        {
          session_id: id,
          messages: turns
            .filter((turn) => turn.session === session)
            .map((turn) => ({
              role: 'user',
              content: `${turn.speaker}: ${turn.text}`,
              external_id: `${id} ${turn.dia_id}`,
            })),
        },
        deps,
      );
      if (!reply.ok) throw reply.error;
    }
}

function ours(db: Database, mode: SearchMode): [string, Engine] {
  const search = createSearch(db.sql);
  const engine: Engine = async (question, sessionId) => {
    const { hits } = await search.find(messages, {
      text: question,
      mode,
      filter: { sessionId },
      limit: depth,
      offset: 0,
    });
    const docs = hits.map((hit) => hit.docNo);
    const rows = await db.sql<{ docNo: number; externalId: string }[]>`
      select doc_no, external_id from messages where doc_no = any(${docs}::int[])`;
    const ids = new Map(rows.map((row) => [row.docNo, row.externalId]));
    return docs.map((doc) => ids.get(doc) ?? '');
  };
  return [mode === 'any' ? 'any (plain BM25)' : mode, engine];
}

function rivals({ sql }: Database): [string, Engine][] {
  const postgres =
    (every: boolean): Engine =>
    async (question, session) => {
      const rows = await sql<{ externalId: string }[]>`
        select m.external_id
        from messages m join conversations c on c.id = m.conversation_id
        cross join (select ${
          every
            ? sql`plainto_tsquery('english', ${question})`
            : sql`
          (select string_agg(quote_literal(word), ' | ')::tsquery
           from unnest(tsvector_to_array(to_tsvector('english', ${question}))) word)`
        } as query) q
        where to_tsvector('english', m.content) @@ q.query
          ${session === undefined ? sql`` : sql`and c.session_id = ${session}`}
        order by ts_rank(to_tsvector('english', m.content), q.query) desc, m.doc_no desc limit ${depth}`;
      return rows.map((row) => row.externalId);
    };
  return [
    ['all words, ts_rank', postgres(true)],
    ['any word, ts_rank', postgres(false)],
  ];
}

async function score(name: string, engine: Engine, asked: Asked[]) {
  const rows: Record<string, string | number>[] = [];
  for (const scope of ['within', 'global'] as const) {
    const results: { tuned: boolean; recall: number[]; reciprocal: number; empty: boolean }[] = [];
    for (const { session, question, evidence, tuned } of asked) {
      const found = await engine(question, scope === 'within' ? session : undefined);
      const first = found.findIndex((id) => evidence.has(id));
      results.push({
        tuned,
        recall: [5, 10, 20].map(
          (k) => found.slice(0, k).filter((id) => evidence.has(id)).length / evidence.size,
        ),
        reciprocal: first < 0 ? 0 : 1 / (first + 1),
        empty: found.length === 0,
      });
    }
    const halves = {
      tuned: results.filter((r) => r.tuned),
      held: results.filter((r) => !r.tuned),
      all: results,
    };
    const cell = (part: typeof results) =>
      [...[0, 1, 2].map((k) => mean(part.map((r) => r.recall[k] ?? 0))), mean(part.map((r) => r.reciprocal))]
        .map((value) => value.toFixed(3).slice(1))
        .join(' / ');
    rows.push({
      engine: name,
      scope,
      'tuning half': cell(halves.tuned),
      'other half': cell(halves.held),
      all: cell(halves.all),
      empty: `${Math.round(100 * mean(results.map((r) => Number(r.empty))))} %`,
    });
  }
  return rows;
}

const mean = (values: number[]): number => values.reduce((a, b) => a + b, 0) / Math.max(1, values.length);
