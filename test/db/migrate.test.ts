import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { drizzle } from 'drizzle-orm/postgres-js';
import { migrate as runMigrations } from 'drizzle-orm/postgres-js/migrator';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { connect, type Database } from '../../src/db/connect.ts';
import { migrate, pendingMigrations } from '../../src/db/migrate.ts';
import { createDeps, createLog } from '../../src/gateway/deps.ts';
import getStartupContext from '../../src/handlers/contexts/get-startup-context.ts';
import setStartupContext from '../../src/handlers/contexts/set-startup-context.ts';
import getConversation from '../../src/handlers/conversations/get-conversation.ts';
import listConversations from '../../src/handlers/conversations/list-conversations.ts';
import storeMessage from '../../src/handlers/conversations/store-message.ts';
import getFiedlerResults from '../../src/handlers/fiedler/get-fiedler-results.ts';
import { call } from '../support/call.ts';
import { cloneDatabase } from '../support/lake.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const migrationsFolder = join(root, 'drizzle');
const published = (edition: string): Promise<string> =>
  readFile(join(root, 'test/fixtures/published-schemas', `${edition}.sql`), 'utf8');

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

/** A database with nothing in it, or with what another one holds, which nobody may be using. */
async function databaseLike(template: string): Promise<{ url: string; db: Database }> {
  const clone = await cloneDatabase(template);
  const db = connect(clone.url, { max: 2 });
  cleanups.push(clone.drop, db.close);
  return { url: clone.url, db };
}
const emptyDatabase = () => databaseLike('template0');

type Journal = { entries: { idx: number; tag: string }[] };
const journal: Journal = JSON.parse(await readFile(join(migrationsFolder, 'meta', '_journal.json'), 'utf8'));
const { entries } = journal;

/** Brings a database to the schema after this many migrations. */
async function migrateTo(count: number, url: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'dewey-migrations-'));
  cleanups.push(() => rm(folder, { recursive: true }));
  const first = entries.slice(0, count);
  await mkdir(join(folder, 'meta'));
  await writeFile(join(folder, 'meta', '_journal.json'), JSON.stringify({ ...journal, entries: first }));
  for (const { tag } of first)
    await symlink(join(migrationsFolder, `${tag}.sql`), join(folder, `${tag}.sql`));
  const db = connect(url, { max: 1 });
  await runMigrations(drizzle(db.sql), { migrationsFolder: folder });
  await db.close();
}

const ids = {
  full: '11111111-1111-4111-8111-111111111111',
  empty: '22222222-2222-4222-8222-222222222222',
  first: '33333333-3333-4333-8333-333333333333',
  second: '33333333-3333-4333-8333-333333333334',
  active: '44444444-4444-4444-8444-444444444444',
  unset: '44444444-4444-4444-8444-444444444445',
  result: '55555555-5555-4555-8555-555555555555',
};

/** What a user of the published tables has: something in each, with gaps, nulls and text that is not English. */
async function fill(db: Database, unset: 'null' | 'false'): Promise<void> {
  await db.sql.unsafe(`
    insert into conversations (id, session_id, created_at, updated_at, metadata) values
      ('${ids.full}', 'evening', '2025-01-02 03:04:05.678901+00', '2025-01-02 03:04:06+00', '{"cwd":"/lib","n":[1,null]}'),
      ('${ids.empty}', null, '2025-02-02 00:00:00+00', '2025-02-02 00:00:00+00', null);
    insert into messages (id, conversation_id, turn_number, role, content, created_at) values
      ('${ids.first}', '${ids.full}', 1, 'user', 'Wie lange ist die Leihfrist? 🐘', '2025-01-02 03:04:05.7+00'),
      ('${ids.second}', '${ids.full}', 7, 'assistant', 'Twenty-one days, in loans.ts.', '2025-01-02 03:09:00.000001+00');
    insert into startup_contexts (id, name, content, is_active, created_at, updated_at) values
      ('${ids.active}', 'work', 'We build a library.', true, '2025-01-01 00:00:00+00', '2025-01-03 00:00:00+00'),
      ('${ids.unset}', 'home', 'Be brief.', ${unset}, '2025-01-01 00:00:00+00', '2025-01-04 00:00:00+00');
    insert into fiedler_results (id, correlation_id, model, prompt, output, tokens_prompt, duration_seconds, status, created_at, metadata) values
      ('${ids.result}', 'run-1', 'gemini', null, 'An answer', 12, 1.5, 'success', '2025-01-05 00:00:00+00', '{"k":1}');`);
}

const seedColumns = {
  conversations: 'id, session_id, created_at, updated_at, metadata',
  messages: 'id, conversation_id, turn_number, role, content, created_at',
  startup_contexts:
    'id, name, content, coalesce(is_active, false) as is_active, created_at::text, updated_at::text',
  fiedler_results:
    'id, correlation_id, model, prompt, output, tokens_prompt, tokens_completion, duration_seconds, status, error_message, created_at, metadata',
};

/** Every value a user of the published tables can see. */
async function contents(db: Database): Promise<Record<string, unknown>> {
  const tables = Object.entries(seedColumns).map(async ([table, columns]) => [
    table,
    [...(await db.sql.unsafe(`select ${columns} from ${table} order by id`))],
  ]);
  return Object.fromEntries(await Promise.all(tables));
}

/** The lake works as a user expects, with what was in it before. */
async function worksWithWhatWasThere(db: Database): Promise<void> {
  const deps = createDeps(db, createLog('silent'));
  const { conversations, total } = await call(listConversations, {}, deps);
  expect(total).toBe(2);
  expect(
    conversations.map((c: { id: string; message_count: number }) => [c.id, c.message_count]).sort(),
  ).toEqual([
    [ids.full, 2],
    [ids.empty, 0],
  ]);
  const stored = await call(
    storeMessage,
    { conversation_id: ids.full, role: 'tool', content: 'Next', metadata: { a: 1 } },
    deps,
  );
  expect(stored.turn_number).toBe(8);
  const first = await call(storeMessage, { conversation_id: ids.empty, role: 'user', content: 'x' }, deps);
  expect(first.turn_number).toBe(1);
  const { messages } = await call(getConversation, { conversation_id: ids.full }, deps);
  expect(messages.map((m: { turn: number; content: string }) => [m.turn, m.content])).toEqual([
    [1, 'Wie lange ist die Leihfrist? 🐘'],
    [7, 'Twenty-one days, in loans.ts.'],
    [8, 'Next'],
  ]);
  expect(await call(getStartupContext, {}, deps)).toMatchObject({
    name: 'work',
    version: 1,
    updated_at: '2025-01-03T00:00:00Z',
  });
  expect(await call(getStartupContext, { name: 'home', version: 1 }, deps)).toMatchObject({
    content: 'Be brief.',
    is_active: false,
  });
  await call(setStartupContext, { name: 'work', content: 'We sell it.', set_active: false }, deps);
  expect(await call(getStartupContext, { name: 'work', version: 1 }, deps)).toMatchObject({
    content: 'We build a library.',
    is_active: true,
  });
  const results = await call(getFiedlerResults, { correlation_id: 'run-1' }, deps);
  expect(results.results).toMatchObject([{ id: ids.result, output: 'An answer' }]);
}

/** The shape of the published tables, as their owner would list it. */
async function shape(db: Database) {
  const names = async (query: string) =>
    (await db.sql.unsafe<{ name: string }[]>(query)).map((row) => row.name).sort();
  return {
    columns: await names(`
      select table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable || ' ' ||
             coalesce(column_default, '-') as name
      from information_schema.columns where table_schema = 'public'`),
    constraints: await names(`
      select c.conrelid::regclass || ' ' || c.conname || ' ' || pg_get_constraintdef(c.oid) as name
      from pg_constraint c join pg_class t on t.oid = c.conrelid
      where t.relnamespace = 'public'::regnamespace and c.contype <> 'n'`),
    indexes: await names(`select indexdef as name from pg_indexes where schemaname = 'public'`),
    triggers: await names(
      `select pg_get_triggerdef(oid) as name from pg_trigger where not tgisinternal and tgrelid::regclass::text not like 'drizzle%'`,
    ),
  };
}

describe('migrate', () => {
  it('may be started by any number of processes on an empty database', async () => {
    const { url, db } = await emptyDatabase();
    const reports = await Promise.all([migrate(url), migrate(url), migrate(url)]);
    expect(reports.map((report) => report.applied).sort()).toEqual([0, 0, entries.length]);
    expect(reports.every((report) => report.version === entries.length && !report.adopted)).toBe(true);
    expect(await pendingMigrations(db.sql)).toBe(0);
  });

  it('has every table, constraint, index and trigger that was published', async () => {
    const { url, db } = await emptyDatabase();
    await migrate(url);
    const { constraints, indexes, triggers } = await shape(db);
    const bare = (list: string[]) => list.map((text) => text.replaceAll('public.', ''));
    expect(bare(constraints)).toEqual(
      expect.arrayContaining([
        'conversations conversations_pkey PRIMARY KEY (id)',
        expect.stringMatching(/^conversations valid_metadata CHECK/),
        'messages messages_pkey PRIMARY KEY (id)',
        'messages messages_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES conversations(id) ON DELETE CASCADE',
        'messages messages_conversation_id_turn_number_key UNIQUE (conversation_id, turn_number)',
        expect.stringMatching(/^messages messages_role_check CHECK .*user.*assistant.*system.*tool/),
        expect.stringMatching(/^messages valid_metadata CHECK/),
        'startup_contexts startup_contexts_pkey PRIMARY KEY (id)',
        'startup_contexts startup_contexts_name_key UNIQUE (name)',
        'startup_contexts valid_name CHECK ((length(name) > 0))',
        'fiedler_results fiedler_results_pkey PRIMARY KEY (id)',
        expect.stringMatching(/^fiedler_results fiedler_results_status_check CHECK .*success.*error/),
        expect.stringMatching(/^fiedler_results valid_metadata CHECK/),
      ]),
    );
    expect(bare(indexes)).toEqual(
      expect.arrayContaining([
        'CREATE INDEX idx_conversations_session ON conversations USING btree (session_id)',
        'CREATE INDEX idx_conversations_created ON conversations USING btree (created_at DESC)',
        'CREATE INDEX idx_conversations_updated ON conversations USING btree (updated_at DESC)',
        'CREATE INDEX idx_conversations_metadata ON conversations USING gin (metadata)',
        'CREATE INDEX idx_messages_created ON messages USING btree (created_at DESC)',
        'CREATE INDEX idx_messages_conversation_created ON messages USING btree (conversation_id, created_at)',
        'CREATE UNIQUE INDEX idx_startup_contexts_single_active ON startup_contexts USING btree (is_active) WHERE (is_active = true)',
        'CREATE INDEX idx_fiedler_correlation ON fiedler_results USING btree (correlation_id)',
        'CREATE INDEX idx_fiedler_model ON fiedler_results USING btree (model)',
        'CREATE INDEX idx_fiedler_created ON fiedler_results USING btree (created_at DESC)',
      ]),
    );
    // Search keeps an index of its own instead of the one; the other repeats the unique constraint.
    expect(indexes.join('\n')).not.toMatch(/idx_messages_content_fts|idx_messages_conversation /);
    const published = / ON (conversations|messages|startup_contexts|fiedler_results) /;
    expect(bare(triggers).filter((text) => published.test(text))).toEqual([
      'CREATE TRIGGER conversations_updated_at BEFORE UPDATE ON conversations FOR EACH ROW EXECUTE FUNCTION update_updated_at_column()',
      "CREATE TRIGGER messages_search_changed BEFORE UPDATE OF content ON messages FOR EACH ROW WHEN ((old.content IS DISTINCT FROM new.content)) EXECUTE FUNCTION search_renumber('1')",
      "CREATE TRIGGER messages_search_deleted AFTER DELETE ON messages REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION search_bury('1')",
      "CREATE TRIGGER messages_search_stored AFTER INSERT ON messages REFERENCING NEW TABLE AS stored FOR EACH STATEMENT EXECUTE FUNCTION search_enqueue('1')",
      'CREATE TRIGGER startup_contexts_updated_at BEFORE UPDATE ON startup_contexts FOR EACH ROW EXECUTE FUNCTION update_updated_at_column()',
    ]);
  });

  describe('goes forward', () => {
    /** Comes one migration further with each test, and is where that begins. */
    let older: Awaited<ReturnType<typeof cloneDatabase>>;
    beforeAll(async () => {
      older = await cloneDatabase('template0');
    });
    afterAll(() => older.drop());

    for (const { idx, tag } of entries.slice(0, -1))
      it(`from the schema after ${tag}`, async () => {
        await migrateTo(idx + 1, older.url);
        const { url, db } = await databaseLike(new URL(older.url).pathname.slice(1));
        // From here on the newer tables have rows of their own, made by the tools; their tests are elsewhere.
        const before = idx < 3 ? await fill(db, 'false').then(() => contents(db)) : undefined;
        expect(await pendingMigrations(db.sql)).toBe(entries.length - idx - 1);
        const report = await migrate(url);
        expect(report).toEqual({
          applied: entries.length - idx - 1,
          adopted: false,
          version: entries.length,
        });
        if (!before) return;
        expect(await contents(db)).toEqual(before);
        await worksWithWhatWasThere(db);
      });
  });

  it('comes to the schema that the code describes: generating again gives nothing new', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'dewey-drift-'));
    cleanups.push(() => rm(folder, { recursive: true }));
    await cp(migrationsFolder, join(folder, 'drizzle'), { recursive: true });
    const config = join(folder, 'drizzle.config.json');
    await writeFile(
      config,
      JSON.stringify({
        dialect: 'postgresql',
        schema: './src/db/schema/*.ts',
        out: relative(root, join(folder, 'drizzle')),
      }),
    );
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['node_modules/drizzle-kit/bin.cjs', 'generate', '--config', relative(root, config)],
      { cwd: root },
    );
    expect(stdout).toContain('nothing to migrate');
    const files = async (of: string) => (await readdir(of, { recursive: true })).sort();
    expect(await files(join(folder, 'drizzle'))).toEqual(await files(migrationsFolder));
  });
});

describe('migrate adopts a winni database that exists', () => {
  for (const edition of ['edition-3', 'edition-2'])
    it(`made with the published SQL, ${edition}, and loses or changes nothing`, async () => {
      const { url, db } = await emptyDatabase();
      await db.sql.unsafe(await published(edition));
      await fill(db, 'null');
      if (edition === 'edition-3')
        await db.sql`update messages set metadata = '{"tokens": 3}' where id = ${ids.second}`;
      const before = await contents(db);

      const [report, again] = await Promise.all([migrate(url), migrate(url)]);
      expect([report.adopted, again.adopted].sort()).toEqual([false, true]);
      expect(await contents(db)).toEqual(before);
      if (edition === 'edition-3')
        expect(await db.sql`select metadata from messages where id = ${ids.second}`).toMatchObject([
          { metadata: { tokens: 3 } },
        ]);

      const fresh = await emptyDatabase();
      await migrate(fresh.url);
      expect(await shape(db)).toEqual(await shape(fresh.db));

      await worksWithWhatWasThere(db);
    });

  it('but not tables that only share a name: it says so and changes nothing', async () => {
    const { url, db } = await emptyDatabase();
    await db.sql`create table messages (id serial primary key, body text)`;
    await expect(migrate(url)).rejects.toThrow(
      'The database has a table named messages but not conversations, startup_contexts: it was not made by Dewey. Use an empty database.',
    );
    expect(await db.sql`select tablename from pg_tables where schemaname in ('public', 'drizzle')`).toEqual([
      { tablename: 'messages' },
    ]);
  });

  it('nor one that has tables of our own names besides', async () => {
    const { url, db } = await emptyDatabase();
    await db.sql`create table tombstones (id integer)`;
    await expect(migrate(url)).rejects.toThrow(
      'A migration failed, and nothing was changed: relation "tombstones" already exists.',
    );
    const [left] = await db.sql`select count(*)::int as n from pg_tables where schemaname = 'public'`;
    expect(left).toEqual({ n: 1 });
  });

  it('nor tables of the right names with other columns', async () => {
    const { url, db } = await emptyDatabase();
    await db.sql.unsafe(`
      create table conversations (id uuid primary key, title text);
      create table messages (id bigint primary key, conversation_id uuid, body text);
      create table startup_contexts (id uuid primary key)`);
    await expect(migrate(url)).rejects.toThrow(
      /^The database has .* not made by Dewey\. Use an empty database\.$/,
    );
    expect(
      await db.sql`select column_name from information_schema.columns where table_name = 'messages' order by 1`,
    ).toEqual([{ column_name: 'body' }, { column_name: 'conversation_id' }, { column_name: 'id' }]);
  });
});

describe('the row that every store changes', () => {
  it('is updated in place', async () => {
    const clone = await cloneDatabase();
    const db = connect(clone.url, { max: 1 });
    cleanups.push(clone.drop, db.close);
    const deps = createDeps(db, createLog('silent'));
    const { conversation_id } = await call(storeMessage, { role: 'user', content: '0' }, deps);
    for (let n = 1; n < 200; n += 1)
      await call(storeMessage, { conversation_id, role: 'user', content: `${n}` }, deps);
    await db.sql`select pg_stat_force_next_flush()`;
    const [stats] = await db.sql<{ updated: number; hot: number }[]>`
      select n_tup_upd::int as updated, n_tup_hot_upd::int as hot
      from pg_stat_user_tables where relname = 'conversation_heads'`;
    expect(stats?.updated).toBe(200);
    expect(stats?.hot).toBeGreaterThan(190);
  });
});
