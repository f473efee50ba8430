import type { Sql } from '../postgres/connect.ts';

/** Workflow sessions and activity of another system, as history: they open no gates. */

export type ImportedWorkflow = {
  sessionId: string;
  preset: string;
  config: unknown;
  /** RFC 3339. */
  createdAt: string;
  expiresAt: string;
};

/** @returns the number of sessions stored; an existing one is not changed. */
export async function importWorkflows(tx: Sql, sessions: readonly ImportedWorkflow[]): Promise<number> {
  const rows = await tx`
    insert into workflow_sessions (session_id, preset, config, counts_from, created_at, updated_at, expires_at)
    select session_id, preset, config::json, expires_at::timestamptz, created_at::timestamptz, created_at::timestamptz,
           expires_at::timestamptz
    from unnest(
      ${sessions.map((one) => one.sessionId)}::text[], ${sessions.map((one) => one.preset)}::text[],
      ${sessions.map((one) => JSON.stringify(one.config))}::text[], ${sessions.map((one) => one.createdAt)}::text[],
      ${sessions.map((one) => one.expiresAt)}::text[]
    ) as t (session_id, preset, config, created_at, expires_at)
    on conflict do nothing returning session_id`;
  return rows.length;
}

export type ImportedActivity = {
  at: string;
  sessionId: string;
  tool: string;
  /** Identity of the record, so that a second import finds it. */
  requestId: string;
  details: Readonly<Record<string, unknown>>;
};

/** @returns the number of records stored; those that are there already are left out. */
export async function importActivity(tx: Sql, records: readonly ImportedActivity[]): Promise<number> {
  const rows = await tx`
    insert into workflow_activity (at, session_id, tool, request_id, details)
    select at::timestamptz, session_id, tool, request_id, details::jsonb
    from unnest(
      ${records.map((one) => one.at)}::text[], ${records.map((one) => one.sessionId)}::text[],
      ${records.map((one) => one.tool)}::text[], ${records.map((one) => one.requestId)}::text[],
      ${records.map((one) => JSON.stringify(one.details))}::text[]
    ) as t (at, session_id, tool, request_id, details)
    where not exists (
      select from workflow_activity known
      where known.session_id = t.session_id and known.at = t.at::timestamptz and known.request_id = t.request_id)
    returning id`;
  return rows.length;
}
