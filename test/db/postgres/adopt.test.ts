import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { useDatabases } from '../../support/databases.ts';
import { migrateHere as migrate } from '../../support/lake.ts';
import { contents, fill, ids, shape, worksWithWhatWasThere } from '../../support/published.ts';

const { emptyDatabase } = useDatabases();
const published = (edition: string): Promise<string> =>
  readFile(join(import.meta.dirname, '../../fixtures/published-schemas', `${edition}.sql`), 'utf8');

describe('migrate adopts an existing winni database', () => {
  for (const edition of ['edition-3', 'edition-2'])
    it(`created with the published SQL, ${edition}, without losing or changing data`, async () => {
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

  it('but not other tables of the same name: it reports them and changes nothing', async () => {
    const { url, db } = await emptyDatabase();
    await db.sql`create table messages (id serial primary key, body text)`;
    await expect(migrate(url)).rejects.toThrow(
      'The database has a table named messages but not conversations, startup_contexts: it was not created by Dewey. Use an empty database.',
    );
    expect(await db.sql`select tablename from pg_tables where schemaname in ('public', 'drizzle')`).toEqual([
      { tablename: 'messages' },
    ]);
  });

  it('nor one with additional tables of our names', async () => {
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
      /^The database has .* not created by Dewey\. Use an empty database\.$/,
    );
    expect(
      await db.sql`select column_name from information_schema.columns where table_name = 'messages' order by 1`,
    ).toEqual([{ columnName: 'body' }, { columnName: 'conversation_id' }, { columnName: 'id' }]);
  });
});
