import type { Sql } from '../postgres/connect.ts';
import { rfc3339 } from '../schema/rfc3339.ts';

export type FoundResult = {
  id: string;
  correlationId: string;
  model: string;
  conversationId: string | null;
  createdAt: string;
};

/** Answers by document number; deleted ones are left out. */
export async function resultsByDocNo(sql: Sql, docs: readonly number[]): Promise<Map<number, FoundResult>> {
  const rows = await sql<(FoundResult & { docNo: number })[]>`
    select doc_no, id, correlation_id, model, conversation_id, created_at from fiedler_results
    where doc_no = any(${[...docs]}::bigint[]) and deleted_at is null`;
  return new Map(rows.map((row) => [row.docNo, { ...row, createdAt: rfc3339(row.createdAt) }]));
}

export type ListedRun = {
  correlationId: string;
  /** Its start. */
  prompt: string | null;
  models: string[];
  failed: number;
  createdAt: string;
};

/** Runs with their models, the latest first. */
export async function listRuns(sql: Sql, limit: number, offset: number) {
  const [rows, [counted]] = await Promise.all([
    sql<ListedRun[]>`
      select correlation_id, left(min(prompt), 400) as prompt, array_agg(model order by id) as models,
        count(*) filter (where status = 'error')::int as failed, max(created_at) as created_at
      from fiedler_results where deleted_at is null
      group by correlation_id order by max(created_at) desc, correlation_id limit ${limit} offset ${offset}`,
    sql<{ total: number }[]>`
      select count(distinct correlation_id)::int as total from fiedler_results where deleted_at is null`,
  ]);
  const runs = rows.map((row) => ({ ...row, createdAt: rfc3339(row.createdAt) }));
  return { runs, total: counted?.total ?? 0 };
}
