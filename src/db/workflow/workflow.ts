import type { Sql } from '../postgres/connect.ts';
import { rfc3339 } from '../schema/rfc3339.ts';
import { revokeTokens } from './tokens.ts';

/** A successful call with a session id. */
export type Activity = { at: Date; sessionId: string; tool: string; requestId: string | undefined };

export const recordActivity = (sql: Sql, { at, sessionId, tool, requestId }: Activity) => sql`
  insert into workflow_activity (at, session_id, tool, request_id)
  values (${at.toISOString()}::text::timestamptz, ${sessionId}, ${tool}, ${requestId ?? null})`;

export type WorkflowSession = {
  sessionId: string;
  preset: string;
  /** The preset at the time it was applied. */
  config: unknown;
  /** Only calls from this time on count. */
  countsFrom: string;
  createdAt: string;
  expiresAt: string;
};

type SessionRow = WorkflowSession & { config: string };

const toSession = (row: SessionRow): WorkflowSession => ({
  ...row,
  config: JSON.parse(row.config),
  countsFrom: rfc3339(row.countsFrom),
  createdAt: rfc3339(row.createdAt),
  expiresAt: rfc3339(row.expiresAt),
});

const columns = (sql: Sql) =>
  sql`session_id, preset, config::text as config, counts_from, created_at, expires_at`;

/** Finds the session with this id or, without one, the one that was applied, reset or called last. */
export async function findWorkflow(
  sql: Sql,
  sessionId: string | undefined,
): Promise<WorkflowSession | undefined> {
  const [row] = await sql<SessionRow[]>`
    select ${columns(sql)} from workflow_sessions
    where deleted_at is null ${sessionId === undefined ? sql`` : sql`and session_id = ${sessionId}`}
    order by greatest(updated_at, (
      select max(at) from workflow_activity a where a.session_id = workflow_sessions.session_id)) desc, session_id
    limit 1`;
  return row && toSession(row);
}

/**
 * Starts a session with a preset, or applies the preset to a running one. An expired session restarts: earlier calls no
 * longer count, and its tokens are revoked.
 *
 * @param life lifetime of the session in milliseconds. Earlier calls with the id of a new session count if they are not
 *   older than that.
 */
export async function startWorkflow(
  tx: Sql,
  session: { sessionId: string; preset: string; config: unknown; at: Date; life: number },
): Promise<WorkflowSession> {
  const at = session.at.toISOString();
  const expires = new Date(session.at.getTime() + session.life).toISOString();
  const earlier = new Date(session.at.getTime() - session.life).toISOString();
  const old = await tx<{ expired: boolean }[]>`
    select expires_at <= ${at}::text::timestamptz as expired from workflow_sessions
    where session_id = ${session.sessionId} for update`;
  if (old[0]?.expired) await revokeTokens(tx, session.sessionId, session.at);
  const [row] = await tx<SessionRow[]>`
    insert into workflow_sessions as w (session_id, preset, config, counts_from, created_at, updated_at, expires_at)
    values (${session.sessionId}, ${session.preset}, ${JSON.stringify(session.config)}::text::json,
      ${earlier}::text::timestamptz, ${at}::text::timestamptz, ${at}::text::timestamptz, ${expires}::text::timestamptz)
    on conflict (session_id) do update
    set preset = excluded.preset, config = excluded.config, updated_at = excluded.updated_at,
        expires_at = excluded.expires_at,
        counts_from = case when w.expires_at <= excluded.created_at then excluded.created_at else w.counts_from end
    returning ${columns(tx)}`;
  if (!row) throw new Error('the workflow session was not returned by its own insert');
  return toSession(row);
}

/** The tools called successfully in a session, in the order of their first call. */
export async function toolsDone(sql: Sql, sessionId: string, from: string): Promise<string[]> {
  const rows = await sql<{ tool: string }[]>`
    select tool from workflow_activity
    where session_id = ${sessionId} and at >= ${from}::text::timestamptz and details is null
    group by tool order by min(at), min(id)`;
  return rows.map(({ tool }) => tool);
}

/** Resets a session's gates: earlier calls no longer count, and its tokens are revoked. */
export async function resetWorkflow(tx: Sql, sessionId: string, at: Date): Promise<number | undefined> {
  const rows = await tx`
    update workflow_sessions
    set counts_from = ${at.toISOString()}::text::timestamptz, updated_at = ${at.toISOString()}::text::timestamptz
    where session_id = ${sessionId} and deleted_at is null returning session_id`;
  return rows.length === 0 ? undefined : await revokeTokens(tx, sessionId, at);
}

/** The sessions among these ids that have not expired, the one applied last first. */
export async function liveWorkflows(
  sql: Sql,
  sessionIds: readonly string[],
  now: Date,
): Promise<WorkflowSession[]> {
  const rows = await sql<SessionRow[]>`
    select ${columns(sql)} from workflow_sessions
    where session_id in ${sql(sessionIds)} and deleted_at is null
      and expires_at > ${now.toISOString()}::text::timestamptz
    order by updated_at desc, session_id limit ${mostLive}`;
  return rows.map(toSession);
}

/** An agent has one session, rarely two; each may guard a call. */
const mostLive = 20;
