import type { Sql } from '../postgres/connect.ts';
import type { NewMessage } from './appended.ts';

/**
 * Dates a conversation that this transaction began by its messages: it took place then, not when it was stored. A time in
 * the future is taken as now, as what follows may not be older than the last change.
 *
 * @param messages in any order; without the time of one, nothing changes.
 */
export async function dateBack(tx: Sql, id: string, messages: readonly NewMessage[]): Promise<void> {
  const times = messages.flatMap(({ createdAt }) => createdAt ?? []);
  if (times.length === 0) return;
  const written = tx`unnest(${times}::text[]::timestamptz[]) w(at)`;
  await tx`
    update conversations set updated_at = now(), created_at = least(created_at, (select min(at) from ${written}))
    where id = ${id}`;
  await tx`
    update conversation_heads set updated_at = least(updated_at, (select max(at) from ${written}))
    where conversation_id = ${id}`;
}
