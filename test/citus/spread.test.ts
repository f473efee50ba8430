import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { appendMessages } from '../../src/db/conversations/append.ts';
import { coalesceAppends } from '../../src/db/conversations/batch-append.ts';
import { beginConversation } from '../../src/db/conversations/conversations.ts';
import type { Database } from '../../src/db/postgres/connect.ts';
import { delegated } from '../../src/db/postgres/delegated.ts';
import { BeyondReach } from '../../src/db/postgres/errors.ts';
import { fence } from '../../src/db/postgres/fence.ts';
import { migrate } from '../../src/db/postgres/migrate.ts';
import { type Sizes, sizesOf } from '../../src/db/postgres/sizes.ts';
import { feedFigures } from '../../src/db/search/feed/figures.ts';
import { fillLake } from '../support/rows.ts';
import { eventually } from '../support/waiting.ts';
import { addCitus, createCitusDatabase, createPlainDatabase } from './databases.ts';
import { copyLake, linesOf } from './lines.ts';
import { citusMissing, hasCitus } from './servers.ts';
import { others, patience, useServers } from './use-servers.ts';

const found = await hasCitus();
const messages = 100_000;

const isAsked = process.env.DEWEY_TEST_ON === 'citus';
const missing = !found ? `: ${citusMissing}` : isAsked ? '' : ': take a minute, run `npm run test:citus`';

describe.skipIf(missing !== '')(`a lake spread by Citus${missing}`, () => {
  const { servers, named, open } = useServers('');

  it.skipIf(others)(
    'keeps everything acknowledged when a worker dies while storing, and turns have no gaps',
    async () => {
      const url = await createCitusDatabase(servers().nodes, named('crash'));
      await migrate(url);
      const db = open(url);
      const append = coalesceAppends(db.sql);
      const conversations = Array.from({ length: 12 }, () => randomUUID());
      for (const id of conversations) await beginConversation(db.sql, { id });
      const acknowledged = new Set<string>();
      let failures = 0;
      let storing = true;
      const client = async (conversationId: string) => {
        while (storing) {
          const id = randomUUID();
          try {
            await append({ id, conversationId, role: 'user', content: `Message ${id}` });
            acknowledged.add(id);
          } catch {
            failures += 1; // what was not acknowledged may be there or not
            await new Promise((resolve) => setTimeout(resolve, 20));
          }
        }
      };
      const clients = conversations.map(client);
      await eventually(async () => acknowledged.size > 200);
      await servers().servers[1]?.kill();
      await eventually(async () => failures > 0);
      await servers().servers[1]?.start();
      const before = acknowledged.size;
      await eventually(async () => acknowledged.size > before + 200, 60_000);
      storing = false;
      await Promise.all(clients);
      const stored = await db.sql<{ id: string }[]>`select id from messages`;
      const ids = new Set(stored.map(({ id }) => id));
      expect([...acknowledged].filter((id) => !ids.has(id))).toEqual([]);
      const heads = await db.sql<{ last: number; count: number; highest: number; rows: number }[]>`
      select h.last_turn as last, h.message_count as count, max(m.turn_number) as highest, count(*)::int as rows
      from conversation_heads h join messages m on m.conversation_id = h.conversation_id
      group by h.conversation_id, h.last_turn, h.message_count`;
      expect(heads).toHaveLength(conversations.length);
      for (const { last, count, highest, rows } of heads)
        expect([count, highest, rows]).toEqual([last, last, last]);
    },
    patience,
  );

  it('stores several conversations of several nodes together, or none of them', async () => {
    const url = await createCitusDatabase(servers().nodes, named('together'));
    await migrate(url);
    const db = open(url);
    // So many that they are on both nodes.
    const ids = Array.from({ length: 64 }, () => randomUUID());
    const nodes = await db.sql<{ node: string }[]>`
      select distinct nodename || nodeport as node from unnest(${ids}::uuid[]) id
      join citus_shards s on s.shardid = get_shard_id_for_distribution_column('conversations', id)`;
    expect(nodes).toHaveLength(2);
    const all = db.sql.begin(async (tx) => {
      for (const id of ids) await beginConversation(tx, { id, externalId: id });
      throw new Error('changed my mind');
    });
    await expect(all).rejects.toThrow('changed my mind');
    expect(await db.sql`select id from conversations`).toHaveLength(0);
    expect(await db.sql`select external_id from conversation_keys`).toHaveLength(0);
  });

  it('counts what waits for a search cluster on all nodes', async () => {
    const url = await createCitusDatabase(servers().nodes, named('waiting'));
    await migrate(url);
    const db = open(url);
    for (const conversationId of Array.from({ length: 16 }, () => randomUUID())) {
      await beginConversation(db.sql, { id: conversationId });
      await appendMessages(db.sql, [{ id: randomUUID(), conversationId, role: 'user', content: 'x' }]);
    }
    expect(await feedFigures(db.sql)).toMatchObject({ waiting: 16, undeleted: 0, refused: 0 });
  });

  it('keeps a limited key from storing: a call of the function that does is refused as its tables are', async () => {
    const url = await createCitusDatabase(servers().nodes, named('limited'));
    await migrate(url);
    const db = open(url);
    const [id, message] = [randomUUID(), { id: randomUUID(), role: 'user' as const, content: 'x' }];
    await beginConversation(db.sql, { id });
    const store = (sql: Database['sql']) => appendMessages(sql, [{ ...message, conversationId: id }]);
    await expect(store(fence(db, new Set(['memory'])).sql)).rejects.toBeInstanceOf(BeyondReach);
    expect(await db.sql`select from messages where conversation_id = ${id}`).toHaveLength(0);
    const [stored] = await store(fence(db, new Set(['conversations'])).sql);
    expect(stored).toMatchObject({ status: 'stored', turn: 1 });
    const functions = await db.sql<{ name: string }[]>`
        select proname as name from pg_proc
        where pronamespace = 'public'::regnamespace and prorettype <> 'trigger'::regtype
          and not exists (select 1 from pg_depend d where d.objid = pg_proc.oid and d.deptype = 'e')
          and prosrc ~* '\\m(from|join|update|into)\\M'`;
    const guarded = delegated.map((one) => one.name);
    expect(functions.map(({ name }) => name).toSorted()).toEqual([...guarded, 'search_attach'].toSorted());
    for (const { name } of delegated)
      expect(() => fence(db, new Set(['memory'])).sql.unsafe(`select ${name}()`)).toThrow(BeyondReach);
  });

  it(
    `takes a plain lake of ${messages} messages over, row by row`,
    async () => {
      const url = await createPlainDatabase(servers().nodes, named('plain'));
      await migrate(url);
      const db = open(url);
      await fillLake(db);
      await db.sql`
      insert into conversations (id, external_id) select gen_random_uuid(), 'made:' || n from generate_series(1, 500) n`;
      await db.sql`
      insert into conversation_heads (conversation_id, last_turn, message_count)
      select id, ${messages / 500}, ${messages / 500} from conversations where external_id like 'made:%'`;
      await db.sql`
      insert into messages (conversation_id, turn_number, role, content, external_id)
      select id, n, 'user', 'Words of message ' || n || ' ' || md5(id::text || n), 'line:' || n
      from conversations, generate_series(1, ${messages / 500}) n where external_id like 'made:%'`;
      const before = await linesOf(db.sql);
      expect(before.messages?.length).toBeGreaterThanOrEqual(messages);
      const single = await sizesOf(db.sql);
      await addCitus(servers().nodes, named('plain'));
      const waits = await migrate(url);
      expect(waits.spread).toBeUndefined(); // a lake with conversations is only spread when asked
      const report = await migrate(url, { distributed: true });
      expect(report.spread).toContain('messages');
      const after = open(url);
      const [spread] = await after.sql<{ nodes: number }[]>`
      select count(distinct nodeport)::int as nodes from citus_shards where table_name = 'messages'::regclass`;
      expect(spread?.nodes).toBe(2);
      const all = await sizesOf(after.sql);
      const bytesIn = ({ tables }: Sizes) => tables.find(({ name }) => name === 'messages')?.bytes;
      expect(bytesIn(all)).toBeGreaterThan((bytesIn(single) ?? Infinity) * 0.8);
      expect(all.database).toBeGreaterThan(single.database);
      const moved = await linesOf(after.sql);
      expect(Object.keys(moved)).toEqual(Object.keys(before));
      for (const [table, lines] of Object.entries(before))
        expect(
          moved[table]?.filter((line, i) => line !== lines[i]),
          table,
        ).toEqual([]);
      for (const [table, lines] of Object.entries(before))
        expect(moved[table], table).toHaveLength(lines.length);
    },
    patience,
  );

  it(
    'is backed up and restored in both directions, between a single PostgreSQL and several nodes',
    async () => {
      const single = await createPlainDatabase(servers().nodes, named('single'));
      await migrate(single);
      const from = open(single);
      await fillLake(from);
      const before = await linesOf(from.sql);
      const several = await createCitusDatabase(servers().nodes, named('several'));
      await migrate(several);
      await copyLake(single, several);
      const spread = open(several);
      expect(await linesOf(spread.sql)).toEqual(before);
      const [nodes] = await spread.sql<{ n: number }[]>`
      select count(*)::int as n from pg_dist_partition where partmethod = 'h'`;
      expect(nodes?.n).toBe(17);
      await spread.close();
      const back = await createPlainDatabase(servers().nodes, named('back'));
      await copyLake(several, back);
      expect(await linesOf(open(back).sql)).toEqual(before);
    },
    patience,
  );
});
