import { PassThrough, Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { copyOut } from '../../src/db/backup/copy-out.ts';
import { restoreBackup } from '../../src/db/backup/restore.ts';
import { isDerived, liveTables, quoted, quotedList } from '../../src/db/backup/tables.ts';
import { writeBackup } from '../../src/db/backup/write.ts';
import type { Pool } from '../../src/db/postgres/connect.ts';

type Columns = Record<string, readonly string[]>;

/** The columns of every table of a lake that a backup has. */
export const columnsOf = (sql: Pool): Promise<Columns> =>
  sql.begin(async (tx) => {
    const { tables } = await liveTables(tx);
    return Object.fromEntries(
      tables.flatMap(({ name, columns }) => (isDerived(name) ? [] : [[name, columns]])),
    );
  });

/** The rows of every table of a lake as COPY writes them, sorted; of these columns only, if some are given. */
export const linesOf = async (sql: Pool, only?: Columns): Promise<Record<string, string[]>> => {
  const wanted = only ?? (await columnsOf(sql));
  return sql.begin(async (tx) => {
    const found: Record<string, string[]> = {};
    for (const [name, columns] of Object.entries(wanted)) {
      const rows = copyOut(tx, `copy (select ${quotedList(columns)} from ${quoted(name)}) to stdout`);
      found[name] = (await text(Readable.from(rows, { objectMode: false }))).split('\n').sort();
    }
    return Object.fromEntries(Object.entries(found).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
};

/** Restores a backup of one lake into another database. */
export async function copyLake(from: string, to: string): Promise<void> {
  const out = new PassThrough();
  const [file] = await Promise.all([buffer(out), writeBackup(from, out, { version: '1' })]);
  await restoreBackup(to, Readable.from([file], { objectMode: false }), {
    trusted: { keys: true, contexts: true },
  });
}
