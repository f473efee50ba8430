import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate, pendingMigrations } from '../../../src/db/postgres/migrate.ts';
import { createDeps, createLog } from '../../../src/gateway/deps.ts';
import storeMessage from '../../../src/handlers/conversations/store-message.ts';
import { call } from '../../support/call.ts';
import { useDatabases } from '../../support/databases.ts';
import { cloneDatabase } from '../../support/lake.ts';
import { entries, migrateTo, migrationsFolder } from '../../support/older-schema.ts';
import { shape } from '../../support/published.ts';
import { publishedSchemas, upgradesFrom } from '../../support/upgrade.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const { databaseLike, emptyDatabase, cleanups } = useDatabases();

/**
 * The published schemas, which hold data here, some between and the last. From the others, an upgrade begins in the middle
 * of the same way, from the same empty tables; `test/long/migrate.test.ts` begins at each.
 */
const isTried = ({ idx }: { idx: number }): boolean =>
  idx < publishedSchemas || (idx < entries.length - 1 && idx % 8 === 0) || idx === entries.length - 2;

describe('migrate', () => {
  it('may be run by any number of processes at once on an empty database', async () => {
    const { url, db } = await emptyDatabase();
    const reports = await Promise.all([migrate(url), migrate(url), migrate(url)]);
    expect(reports.map((report) => report.applied).sort()).toEqual([0, 0, entries.length]);
    expect(reports.every((report) => report.version === entries.length && !report.adopted)).toBe(true);
    expect(await pendingMigrations(db.sql)).toBe(0);
  });

  it('creates every published table, constraint, index and trigger', async () => {
    const { url, db } = await emptyDatabase();
    await migrate(url);
    const { constraints, indexes, triggers } = await shape(db);
    const bare = (list: string[]) => list.map((text) => text.replaceAll('public.', ''));
    expect(bare(constraints)).toEqual(
      expect.arrayContaining([
        'conversations conversations_pkey PRIMARY KEY (id)',
        expect.stringMatching(/^conversations valid_metadata CHECK/),
        'messages messages_pkey PRIMARY KEY (id, conversation_id)',
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
    // Search has its own index instead of the first; the second duplicates the unique constraint.
    expect(indexes.join('\n')).not.toMatch(/idx_messages_content_fts|idx_messages_conversation /);
    // Who writes messages also tells search and catalogue: no trigger does.
    const published = / ON (conversations|messages|startup_contexts|fiedler_results) /;
    expect(bare(triggers).filter((text) => published.test(text))).toEqual([
      'CREATE TRIGGER conversations_updated_at BEFORE UPDATE ON conversations FOR EACH ROW EXECUTE FUNCTION update_updated_at_column()',
      expect.stringContaining('CREATE TRIGGER fiedler_results_search_changed BEFORE UPDATE OF'),
      "CREATE TRIGGER fiedler_results_search_deleted AFTER DELETE ON fiedler_results REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION search_bury('7')",
      "CREATE TRIGGER fiedler_results_search_stored AFTER INSERT ON fiedler_results REFERENCING NEW TABLE AS stored FOR EACH STATEMENT EXECUTE FUNCTION search_enqueue('7')",
      'CREATE TRIGGER startup_contexts_updated_at BEFORE UPDATE ON startup_contexts FOR EACH ROW EXECUTE FUNCTION update_updated_at_column()',
    ]);
  });

  describe('upgrades', () => {
    /** The database that each test starts from; it advances with the tests. */
    let older: Awaited<ReturnType<typeof cloneDatabase>>;
    beforeAll(async () => {
      older = await cloneDatabase('template0');
    });
    afterAll(() => older.drop());

    for (const { idx, tag } of entries.filter(isTried))
      it(`from the schema after ${tag}`, async () => {
        await upgradesFrom(idx, older.url, databaseLike);
      });
  });

  it('assigns documents owned by the name of a key to the key itself', async () => {
    const { url, db } = await emptyDatabase();
    await migrateTo(
      entries.findIndex(({ tag }) => tag === '0025_rights'),
      url,
    );
    await db.sql`
      insert into api_keys (name, secret_hash, scope, created_at) values ('ana', 'a', 'write', '2026-02-01Z')`;
    const owners = [
      ['of a key', 'ana', '2026-02-02Z'],
      ['of an earlier key of that name', 'ana', '2026-01-31Z'],
      ['of a key of the environment', 'fixed', '2026-02-02Z'],
      ['without an owner', null, '2026-02-02Z'],
    ] as const;
    for (const [uid, owner, at] of owners)
      await db.sql`
        insert into artifacts (artifact_uid, artifact_type, source_system, sensitivity, visibility_scope,
          retention_policy, owner, created_at)
        values (${uid}, 'note', 's', 'normal', 'me', 'forever', ${owner}, ${at}::text::timestamptz)`;
    await migrate(url);
    const [key] = await db.sql<{ id: string }[]>`select id from api_keys`;
    const rows = await db.sql<{ owner: string | null }[]>`select owner from artifacts order by artifact_uid`;
    expect(rows.map(({ owner }) => owner)).toEqual([`key:${key?.id}`, 'env:fixed', 'env:ana', null]);
  });

  it('results in the schema of the code: generating again yields no changes', async () => {
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

describe('the row that every store updates', () => {
  it('is updated in place', async () => {
    const { db } = await databaseLike('template_winni');
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
