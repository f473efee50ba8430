import postgres from 'postgres';
import type { Sql } from '../postgres/connect.ts';
import * as transport from '../postgres/copy-in.ts';
import { BackupError } from './format.ts';

/** Writes the rows of a table to a `COPY … FROM STDIN`; when the server refuses them, the error names the table. */
export async function copyIn(
  tx: Sql,
  statement: string,
  rows: AsyncIterable<Buffer>,
  table: string,
): Promise<void> {
  try {
    await transport.copyIn(tx, statement, rows);
  } catch (cause) {
    if (!(cause instanceof postgres.PostgresError)) throw cause;
    // The driver swallows the server's error for the last rows.
    const why = cause.code === '25P02' ? 'the log of PostgreSQL has the reason' : cause.message;
    throw new BackupError(`The rows of ${table} do not fit into its table: ${why}. Nothing was changed.`, {
      cause,
    });
  }
}
