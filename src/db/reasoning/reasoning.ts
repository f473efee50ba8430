import type { Sql } from '../postgres/connect.ts';
import type { ReasoningPhase } from '../schema/reasoning.ts';
import { rfc3339 } from '../schema/rfc3339.ts';

/** A session as exported from another system. */
export type ImportedSession = {
  sessionId: string;
  problem: string;
  phase: ReasoningPhase;
  createdAt: string;
  updatedAt: string;
  finalizedAt: string | null;
  conclusion: string | null;
  userIntent: Record<string, unknown> | null;
  /** Of this lake. */
  experienceId: number | null;
  thoughts: {
    number: number;
    thought: string;
    confidence: number | null;
    revises: number | null;
    createdAt: string;
  }[];
};

/** Stores new sessions with their thoughts, skipping existing ones; returns how many were stored. */
export async function importSessions(tx: Sql, sessions: readonly ImportedSession[]): Promise<number> {
  let stored = 0;
  for (const s of sessions) {
    const last = Math.max(0, ...s.thoughts.map(({ number }) => number));
    const rows = await tx`
      insert into reasoning_sessions (session_id, problem, phase, thought_count, created_at, updated_at, finalized_at,
        conclusion, user_intent, experience_id)
      values (${s.sessionId}, ${s.problem}, ${s.phase}, ${last}, ${s.createdAt}::text::timestamptz,
        ${s.updatedAt}::text::timestamptz, ${s.finalizedAt}::text::timestamptz, ${s.conclusion},
        ${s.userIntent === null ? null : JSON.stringify(s.userIntent)}::text::jsonb, ${s.experienceId}::bigint)
      on conflict do nothing returning session_id`;
    if (rows.length === 0) continue;
    stored += 1;
    for (const t of s.thoughts)
      await tx`
        insert into reasoning_thoughts (session_id, thought_number, thought, confidence, is_revision, revises_thought, created_at)
        values (${s.sessionId}, ${t.number}, ${t.thought}, ${t.confidence}, ${t.revises !== null}, ${t.revises},
          ${t.createdAt}::text::timestamptz)`;
  }
  return stored;
}

export type StoredSession = {
  sessionId: string;
  problem: string;
  userIntent: unknown;
  phase: ReasoningPhase;
  thoughtCount: number;
  createdAt: string;
  updatedAt: string;
  finalizedAt: string | null;
  conclusion: string | null;
  rationale: string | null;
  experienceId: number | null;
  /** Citations of the context gathered last; null before. */
  sources: unknown;
  /** The project that its context was gathered for. */
  project: string | null;
};

type SessionRow = StoredSession & { userIntent: string | null; sources: string | null };

const toSession = (row: SessionRow): StoredSession => ({
  ...row,
  userIntent: row.userIntent === null ? null : JSON.parse(row.userIntent),
  sources: row.sources === null ? null : JSON.parse(row.sources),
  createdAt: rfc3339(row.createdAt),
  updatedAt: rfc3339(row.updatedAt),
  finalizedAt: row.finalizedAt === null ? null : rfc3339(row.finalizedAt),
});

const columns = (sql: Sql) => sql`
  session_id, problem, user_intent::text as user_intent, phase, thought_count, created_at, updated_at, finalized_at, conclusion,
  rationale, experience_id::float8 as experience_id, sources::text as sources, project`;

export async function findSession(sql: Sql, sessionId: string): Promise<StoredSession | undefined> {
  const [row] = await sql<SessionRow[]>`
    select ${columns(sql)} from reasoning_sessions where session_id = ${sessionId} and deleted_at is null`;
  return row && toSession(row);
}

/** Whether a session was deleted and is not purged yet. */
export async function isDeletedSession(sql: Sql, sessionId: string): Promise<boolean> {
  const rows = await sql`
    select from reasoning_sessions where session_id = ${sessionId} and deleted_at is not null`;
  return rows.length > 0;
}

/** Reads a session and locks it until the transaction ends, which serializes changes of its phase and thoughts. */
export async function lockSession(tx: Sql, sessionId: string): Promise<StoredSession | undefined> {
  const [row] = await tx<SessionRow[]>`
    select ${columns(tx)} from reasoning_sessions where session_id = ${sessionId} and deleted_at is null for update`;
  return row && toSession(row);
}

/** Begins a session; false when the id is taken. */
export async function beginSession(
  sql: Sql,
  session: { sessionId: string; problem: string; userIntent: object; at: Date },
): Promise<boolean> {
  const at = session.at.toISOString();
  const rows = await sql`
    insert into reasoning_sessions (session_id, problem, user_intent, created_at, updated_at)
    values (${session.sessionId}, ${session.problem}, ${JSON.stringify(session.userIntent)}::text::jsonb,
      ${at}::text::timestamptz, ${at}::text::timestamptz)
    on conflict do nothing returning session_id`;
  return rows.length === 1;
}

export const setPhase = (tx: Sql, sessionId: string, phase: ReasoningPhase, at: Date) => tx`
  update reasoning_sessions set phase = ${phase}, updated_at = ${at.toISOString()}::text::timestamptz
  where session_id = ${sessionId}`;

/** Keeps the citations of the context that was gathered last, and the project that was named. */
export const setSources = (
  tx: Sql,
  sessionId: string,
  sources: readonly object[],
  project: string | undefined,
) => tx`
  update reasoning_sessions
  set sources = ${JSON.stringify(sources)}::text::jsonb, project = coalesce(${project ?? null}::text, project)
  where session_id = ${sessionId}`;

export type StoredThought = {
  id: number;
  thoughtNumber: number;
  thought: string;
  confidence: number | null;
  isRevision: boolean;
  revisesThought: number | null;
  createdAt: string;
  offTopic: boolean;
};

/** All thoughts of a session in order of arrival; none of a deleted one. */
export async function thoughtsOf(sql: Sql, sessionId: string): Promise<StoredThought[]> {
  const rows = await sql<StoredThought[]>`
    select id::float8 as id, thought_number, thought, confidence, is_revision, revises_thought, created_at, off_topic
    from reasoning_thoughts t where session_id = ${sessionId}
      and exists (select from reasoning_sessions s where s.session_id = t.session_id and s.deleted_at is null)
    order by t.id`;
  return rows.map((row) => ({ ...row, createdAt: rfc3339(row.createdAt) }));
}

/** Adds a thought to a session that the caller has locked. */
export async function addThought(
  tx: Sql,
  sessionId: string,
  thought: {
    number: number;
    thought: string;
    confidence: number | null;
    revises: number | null;
    offTopic: boolean;
    at: Date;
  },
): Promise<number> {
  const at = thought.at.toISOString();
  const [row] = await tx<{ id: number }[]>`
    insert into reasoning_thoughts (session_id, thought_number, thought, confidence, is_revision, revises_thought, created_at, off_topic)
    values (${sessionId}, ${thought.number}, ${thought.thought}, ${thought.confidence}, ${thought.revises !== null},
      ${thought.revises}, ${at}::text::timestamptz, ${thought.offTopic})
    returning id::float8 as id`;
  if (!row) throw new Error('the thought was not returned by its own insert');
  await tx`
    update reasoning_sessions
    set phase = 'reason', thought_count = greatest(thought_count, ${thought.number}), updated_at = ${at}::text::timestamptz
    where session_id = ${sessionId}`;
  return row.id;
}

/** Finalizes a session that the caller has locked; it cannot change any more. */
export const closeSession = (
  tx: Sql,
  sessionId: string,
  conclusion: string,
  rationale: string | null,
  at: Date,
) => tx`
  update reasoning_sessions
  set phase = 'finalized', conclusion = ${conclusion}, rationale = ${rationale},
      finalized_at = ${at.toISOString()}::text::timestamptz, updated_at = ${at.toISOString()}::text::timestamptz
  where session_id = ${sessionId}`;

export const setExperience = (sql: Sql, sessionId: string, experienceId: number) => sql`
  update reasoning_sessions set experience_id = ${experienceId} where session_id = ${sessionId}`;

/**
 * Gives a finalized session, with its thoughts, an id of its own: `<id>/1`, or the next free number. Its former id can
 * then begin a new session.
 *
 * @returns the new id; undefined when the session does not exist or is not finalized.
 */
export async function setFinalizedAside(tx: Sql, sessionId: string): Promise<string | undefined> {
  const session = await lockSession(tx, sessionId);
  if (session?.phase !== 'finalized') return undefined;
  const [next] = await tx<{ id: string }[]>`
    select ${sessionId} || '/' || n as id from generate_series(1, 100000) n
    where not exists (select from reasoning_sessions where session_id = ${sessionId} || '/' || n) limit 1`;
  if (!next) throw new Error('every id for the finalized reasoning session is taken');
  await tx`
    insert into reasoning_sessions (session_id, problem, user_intent, phase, thought_count, created_at, updated_at,
      finalized_at, conclusion, rationale, experience_id, project, deleted_at, sources)
    select ${next.id}, problem, user_intent, phase, thought_count, created_at, updated_at,
      finalized_at, conclusion, rationale, experience_id, project, deleted_at, sources
    from reasoning_sessions where session_id = ${sessionId}`;
  await tx`update reasoning_thoughts set session_id = ${next.id} where session_id = ${sessionId}`;
  await tx`delete from reasoning_sessions where session_id = ${sessionId}`;
  return next.id;
}
