import type { Readable } from 'node:stream';
import type { Sql } from '../connect.ts';

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
