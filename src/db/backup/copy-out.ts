import type { Readable } from 'node:stream';
import type { Sql } from '../postgres/connect.ts';
import { openPool } from '../postgres/pool.ts';

/** Longer than any consumer may keep a snapshot waiting; the work of a consumer that is gone ends with it. */
const mostIdle = '10min';

/**
 * Reads the lake as it is at one moment, in a transaction on a connection of its own.
 *
 * @param signal ends it at once, also in the middle of a table that nobody reads on.
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
        abandon(); // the end of the transaction would wait behind a table that nobody reads
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
 * What a `COPY … TO STDOUT` writes, in pieces of whole or broken rows.
 *
 * The driver pauses its socket while we are slow, and resumes it when the stream is read again; a stream that has ended
 * is not, and the connection would stay silent for good.
 */
export async function* copyOut(tx: Sql, statement: string): AsyncGenerator<Buffer> {
  const rows: Readable = await tx.unsafe(statement).readable();
  yield* rows;
  rows._read(0);
}
