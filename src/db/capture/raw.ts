import type { Sql } from '../postgres/connect.ts';

/** Raw lines of one range of a file. */
export type RawLines = { fingerprint: string; start: number; end: number; lines: number; data: Buffer };

/** Stores raw lines; ranges of a file that are stored already are skipped, and a longer range replaces its parts. */
export async function keepRaw(tx: Sql, conversationId: string, raw: RawLines): Promise<void> {
  const { fingerprint, start, end, lines, data } = raw;
  const covered = await tx`
    select from capture_raw where conversation_id = ${conversationId} and fingerprint = ${fingerprint}
      and start_offset <= ${start}::bigint and end_offset >= ${end}::bigint limit 1`;
  if (covered.length > 0) return;
  await tx`
    delete from capture_raw where conversation_id = ${conversationId} and fingerprint = ${fingerprint}
      and start_offset >= ${start}::bigint and end_offset <= ${end}::bigint`;
  await tx`
    insert into capture_raw (conversation_id, fingerprint, start_offset, end_offset, lines, data)
    values (${conversationId}, ${fingerprint}, ${start}::bigint, ${end}::bigint, ${lines}, ${data})
    on conflict do nothing`;
}
