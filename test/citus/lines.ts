import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { copyOut } from '../../src/db/backup/copy-out.ts';
import { isDerived, liveTables, quoted, quotedList } from '../../src/db/backup/tables.ts';
import type { Pool } from '../../src/db/postgres/connect.ts';

/** The rows of every table of a lake as COPY writes them, sorted. */
export const linesOf = (sql: Pool): Promise<Record<string, string[]>> =>
  sql.begin(async (tx) => {
    const found: Record<string, string[]> = {};
    const { tables } = await liveTables(tx);
    for (const { name, columns } of tables) {
      if (isDerived(name)) continue;
      const rows = copyOut(tx, `copy (select ${quotedList(columns)} from ${quoted(name)}) to stdout`);
      found[name] = (await text(Readable.from(rows, { objectMode: false }))).split('\n').sort();
    }
    return Object.fromEntries(Object.entries(found).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
