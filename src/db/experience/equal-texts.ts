import type { Sql } from '../postgres/connect.ts';
import { rfc3339 } from '../schema/rfc3339.ts';

/** A stored experience with the same compared text. */
export type Equal = {
  id: number;
  textHash: string;
  domain: string;
  type: string;
  situation: string;
  approach: string;
  outcome: string;
  reasoning: string;
  confidence: number | null;
  createdAt: string;
};

/** Stored experiences whose compared text has one of these hashes, by id. */
export async function findEqualTexts(sql: Sql, hashes: readonly string[]): Promise<Equal[]> {
  const rows = await sql<Equal[]>`
    select e.id::float8 as id, s.text_hash, e.domain, e.type, e.situation, e.approach, e.outcome, e.reasoning,
           e.confidence, e.created_at
    from experience_sketches s join experiences e on e.id = s.experience_id
    where s.text_hash = any(${hashes as string[]}::text[])
    order by e.id`;
  return rows.map((row) => ({ ...row, createdAt: rfc3339(row.createdAt) }));
}

/** The texts of stored experiences. */
export async function textsOf(sql: Sql, ids: readonly number[]) {
  return await sql<{ id: number; situation: string; approach: string; outcome: string; reasoning: string }[]>`
    select id::float8 as id, situation, approach, outcome, reasoning from experiences
    where id = any(${ids as number[]}::bigint[])`;
}
