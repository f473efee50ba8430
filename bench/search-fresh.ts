import { loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import { appendMessages, type NewMessage } from '../src/db/conversations/append.ts';
import { messages as collection } from '../src/db/conversations/collection.ts';
import { createSearch } from '../src/db/conversations/search.ts';
import { connect } from '../src/db/postgres/connect.ts';
import { createLog } from '../src/gateway/deps.ts';
import { startSearchThread } from '../src/gateway/search/index.ts';
import { corpus } from './corpus.ts';
import { parentOf, processorTime } from './store/database.ts';
import { type Bench, quantile, rounded, scratchLake, table } from './support.ts';

const perConversation = 20;
const batchSize = 500;
const top = 20;

type Asked = { name: string; text: string; ms: number; docs: number[]; total: number; exact: boolean };

/**
 * Searches directly after a bulk import, while its end is still being indexed, and compares with the answers once all of
 * it is indexed: `quality` is the final BM25 score of the twenty returned, of the final twenty.
 */
export const searchFresh: Bench = {
  name: 'search-fresh',
  async run({ messages = '200000', rounds = '3' }) {
    const count = Number(messages);
    const lake = await scratchLake();
    const db = connect(lake.url);
    const thread = startSearchThread(
      { url: lake.url, language: 'english', cacheBytes: 64 << 20, logLevel: 'warn' },
      createLog('warn'),
    );
    try {
      const source = corpus(1);
      const texts = Array.from({ length: count }, (_, i) => {
        if (i % perConversation === 0) source.topic();
        return source.next();
      });
      const classes = classesOf(texts);
      const ids = Array.from({ length: Math.ceil(count / perConversation) }, () => uuidv7());
      await db.sql`
        with made as (insert into conversations (id) select id from unnest(${ids}::uuid[]) id returning id)
        insert into conversation_heads (conversation_id) select id from made`;
      thread.begin();
      const find = (text: string) =>
        thread.find(collection, { text, mode: 'any', filter: {}, limit: top, offset: 0 });
      await find('library');
      const [backend] = await db.sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
      const server = parentOf(backend?.pid ?? 0);
      const before = { node: process.cpuUsage(), server: processorTime(server) };
      const begun = performance.now();
      for (let i = 0; i < count; i += batchSize) {
        await appendMessages(
          db.sql,
          texts.slice(i, i + batchSize).map(
            (content, k): NewMessage => ({
              id: uuidv7(),
              conversationId: ids[Math.floor((i + k) / perConversation)] ?? '',
              role: k % 2 === 0 ? 'user' : 'assistant',
              content,
            }),
          ),
        );
        await thread.keepUp?.(collection, batchSize);
      }
      const stored = performance.now();
      const asked: Asked[] = [];
      let pending = 0;
      for (let round = 0; round < Number(rounds); round++)
        for (const [name, queries] of Object.entries(classes))
          for (const text of queries) {
            const start = performance.now();
            const found = await find(text);
            const ms = performance.now() - start;
            pending = Math.max(pending, found.pending);
            const docs = found.hits.map(({ docNo }) => docNo);
            asked.push({ name, text, ms, docs, total: found.total, exact: found.totalIsExact });
          }
      const searched = performance.now();
      for (;;) {
        const [row] = await db.sql<{ left: number }[]>`
          select coalesce(sum(cardinality(doc_nos)), 0)::int as left from search_queue`;
        if ((row?.left ?? 0) < 256) break;
        await delay(100);
      }
      const folded = performance.now();
      const node = process.cpuUsage(before.node);
      table(`Import of ${count.toLocaleString('en')} messages`, [
        {
          'stored a second': Math.round((count * 1000) / (stored - begun)),
          'indexed a second': Math.round((count * 1000) / (folded - begun)),
          'searched for s': rounded((searched - stored) / 1000, 1),
          'all indexed after s': rounded((folded - stored) / 1000, 1),
          'most not searched': pending,
          'Node CPU µs': rounded((node.user + node.system) / count, 1),
          'PostgreSQL CPU µs': rounded((processorTime(server) - before.server) / count, 1),
          load: rounded(loadavg()[0] ?? 0, 1),
        },
      ]);
      const final = createSearch(db.sql, { budgetMs: 60_000 });
      const rows: Record<string, string | number>[] = [];
      for (const name of Object.keys(classes)) {
        const ofClass = asked.filter((one) => one.name === name);
        const qualities: number[] = [];
        let wrong = 0;
        let inexact = 0;
        let empty = 0;
        for (const { text, docs, total, exact } of ofClass) {
          const all = await final.find(collection, { text, mode: 'any', filter: {}, limit: 2000, offset: 0 });
          const scores = new Map(all.hits.map(({ docNo, score }) => [docNo, score]));
          const sum = (of: number[]) => of.reduce((a, b) => a + b, 0);
          const best = sum(all.hits.slice(0, top).map(({ score }) => score));
          qualities.push(sum(docs.map((doc) => scores.get(doc) ?? 0)) / Math.max(1e-9, best));
          if (docs.length === 0 && all.total > 0) empty += 1;
          if (!exact) inexact += 1;
          else if (total !== all.total) wrong += 1;
        }
        const times = ofClass.map(({ ms }) => ms);
        rows.push({
          words: name,
          searches: ofClass.length,
          p50: rounded(quantile(times, 0.5), 1),
          p95: rounded(quantile(times, 0.95), 1),
          'quality, mean': rounded(qualities.reduce((a, b) => a + b, 0) / qualities.length, 4),
          worst: rounded(Math.min(...qualities), 3),
          empty,
          'totals marked inexact': inexact,
          'totals wrong': wrong,
        });
      }
      table('Searches directly after it, milliseconds', rows);
    } finally {
      await thread.stop();
      await db.close();
      await lake.end();
    }
  },
};

/** Queries by how many messages contain their words. */
function classesOf(texts: readonly string[]): Record<string, string[]> {
  const frequency = new Map<string, number>();
  for (const text of texts)
    for (const word of new Set(text.match(/\b[a-z]{5,}\b/g)))
      frequency.set(word, (frequency.get(word) ?? 0) + 1);
  const between = (low: number, high: number) => {
    const found = [...frequency].filter(([, n]) => n >= low && n <= high).map(([word]) => word);
    const step = Math.max(1, Math.floor(found.length / 12));
    return found.filter((_, i) => i % step === 0).slice(0, 12);
  };
  const n = texts.length;
  const medium = between(n * 0.002, n * 0.01);
  const common = between(n * 0.05, n * 0.25);
  return {
    'in 1 to 5 messages': between(1, 5),
    rare: between(n * 0.00002, n * 0.0002),
    'medium, .2–1 %': medium,
    'common, 5–25 %': common,
    '40–50 %': ['library', 'reader', 'volume'],
    'stop words only': ['the', 'the to', 'of and'],
    'medium + common': medium.map((word, i) => `${word} ${common[i % common.length] ?? ''}`),
  };
}
