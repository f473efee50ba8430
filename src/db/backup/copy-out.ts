import type { Readable } from 'node:stream';
import type { Sql } from '../postgres/connect.ts';
import { openPool } from '../postgres/pool.ts';

/** The longest that a consumer may stall a snapshot; ends the transaction of a consumer that is gone. */
const mostIdle = '10min';

/**
 * Reads a consistent snapshot of the lake, in a transaction on its own connection.
 *
 * @param signal ends it at once, even in the middle of a table that is no longer read.
 */
export async function inSnapshot<T>(
  url: string,
  applicationName: string,
  signal: AbortSignal | undefined,
  read: (tx: Sql) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted();
  const { sql, close, abandon } = openPool(url, { max: 1, applicationName });
  signal?.addEventListener('abort', abandon, { once: true });
  let failure: unknown;
  try {
    const { value } = await sql.begin('isolation level repeatable read read only', async (tx) => {
      await tx.unsafe(`set local idle_in_transaction_session_timeout = '${mostIdle}'`);
      try {
        return { value: await read(tx) };
      } catch (error) {
        failure = error;
        abandon(); // the end of the transaction would wait for the unread rest of a table
        throw error;
      }
    });
    return value;
  } catch (error) {
    throw signal?.aborted ? signal.reason : (failure ?? error);
  } finally {
    signal?.removeEventListener('abort', abandon);
    await close();
  }
}

/**
 * The output of a `COPY … TO STDOUT` in chunks, which may split rows.
 *
 * The driver pauses its socket while the reader is slow, and resumes it when the stream is read again. It does not
 * resume after the stream has ended, and the connection would stay silent forever.
 */
export async function* copyOut(tx: Sql, statement: string): AsyncGenerator<Buffer> {
  const rows: Readable = await tx.unsafe(statement).readable();
  yield* rows;
  rows._read(0);
}
