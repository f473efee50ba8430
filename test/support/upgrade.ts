import { expect } from 'vitest';
import type { Database } from '../../src/db/postgres/connect.ts';
import { migrate, pendingMigrations } from '../../src/db/postgres/migrate.ts';
import { entries, migrateTo } from './older-schema.ts';
import { contents, fill, worksWithWhatWasThere } from './published.ts';

/** The first schemas, which are filled before the upgrade. From there on the tools fill the newer tables; those are tested elsewhere. */
export const publishedSchemas = 3;

/**
 * Upgrades from the schema after one of the migrations.
 *
 * @param older a database whose schema is that or an earlier one; it is migrated as an older version did.
 * @param databaseLike copies it.
 */
export async function upgradesFrom(
  idx: number,
  older: string,
  databaseLike: (template: string) => Promise<{ url: string; db: Database }>,
): Promise<void> {
  await migrateTo(idx + 1, older);
  const { url, db } = await databaseLike(new URL(older).pathname.slice(1));
  const before = idx < publishedSchemas ? await fill(db, 'false').then(() => contents(db)) : undefined;
  const pending = entries.length - idx - 1;
  expect(await pendingMigrations(db.sql)).toBe(pending);
  expect(await migrate(url)).toEqual({ applied: pending, adopted: false, version: entries.length });
  if (!before) return;
  expect(await contents(db)).toEqual(before);
  await worksWithWhatWasThere(db);
}
