import { findCaptureTarget } from '../../../db/capture/source.ts';
import type { CaptureSource } from '../../../db/capture/version.ts';
import { textOf } from '../../../db/conversations/packed-texts.ts';
import type { Pool } from '../../../db/postgres/connect.ts';

/** The fields of a stored message that are compared with a transcript. */
export type Stored = { id: string; role: string; hash: string; whole: boolean; expired: boolean };

/** Reads the stored messages of a conversation, in order. */
export type StoredMessages = (source: CaptureSource) => Promise<Stored[] | 'deleted'>;

export const storedMessages =
  (sql: Pool): StoredMessages =>
  async (source) => {
    const target = await findCaptureTarget(sql, source);
    if (!target) return [];
    if (target.status === 'deleted') return 'deleted';
    return sql<Stored[]>`
      select coalesce(external_id, 'dewey:' || id) as id, role, md5(${textOf(sql)}) as hash,
             coalesce(metadata -> 'whole' = 'true', false) as whole,
             coalesce(metadata ? 'expired_at', false) as expired
      from messages m where conversation_id = ${target.conversationId} order by turn_number`;
  };
