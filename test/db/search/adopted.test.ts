import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { searchMessages } from '../../../src/db/conversations/search.ts';
import { connect } from '../../../src/db/postgres/connect.ts';
import { migrate } from '../../../src/db/postgres/migrate.ts';
import { createSearch } from '../../../src/db/search/search.ts';
import { cloneDatabase } from '../../support/lake.ts';

it('messages stored before search existed are found after the migration', async () => {
  const database = await cloneDatabase('template0');
  const db = connect(database.url);
  try {
    const first = await readFile(new URL('../../../drizzle/0000_winni.sql', import.meta.url), 'utf8');
    await db.sql.unsafe(first);
    await db.sql`
      with c as (insert into conversations default values returning id)
      insert into messages (conversation_id, turn_number, role, content)
      select id, n, 'user', 'the aardvark of day ' || n from c, generate_series(1, 2500) n`;
    await migrate(database.url);
    const asked = { query: 'aardvark', mode: 'any' as const, limit: 20, offset: 0 };
    const found = await searchMessages(db.sql, createSearch(db.sql, { budgetMs: 60_000 }), {
      ...asked,
      maxCharacters: 100,
      explain: false,
    });
    expect(found.total).toBe(2500);
  } finally {
    await db.close();
    await database.drop();
  }
});
