/**
 * Stores and searches on a single PostgreSQL and on Citus of one, two and three nodes, in one run, in turns:
 * `npx tsx bench/spread.ts [seconds] [rounds]`. Needs an installed PostgreSQL with Citus; the single one is the same
 * program. All nodes share this machine, so the ratios show what spreading costs, not how fast a cluster is.
 */
import { randomUUID } from 'node:crypto';
import { loadavg, tmpdir } from 'node:os';
import { appendMessages } from '../src/db/conversations/append.ts';
import { coalesceAppends } from '../src/db/conversations/batch-append.ts';
import { messages } from '../src/db/conversations/collection.ts';
import { beginConversation } from '../src/db/conversations/conversations.ts';
import { connect } from '../src/db/postgres/connect.ts';
import { migrate } from '../src/db/postgres/migrate.ts';
import { flush } from '../src/db/search/index/flush.ts';
import { createSearch } from '../src/db/search/search.ts';
import { createCitusDatabase, createPlainDatabase } from '../test/citus/databases.ts';
import { citusMissing, findCitus, startCitus } from '../test/citus/servers.ts';

const [seconds = 5, rounds = 3] = process.argv.slice(2).map(Number);
const inFlight = 32;
/** Messages that are searched. */
const searched = 20_000;

const textOf = (n: number) =>
  `What the reader said next, in about a hundred characters of text, number ${n}.`;

/** Stores for a while into distinct conversations, each client one message at a time. @returns messages a second. */
async function storesASecond(url: string): Promise<number> {
  const db = connect(url);
  const append = coalesceAppends(db.sql);
  const conversations = Array.from({ length: inFlight }, () => randomUUID());
  for (const id of conversations) await beginConversation(db.sql, { id });
  let stored = 0;
  const end = performance.now() + seconds * 1000;
  await Promise.all(
    conversations.map(async (conversationId) => {
      while (performance.now() < end) {
        const content = textOf(stored);
        await append({ id: randomUUID(), conversationId, role: 'user', content });
        stored += 1;
      }
    }),
  );
  await db.close();
  return stored / seconds;
}

/** Stores as many messages in each lake, in the index. */
async function fill(url: string): Promise<void> {
  const db = connect(url);
  for (let n = 0; n < searched / 500; n += 1) {
    const conversationId = randomUUID();
    await beginConversation(db.sql, { id: conversationId });
    const batch = Array.from({ length: 500 }, (_, i) => ({
      id: randomUUID(),
      conversationId,
      role: 'user' as const,
      content: textOf(n * 500 + i),
    }));
    await appendMessages(db.sql, batch);
  }
  while (await flush(db.sql, messages, 'english', 4096));
  await db.close();
}

/** Searches for a while by two common words and a rare one, one after the other. */
async function searchesASecond(url: string): Promise<number> {
  const db = connect(url);
  const search = createSearch(db.sql);
  const find = (n: number) =>
    search.find(messages, {
      text: `characters number ${n % 1000}`,
      mode: 'any' as const,
      filter: {},
      limit: 10,
      offset: 0,
    });
  await find(0);
  let found = 0;
  for (const end = performance.now() + seconds * 1000; performance.now() < end; found += 1) await find(found);
  await db.close();
  return found / seconds;
}

/** Bytes of tables and indexes a stored message. */
async function bytesAMessage(url: string, spread: boolean): Promise<number> {
  const db = connect(url);
  const tables = ['messages', 'conversation_heads', 'search_queue'];
  const size = spread ? 'citus_total_relation_size' : 'pg_total_relation_size';
  const [row] = await db.sql.unsafe<{ bytes: number }[]>(
    `select (${tables.map((name) => `${size}('${name}')`).join(' + ')})::float8 / (select count(*) from messages) as bytes`,
  );
  await db.close();
  return row?.bytes ?? 0;
}

async function main(): Promise<void> {
  const bin = await findCitus();
  if (bin === undefined) throw new Error(citusMissing);
  const ways: { name: string; url: string; spread: boolean; stores: number[]; searches: number[] }[] = [];
  const stops: (() => Promise<void>)[] = [];
  for (const nodes of [0, 1, 2, 3]) {
    const servers = await startCitus(bin, tmpdir(), Math.max(0, nodes - 1));
    stops.push(servers.stop);
    const create = nodes === 0 ? createPlainDatabase : createCitusDatabase;
    const url = await create(servers.nodes, 'winni');
    await migrate(url);
    ways.push({
      name: nodes === 0 ? 'plain' : `Citus, nodes: ${nodes}`,
      url,
      spread: nodes > 0,
      stores: [],
      searches: [],
    });
  }
  process.stdout.write(`load ${loadavg().map((n) => n.toFixed(1))} at the start\n`);
  for (const way of ways) await fill(way.url);
  for (let round = 0; round < rounds; round++)
    for (const way of ways) way.searches.push(await searchesASecond(way.url));
  for (let round = 0; round < rounds; round++)
    for (const way of ways) way.stores.push(await storesASecond(way.url));
  const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
  const [plain] = ways;
  const ratio = (values: number[], base: number[] = []) =>
    `${median(values).toFixed(0)} | ${(median(values) / median(base)).toFixed(2)}`;
  for (const { name, url, spread, stores, searches } of ways)
    process.stdout.write(
      `| ${name} | ${ratio(stores, plain?.stores)} | ${ratio(searches, plain?.searches)} | ${(await bytesAMessage(url, spread)).toFixed(0)} |\n`,
    );
  process.stdout.write(`load ${loadavg().map((n) => n.toFixed(1))} at the end\n`);
  for (const stop of stops) await stop();
}

void main();
