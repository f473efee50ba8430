import type { Writable } from 'node:stream';
import { setImmediate as immediate } from 'node:timers/promises';
import type { Sql } from './connect.ts';

/**
 * Writes rows to a `COPY … FROM STDIN` in a transaction.
 *
 * Resolves when the server has accepted everything. When it refuses rows after the end was sent, the driver does not
 * report it; the next statement does, with code 25P02.
 */
export async function copyIn(
  tx: Sql,
  statement: string,
  rows: AsyncIterable<Buffer> | Iterable<Buffer>,
): Promise<void> {
  const into: Writable = await tx.unsafe(statement).writable();
  let failed: unknown;
  into.on('error', (error) => {
    failed ??= error;
  });
  try {
    for await (const part of rows) {
      await new Promise<void>((resolve) => into.write(part, () => resolve())); // errors arrive as an event
      if (failed) throw failed;
    }
  } catch (error) {
    // Otherwise the connection waits for more rows and cannot roll back.
    if (!into.destroyed) into.destroy(new Error('the rows cannot be read'));
    throw error;
  }
  into.end();
  await immediate(); // lets the end be sent
  try {
    await tx`select 1`;
  } catch (error) {
    throw failed ?? error;
  }
}
