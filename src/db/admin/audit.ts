import type { Sql } from '../postgres/connect.ts';
import { rfc3339 } from '../schema/rfc3339.ts';

/** A call as recorded in the audit log. */
export type AuditedCall = {
  id: number;
  at: string;
  tool: string;
  outcome: string;
  durationMs: number;
  requestId: string;
  client: string | null;
  keyId: string | null;
  argsBytes: number;
  argsHash: string;
};

/** How the request ids begin of pages that a person looked at. No client chooses the id of a request. */
export const pageRequest = 'page-';

export type AuditFilter = {
  tool?: string | undefined;
  keyId?: string | undefined;
  outcome?: string | undefined;
  requestId?: string | undefined;
  since?: string | undefined;
  until?: string | undefined;
  /** Only rows after this one. Rows are numbered when they are written, which may be shortly after their call. */
  afterId?: number | undefined;
  /** Without what pages read to be shown to the holder of this key, or without one if null; what they were refused stays. */
  withoutPagesOf?: string | null | undefined;
  limit: number;
};

/** Matching calls, oldest first. Of more than `limit`, the latest ones; with `afterId`, the next ones. */
export async function auditedCalls(sql: Sql, filter: AuditFilter): Promise<AuditedCall[]> {
  const { tool, keyId, outcome, requestId, since, until, afterId, withoutPagesOf, limit } = filter;
  const rows = await sql<(Omit<AuditedCall, 'at'> & { at: string })[]>`
    select id::float8 as id, at, tool, outcome, duration_ms::float8 as duration_ms, request_id, client,
           key_id, args_bytes, args_hash
    from audit_log
    where true
      ${tool === undefined ? sql`` : sql`and tool = ${tool}`}
      ${keyId === undefined ? sql`` : sql`and key_id = ${keyId}`}
      ${outcome === undefined ? sql`` : outcome === 'failed' ? sql`and outcome <> 'ok'` : sql`and outcome = ${outcome}`}
      ${requestId === undefined ? sql`` : sql`and request_id = ${requestId}`}
      ${since === undefined ? sql`` : sql`and at >= ${since}::text::timestamptz`}
      ${until === undefined ? sql`` : sql`and at < ${until}::text::timestamptz`}
      ${afterId === undefined ? sql`` : sql`and id > ${afterId}`}
      ${
        withoutPagesOf === undefined
          ? sql``
          : sql`and not (outcome = 'ok' and starts_with(request_id, ${pageRequest})
                         and key_id is not distinct from ${withoutPagesOf}::text)`
      }
    order by ${afterId === undefined ? sql`at desc, id desc` : sql`id`}
    limit ${limit}`;
  const calls = rows.map((row) => ({ ...row, at: rfc3339(row.at) }));
  return afterId === undefined ? calls.reverse() : calls;
}
