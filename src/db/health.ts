import type { Sql } from './connect.ts';

export type Stock = {
  stats: {
    experiences: number;
    reasoning_sessions: number;
    workflow_sessions: number;
    conversations: number;
    messages: number;
  };
  /** Experiences without a sketch. */
  unsketched: number;
  /** Experiences whose parent is not there. */
  danglingParents: number;
  /** Tokens that could be removed. */
  expiredTokens: number;
};

/** Counts what the lake holds and what is not as it should be, in one snapshot. */
export async function takeStock(sql: Sql, now: Date): Promise<Stock> {
  const [row] = await sql<(Stock['stats'] & { unsketched: number; dangling: number; expired: number })[]>`
    select
      (select count(*)::int from experiences where deleted_at is null) as experiences,
      (select count(*)::int from reasoning_sessions where deleted_at is null) as reasoning_sessions,
      (select count(*)::int from workflow_sessions where deleted_at is null) as workflow_sessions,
      (select count(*)::int from conversation_heads where open) as conversations,
      (select coalesce(sum(message_count), 0)::float8 from conversation_heads where open) as messages,
      (select count(*)::int from experiences e left join experience_sketches s on s.experience_id = e.id
       where e.deleted_at is null and s.experience_id is null) as unsketched,
      (select count(*)::int from experiences e left join experiences p on p.id = e.revision_of
       where e.deleted_at is null and e.revision_of is not null and p.id is null) as dangling,
      (select count(*)::int from workflow_tokens where expires_at <= ${now.toISOString()}::text::timestamptz) as expired`;
  if (!row) throw new Error('the counts were not returned');
  const { unsketched, dangling, expired, ...stats } = row;
  return { stats, unsketched, danglingParents: dangling, expiredTokens: expired };
}
