import type { Readable } from 'node:stream';
import type { Sql } from '../postgres/connect.ts';
import { openPool } from '../postgres/pool.ts';
import { isSpread } from '../postgres/spread.ts';

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
    // Asked before: the transaction's first statement takes its snapshot.
    const spread = await isSpread(sql);
    const { value } = await sql.begin('isolation level repeatable read read only', async (tx) => {
      await tx.unsafe(`set local idle_in_transaction_session_timeout = '${mostIdle}'`);
      if (spread) await snapshotOfNodes(url, tx);
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
 * Takes the snapshots of all nodes between two stores: each node has its own, taken when it is first read. Stores wait
 * meanwhile, as for another store into their conversation.
 */
async function snapshotOfNodes(url: string, tx: Sql): Promise<void> {
  const { sql, close } = openPool(url, { max: 1, applicationName: 'dewey backup' });
  try {
    await sql.begin(async (pause) => {
      // Every store of a document or of its events writes to one of these, in this order.
      for (const table of ['conversation_heads', 'artifacts', 'semantic_events'])
        await pause`lock table ${pause(table)} in share mode`;
      // One connection to a node, whose snapshot all later statements read.
      await tx`set local citus.max_adaptive_executor_pool_size to 1`;
      await tx`select count(*) from (select 1 from conversation_heads limit 1) seen`;
    });
  } finally {
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
