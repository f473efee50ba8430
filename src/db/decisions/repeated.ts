import type { Sql } from '../postgres/connect.ts';
import { rfc3339 } from '../schema/rfc3339.ts';

/** Minutes within which an equal decision is probably the same one, sent again. */
const minutes = 10;

/** The latest equal decision of the same project and domain that was captured a few minutes ago, in a list of one. */
export async function capturedLately(
  sql: Sql,
  decision: { contextHash: string; domain: string; project?: string | undefined },
): Promise<{ id: string; createdAt: string }[]> {
  const rows = await sql<{ id: string; createdAt: string }[]>`
    select id, created_at from decisions
    where created_at > now() - ${minutes} * interval '1 minute' and context_hash = ${decision.contextHash}
      and domain = ${decision.domain} and project is not distinct from ${decision.project ?? null}::text
      and deleted_at is null
    order by created_at desc limit 1`;
  return rows.map(({ id, createdAt }) => ({ id, createdAt: rfc3339(createdAt) }));
}
