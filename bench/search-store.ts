import { loadavg } from 'node:os';
import postgres from 'postgres';
import { v7 as uuidv7 } from 'uuid';
import { appendMessages, type NewMessage } from '../src/db/conversations/append.ts';
import { coalesceAppends } from '../src/db/conversations/batch-append.ts';
import { messages as messagesCollection } from '../src/db/conversations/collection.ts';
import { connect } from '../src/db/postgres/connect.ts';
import { createLog } from '../src/gateway/deps.ts';
import { startSearchThread } from '../src/gateway/search/index.ts';
import { corpus } from './corpus.ts';
import { type Bench, quantile, rounded, scratchLake, table } from './support.ts';

const batchSize = 500;
const writers = 16;

/**
 * What search adds to the cost of storing: the same messages with and without it, alternating, in separate databases. The
 * one row of the queue that each statement writes is part of both.
 */
export const searchStore: Bench = {
  name: 'search-store',
  async run({ rounds = '5', messages = '20000' }) {
    const lake = await scratchLake();
    const measured = new Map<string, { batches: number[]; singles: number[]; load: number[] }>();
    try {
      for (let round = 0; round < Number(rounds); round++)
        for (const way of ways) {
          const result = await storeAll(lake.url, way, Number(messages), round);
          const all = measured.get(way) ?? { batches: [], singles: [], load: [] };
          all.batches.push(result.batches);
          all.singles.push(result.singles);
          all.load.push(loadavg()[0] ?? 0);
          measured.set(way, all);
        }
    } finally {
      await lake.end();
    }
    const bare = measured.get('without search');
    const ratio = (of: number[], by: number[] = []) =>
      rounded(
        quantile(
          of.map((value, i) => value / (by[i] ?? Number.NaN)),
          0.5,
        ),
      );
    const range = (values: number[]) =>
      `${rounded(Math.min(...values), 1)} / ${rounded(quantile(values, 0.5), 1)} / ${rounded(Math.max(...values), 1)}`;
    table(
      `µs a message (least / median / most of ${rounds} rounds) and the median of the ratios within a round`,
      [...measured].map(([way, { batches, singles, load }]) => ({
        way,
        [`batches of ${batchSize}`]: range(batches),
        'to without': ratio(batches, bare?.batches),
        [`${writers} writers, single messages`]: range(singles),
        'to without ': ratio(singles, bare?.singles),
        load: range(load),
      })),
    );
  },
};

const ways = ['without search', 'with search', 'with search, thread flushing'] as const;
type Way = (typeof ways)[number];

async function storeAll(url: string, way: Way, count: number, round: number) {
  const name = `store_${round}_${way.replaceAll(/\W/g, '_')}`;
  const admin = postgres(url.replace(/\/winni$/, '/postgres'), { max: 1, onnotice: () => undefined });
  await admin.unsafe(`create database ${name} template winni`);
  await admin.unsafe('checkpoint');
  const db = connect(url.replace(/\/winni$/, `/${name}`), { max: 4 });
  if (way === 'without search')
    await db.sql.unsafe(
      `drop index idx_messages_doc_no;
       alter table messages alter doc_no drop identity; alter table messages alter doc_no set default 0`,
    );
  const thread = startSearchThread(
    { url: url.replace(/\/winni$/, `/${name}`), language: 'english', cacheBytes: 1 << 20, logLevel: 'warn' },
    createLog('warn'),
  );
  if (way === 'with search, thread flushing') {
    thread.begin();
    // The reply shows that the thread is up.
    await thread.find(messagesCollection, { text: 'up', mode: 'any', filter: {}, limit: 1, offset: 0 });
  }
  try {
    const source = corpus(count * 2);
    const conversations = Array.from({ length: 64 }, () => uuidv7());
    for (const id of conversations)
      await db.sql`with c as (insert into conversations (id) values (${id})) insert into conversation_heads (conversation_id) values (${id})`;
    const messages = Array.from(
      { length: count * 2 },
      (_, i): NewMessage => ({
        id: uuidv7(),
        conversationId: conversations[(i >> 3) % 64] ?? '',
        role: 'user',
        content: source.next(),
      }),
    );
    const batches = await timed(count, async () => {
      for (let i = 0; i < count; i += batchSize)
        await appendMessages(db.sql, messages.slice(i, i + batchSize));
    });
    const append = coalesceAppends(db.sql);
    let next = count;
    const singles = await timed(count, () =>
      Promise.all(
        Array.from({ length: writers }, async () => {
          for (let m = messages[next++]; m; m = messages[next++]) await append(m);
        }),
      ),
    );
    return { batches, singles };
  } finally {
    await thread.stop();
    await db.close();
    await admin.unsafe(`drop database ${name} with (force)`);
    await admin.end();
  }
}

/** Runs the work; returns microseconds per item. */
async function timed(count: number, work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return ((performance.now() - begun) * 1000) / count;
}
