import { afterAll, beforeAll, describe, it } from 'vitest';
import { useDatabases } from '../support/databases.ts';
import { cloneDatabase } from '../support/lake.ts';
import { entries } from '../support/older-schema.ts';
import { upgradesFrom } from '../support/upgrade.ts';

const { databaseLike } = useDatabases();

describe('an upgrade begins at any earlier schema', () => {
  /** The database that each test starts from; it advances by one migration per test. */
  let older: Awaited<ReturnType<typeof cloneDatabase>>;
  beforeAll(async () => {
    older = await cloneDatabase('template0');
  });
  afterAll(() => older.drop());

  it.each(entries.slice(0, -1))('that after $tag', async ({ idx }) => {
    await upgradesFrom(idx, older.url, databaseLike);
  });
});
