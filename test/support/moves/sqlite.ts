import { writeFile } from 'node:fs/promises';

export type Row = Record<string, string | number | null>;

/** Writes a SQLite database with these tables and rows. Columns that a row leaves out have their default. */
export async function sqliteOf(
  path: string,
  tables: string,
  rows: Readonly<Record<string, readonly Row[]>>,
): Promise<string> {
  const { default: load } = await import('sql.js');
  const { Database } = await load();
  const database = new Database();
  try {
    database.run(tables);
    database.run('begin');
    for (const [table, all] of Object.entries(rows))
      for (const row of all) {
        const names = Object.keys(row);
        database.run(
          `insert into ${table} (${names.map((name) => `"${name}"`).join(', ')}) values (${names.map(() => '?').join(', ')})`,
          Object.values(row),
        );
      }
    database.run('commit');
    await writeFile(path, database.export());
    return path;
  } finally {
    database.close();
  }
}
