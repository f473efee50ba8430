import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/postgres-js';
import { migrate } from 'drizzle-orm/postgres-js/migrator';
import postgres from 'postgres';

export const migrationsFolder = fileURLToPath(new URL('../../drizzle', import.meta.url));

type Journal = { entries: { idx: number; tag: string }[] };
const journal: Journal = JSON.parse(await readFile(join(migrationsFolder, 'meta', '_journal.json'), 'utf8'));

/** All migrations, in order. */
export const { entries } = journal;

/** Migrates a database to the schema after this many migrations, as an older version did. */
export async function migrateTo(count: number, url: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'dewey-migrations-'));
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  try {
    const first = entries.slice(0, count);
    await mkdir(join(folder, 'meta'));
    await writeFile(join(folder, 'meta', '_journal.json'), JSON.stringify({ ...journal, entries: first }));
    for (const { tag } of first)
      await symlink(join(migrationsFolder, `${tag}.sql`), join(folder, `${tag}.sql`));
    await migrate(drizzle(sql), { migrationsFolder: folder });
  } finally {
    await sql.end();
    await rm(folder, { recursive: true });
  }
}
