import type { Sql } from '../postgres/connect.ts';
import { rfc3339 } from '../schema/rfc3339.ts';

/** Revokes the valid tokens of a session. @returns how many were revoked. */
export async function revokeTokens(tx: Sql, sessionId: string, at: Date): Promise<number> {
  const rows = await tx`
    update workflow_tokens set revoked_at = ${at.toISOString()}::text::timestamptz
    where session_id = ${sessionId} and revoked_at is null and used_at is null
      and expires_at > ${at.toISOString()}::text::timestamptz
    returning token_hash`;
  return rows.length;
}

/** Removes tokens that can no longer be used, of one session or of all. */
export async function removeDeadTokens(sql: Sql, sessionId: string | undefined, at: Date): Promise<number> {
  const rows = await sql`
    delete from workflow_tokens
    where (expires_at <= ${at.toISOString()}::text::timestamptz or revoked_at is not null or used_at is not null)
      ${sessionId === undefined ? sql`` : sql`and session_id = ${sessionId}`}
    returning token_hash`;
  return rows.length;
}

export type NewToken = {
  hash: string;
  shortened: string;
  type: 'operation' | 'session';
  sessionId: string;
  phase: string;
  action: string;
  at: Date;
  expiresAt: Date;
};

export const addToken = (sql: Sql, t: NewToken) => sql`
  insert into workflow_tokens (token_hash, shortened, type, session_id, phase, action, created_at, expires_at)
  values (${t.hash}, ${t.shortened}, ${t.type}, ${t.sessionId}, ${t.phase}, ${t.action},
    ${t.at.toISOString()}::text::timestamptz, ${t.expiresAt.toISOString()}::text::timestamptz)`;

export type StoredToken = {
  type: 'operation' | 'session';
  sessionId: string;
  phase: string;
  action: string;
  expiresAt: string;
  used: boolean;
  revoked: boolean;
};

/** Reads a token and locks it until the transaction ends, which serializes concurrent uses. */
export async function lockToken(tx: Sql, hash: string): Promise<StoredToken | undefined> {
  const [row] = await tx<StoredToken[]>`
    select type, session_id, phase, action, expires_at, used_at is not null as used, revoked_at is not null as revoked
    from workflow_tokens where token_hash = ${hash} for update`;
  return row && { ...row, expiresAt: rfc3339(row.expiresAt) };
}

export const markUsed = (tx: Sql, hash: string, at: Date) => tx`
  update workflow_tokens set used_at = ${at.toISOString()}::text::timestamptz where token_hash = ${hash}`;

/** The valid tokens of a session, oldest first; at equal times, operation tokens first. */
export async function liveTokens(
  sql: Sql,
  sessionId: string,
  at: Date,
): Promise<{ shortened: string; type: 'operation' | 'session'; expiresAt: string }[]> {
  const rows = await sql<{ shortened: string; type: 'operation' | 'session'; expiresAt: string }[]>`
    select shortened, type, expires_at from workflow_tokens
    where session_id = ${sessionId} and revoked_at is null and expires_at > ${at.toISOString()}::text::timestamptz
      and (type = 'session' or used_at is null)
    order by created_at, type, token_hash`;
  return rows.map((row) => ({ ...row, expiresAt: rfc3339(row.expiresAt) }));
}
