import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

export const memoriesFixture = (name: string): string =>
  fileURLToPath(new URL(`../fixtures/memories/${name}`, import.meta.url));

/** Makes a SQLite database of a fixture, as its program would have left it. */
export const databaseOf = async (fixture: string, path: string): Promise<string> =>
  databaseFrom(await readFile(memoriesFixture(fixture), 'utf8'), path);

export async function databaseFrom(statements: string, path: string): Promise<string> {
  const { default: load } = await import('sql.js');
  const { Database } = await load();
  const database = new Database();
  try {
    database.run(statements);
    await writeFile(path, database.export());
    return path;
  } finally {
    database.close();
  }
}

/** What `dewey import --json` says of one product. */
export type Product = {
  files: number;
  read: number;
  stored: number;
  known: number;
  skipped: Record<string, number>;
  kinds: Record<string, number>;
  memories: { new: number; known: number; tooLong: number };
  metadata: Record<string, Record<string, number>>;
  notKept: Record<string, number>;
  notes: string[];
};
