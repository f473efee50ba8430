import type { Writable } from 'node:stream';
import { setImmediate as immediate } from 'node:timers/promises';
import postgres from 'postgres';
import type { Sql } from '../postgres/connect.ts';
import { BackupError } from './format.ts';

/**
 * Gives the rows of a table to a `COPY … FROM STDIN`.
 *
 * Ends when the server has taken everything. When it refuses rows after their end was sent, the driver tells nobody; the
 * next statement does.
 */
export async function copyIn(
  tx: Sql,
  statement: string,
  rows: AsyncIterable<Buffer>,
  table: string,
): Promise<void> {
  const into: Writable = await tx.unsafe(statement).writable();
  let failed: unknown;
  into.on('error', (error) => {
    failed ??= error;
  });
  try {
    for await (const part of rows) {
      await new Promise<void>((resolve) => into.write(part, () => resolve())); // an error is an event, too
      if (failed) throw refused(table, failed);
    }
  } catch (error) {
    // Otherwise the connection waits for more rows, and cannot even roll back.
    if (!into.destroyed) into.destroy(new Error('the backup cannot be read'));
    throw error;
  }
  into.end();
  await immediate(); // by then the end is on its way
  try {
    await tx`select 1`;
  } catch (error) {
    throw refused(table, failed ?? error);
  }
}

/** The driver swallows what the server says of the last rows; the statement after them only hears that they failed. */
const refused = (table: string, cause: unknown): unknown => {
  if (!(cause instanceof postgres.PostgresError)) return cause;
  const why = cause.code === '25P02' ? 'the log of PostgreSQL says why' : cause.message;
  return new BackupError(`The rows of ${table} do not fit into its table: ${why}. Nothing was changed.`, {
    cause,
  });
};
