import type { Writable } from 'node:stream';
import { setImmediate as immediate } from 'node:timers/promises';
import postgres from 'postgres';
import type { Sql } from '../postgres/connect.ts';
import { BackupError } from './format.ts';

/**
 * Writes the rows of a table to a `COPY … FROM STDIN`.
 *
 * Resolves when the server has accepted everything. When it refuses rows after the end was sent, the driver does not
 * report it; the next statement does.
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
      await new Promise<void>((resolve) => into.write(part, () => resolve())); // errors arrive as an event
      if (failed) throw refused(table, failed);
    }
  } catch (error) {
    // Otherwise the connection waits for more rows and cannot roll back.
    if (!into.destroyed) into.destroy(new Error('the backup cannot be read'));
    throw error;
  }
  into.end();
  await immediate(); // lets the end be sent
  try {
    await tx`select 1`;
  } catch (error) {
    throw refused(table, failed ?? error);
  }
}

/**
 * The driver swallows the server's error for the last rows; the next statement only reports that the transaction
 * failed.
 */
const refused = (table: string, cause: unknown): unknown => {
  if (!(cause instanceof postgres.PostgresError)) return cause;
  const why = cause.code === '25P02' ? 'the log of PostgreSQL has the reason' : cause.message;
  return new BackupError(`The rows of ${table} do not fit into its table: ${why}. Nothing was changed.`, {
    cause,
  });
};
