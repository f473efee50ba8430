import { eq, getTableName } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { collections } from '../../../src/db/collections.ts';
import { connect, type Database } from '../../../src/db/postgres/connect.ts';
import { BeyondReach } from '../../../src/db/postgres/errors.ts';
import { fence } from '../../../src/db/postgres/fence.ts';
import * as schema from '../../../src/db/schema/index.ts';
import { searchedToolsets, tableToolsets } from '../../../src/db/schema/toolsets.ts';
import { catalog } from '../../../src/handlers/index.ts';
import { useLake } from '../../support/lake.ts';
import { missingPgBouncer, pgBouncer } from '../../support/pgbouncer.ts';

const lake = useLake();
let db: Database;
beforeAll(() => {
  db = fence(lake.db, new Set(['memory']));
});

const { messages, memories } = schema;

describe('a fenced database', () => {
  it('executes statements on accessible tables, in SQL and by the query builder, also in transactions', async () => {
    await db.sql`select from memories where ${db.sql`content = ${'messages'}`}`;
    await db.select().from(memories).where(eq(memories.content, 'select from messages'));
    await db.sql.begin(async (tx) => {
      await tx.savepoint((inner) => inner`select from memories`);
      await tx.unsafe('select from memories');
    });
    await db.transaction((tx) => tx.select().from(memories));
  });

  it.each<[string, () => unknown]>([
    ['a statement', () => db.sql`select content from messages`],
    ['a part of one', () => db.sql`select ${db.sql`(select count(*) from public.messages)`}`],
    ['a name in quotes', () => db.sql`select from "messages"`],
    ['a name in capitals', () => db.sql`select from MESSAGES`],
    ['a name that is a parameter', () => db.sql`select from ${db.sql('messages')}`],
    ['a text of SQL', () => db.sql.unsafe('select from messages')],
    ['the query builder', () => db.select().from(messages)],
    ['a join', () => db.select().from(memories).innerJoin(messages, eq(messages.content, memories.content))],
    ['a transaction', () => db.sql.begin((tx) => tx`delete from messages`)],
    ['a savepoint', () => db.sql.begin((tx) => tx.savepoint((inner) => inner`delete from messages`))],
    ['a transaction of the query builder', () => db.transaction((tx) => tx.select().from(messages))],
    ['a function that stores', () => db.sql`select append_to_conversation(null, null, null, null)`],
    ['an internal table', () => db.sql`select from api_keys`],
    ['a reserved connection', () => db.sql.reserve()],
  ])('rejects %s that names another table', async (_, ask) => {
    const asked = async () => ask();
    const error = await asked().catch((thrown: unknown) => thrown);
    const causes = [error, error instanceof Error ? error.cause : undefined];
    expect(causes.some((one) => one instanceof BeyondReach)).toBe(true);
  });

  it('does not change the wrapped database', async () => {
    await lake.db.sql`select from messages`;
    await lake.db.select().from(messages);
  });
});

const missing = await missingPgBouncer();

describe(`a fenced database behind PgBouncer, by transaction${missing ? ` (skipped: ${missing})` : ''}`, () => {
  it.skipIf(missing !== undefined)('refuses and answers as one that is asked directly', async () => {
    const pooler = await pgBouncer(lake.url);
    const pooled = connect(pooler.url);
    const beyond = (ask: () => unknown) =>
      (async () => ask())().then(
        () => 'answered',
        (error: unknown) =>
          error instanceof BeyondReach || (error instanceof Error && error.cause instanceof BeyondReach)
            ? 'beyond reach'
            : error,
      );
    try {
      expect(pooled.sql.options.prepare).toBe(false);
      const fenced = fence(pooled, new Set(['memory']));
      // Many at once, so that statements of one client are carried out by several connections of the server.
      const seen = await Promise.all(
        Array.from({ length: 40 }, (_, n) => [
          beyond(() => fenced.sql`select content from memories where content = ${`messages ${n}`}`),
          beyond(() => fenced.select().from(memories)),
          beyond(() => fenced.sql.begin((tx) => tx.savepoint((inner) => inner`select from memories`))),
          beyond(() => fenced.sql`select content from messages where content = ${n}`),
          beyond(() => fenced.select().from(messages)),
          beyond(() => fenced.sql.begin((tx) => tx.unsafe('delete from messages'))),
        ]).flat(),
      );
      const one = [...Array(3).fill('answered'), ...Array(3).fill('beyond reach')];
      expect(seen).toEqual(Array(40).fill(one).flat());
    } finally {
      await pooled.close();
      await pooler.stop();
    }
  });
});

describe('the toolsets of tables', () => {
  const toolsets = [...catalog.toolsets.map(({ name }) => name), 'shared', 'internal'];

  it('are defined for every table of the schema, and no others', async () => {
    const tables = Object.values(schema)
      .filter((one) => one instanceof PgTable)
      .map((table) => getTableName(table));
    const rows = await lake.db.sql<{ name: string }[]>`
      select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm') and not relispartition`;
    expect(rows.map(({ name }) => name).toSorted()).toEqual(tables.toSorted());
    for (const [table, holders] of tableToolsets) {
      expect([table, holders.length]).not.toEqual([table, 0]);
      for (const holder of holders) expect(toolsets).toContain(holder);
    }
  });

  it('are defined for every search collection', () => {
    for (const { name } of collections) expect(toolsets).toContain(searchedToolsets[name]);
  });

  it('cannot be bypassed by a function: those that read tables are triggers, which cannot be called', async () => {
    const rows = await lake.db.sql<{ name: string }[]>`
      select proname as name from pg_proc
      where pronamespace = 'public'::regnamespace and prorettype <> 'trigger'::regtype
        and not exists (select from pg_depend d where d.objid = pg_proc.oid and d.deptype = 'e')
        and prosrc ~* '\\m(from|join|update|into)\\M'`;
    // Creates triggers, for migrations.
    expect(rows.map(({ name }) => name)).toEqual(['search_attach']);
  });
});
