import { messages } from '../src/db/conversations/collection.ts';
import { createSearch, type Search, type SearchMode, searchModes } from '../src/db/conversations/search.ts';
import { connect, type Database } from '../src/db/postgres/connect.ts';
import { flush } from '../src/db/search/index/flush.ts';
import { createDeps, createLog } from '../src/gateway/deps.ts';
import {
  type Asked,
  emptyCell,
  questionsOf,
  readDialogues,
  type Score,
  scoreCell,
  scoreOf,
  storeDialogues,
} from './dialogues.ts';
import { type Bench, scratchLake, table } from './support.ts';

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
    const dialogues = readDialogues(data);
    const lake = await scratchLake();
    const db = connect(lake.url);
    try {
      await storeDialogues(createDeps(db, createLog('silent')), dialogues);
      const asked = questionsOf(dialogues);
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

export function ours(
  db: Database,
  mode: SearchMode,
  search: Search = createSearch(db.sql),
): [string, Engine] {
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

export async function score(name: string, engine: Engine, asked: Asked[]) {
  const rows: Record<string, string | number>[] = [];
  for (const scope of ['within', 'global'] as const) {
    const results: (Score & { tuned: boolean })[] = [];
    for (const { session, question, evidence, tuned } of asked) {
      const found = await engine(question, scope === 'within' ? session : undefined);
      results.push({ tuned, ...scoreOf(found, evidence) });
    }
    rows.push({
      engine: name,
      scope,
      'tuning half': scoreCell(results.filter((r) => r.tuned)),
      'other half': scoreCell(results.filter((r) => !r.tuned)),
      all: scoreCell(results),
      empty: emptyCell(results),
    });
  }
  return rows;
}
