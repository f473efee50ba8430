/**
 * Stores on a single PostgreSQL and on Citus of one, two and three nodes, in one run, in turns:
 * `npx tsx bench/spread.ts [seconds] [rounds]`. Needs an installed PostgreSQL with Citus; the single one is the same
 * program. All nodes share this machine, so the ratios show what spreading costs, not how fast a cluster is.
 */
import { randomUUID } from 'node:crypto';
import { loadavg, tmpdir } from 'node:os';
import { coalesceAppends } from '../src/db/conversations/batch-append.ts';
import { beginConversation } from '../src/db/conversations/conversations.ts';
import { connect } from '../src/db/postgres/connect.ts';
import { migrate } from '../src/db/postgres/migrate.ts';
import { createCitusDatabase, createPlainDatabase } from '../test/citus/databases.ts';
import { citusMissing, findCitus, startCitus } from '../test/citus/servers.ts';

const [seconds = 5, rounds = 3] = process.argv.slice(2).map(Number);
const inFlight = 32;

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
        const content = `What the reader said next, in about a hundred characters of text, number ${stored}.`;
        await append({ id: randomUUID(), conversationId, role: 'user', content });
        stored += 1;
      }
    }),
  );
  await db.close();
  return stored / seconds;
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
  const ways: { name: string; url: string; spread: boolean; perSecond: number[] }[] = [];
  const stops: (() => Promise<void>)[] = [];
  for (const nodes of [0, 1, 2, 3]) {
    const servers = await startCitus(bin, tmpdir(), Math.max(0, nodes - 1));
    stops.push(servers.stop);
    const create = nodes === 0 ? createPlainDatabase : createCitusDatabase;
    const url = await create(servers.ports, 'winni');
    await migrate(url);
    ways.push({
      name: nodes === 0 ? 'plain' : `Citus, nodes: ${nodes}`,
      url,
      spread: nodes > 0,
      perSecond: [],
    });
  }
  process.stdout.write(`load ${loadavg().map((n) => n.toFixed(1))} at the start\n`);
  for (let round = 0; round < rounds; round++)
    for (const way of ways) way.perSecond.push(await storesASecond(way.url));
  const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
  const base = median(ways[0]?.perSecond ?? []);
  for (const { name, url, spread, perSecond } of ways)
    process.stdout.write(
      `| ${name} | ${median(perSecond).toFixed(0)} | ${(median(perSecond) / base).toFixed(2)} | ${(await bytesAMessage(url, spread)).toFixed(0)} |\n`,
    );
  process.stdout.write(`load ${loadavg().map((n) => n.toFixed(1))} at the end\n`);
  for (const stop of stops) await stop();
}

void main();
