import type { Sql } from '../postgres/connect.ts';
import type { FinalStatus } from '../schema/decisions.ts';
import { rfc3339 } from '../schema/rfc3339.ts';

export type DecisionForOutcome = {
  id: string;
  statement: string;
  /** Session in which it was made. */
  sessionId: string | null;
  alternatives: string[];
  domain: string;
  confidence: number;
  /** Stems of the statement. */
  stems: string[];
  /** Its current outcome. */
  outcome: {
    id: string;
    domain: string;
    topic: string;
    confidence: number;
    externalId: string | null;
    reply: Record<string, unknown> | null;
  } | null;
};

/** Reads a decision and locks it until the transaction ends, which serializes outcomes of one decision. */
export async function lockDecision(tx: Sql, id: string): Promise<DecisionForOutcome | undefined> {
  // Lock first: read in the same statement, the outcome would be from before the lock.
  const [row] = await tx<Omit<DecisionForOutcome, 'outcome'>[]>`
    select id, statement, session_id, alternatives, domain, confidence, tsvector_to_array(tsv) as stems
    from decisions where id = ${id} and deleted_at is null for update`;
  if (!row) return undefined;
  const [outcome] = await tx<
    (Omit<NonNullable<DecisionForOutcome['outcome']>, 'reply'> & { reply: string | null })[]
  >`
    select id, domain, topic, confidence, external_id, reply::text
    from decision_outcomes where decision_id = ${id} and superseded_at is null`;
  return {
    ...row,
    outcome: outcome
      ? { ...outcome, reply: outcome.reply === null ? null : JSON.parse(outcome.reply) }
      : null,
  };
}

export type NewOutcome = {
  id: string;
  decisionId: string;
  domain: string;
  topic: string;
  confidence: number;
  score: number;
  finalStatus: FinalStatus;
  signals: Record<string, unknown>;
  externalId?: string | undefined;
  lessons: readonly { id: string; lesson: string }[];
};

/** Stores an outcome with its lessons and edges, replaces the previous one, and closes the decision. */
export async function storeOutcome(tx: Sql, outcome: NewOutcome): Promise<string> {
  await tx`
    update decision_outcomes set superseded_at = clock_timestamp()
    where decision_id = ${outcome.decisionId} and superseded_at is null`;
  const [row] = await tx<{ completedAt: string }[]>`
    with made as (
      insert into decision_outcomes (id, decision_id, domain, topic, confidence, score, final_status, signals,
        external_id, completed_at)
      values (${outcome.id}, ${outcome.decisionId}, ${outcome.domain}, ${outcome.topic}, ${outcome.confidence},
        ${outcome.score}, ${outcome.finalStatus}, ${JSON.stringify(outcome.signals)}::text::jsonb,
        ${outcome.externalId ?? null}::text, clock_timestamp())
      returning id, decision_id, completed_at
    ),
    taught as (
      insert into lessons (id, outcome_id, decision_id, position, lesson)
      select given.id, made.id, made.decision_id, given.n, given.lesson
      from made, unnest(${outcome.lessons.map(({ id }) => id)}::text[],
                        ${outcome.lessons.map(({ lesson }) => lesson)}::text[]) with ordinality as given (id, lesson, n)
      returning id, outcome_id
    ),
    edges as (
      insert into decision_edges (from_id, type, to_id)
      select decision_id, 'resulted_in', id from made
      union all select outcome_id, 'taught', id from taught
    ),
    settled as (
      update decision_proposals p set settled_at = made.completed_at,
        state = case when p.final_status = ${outcome.finalStatus} then 'confirmed' else 'superseded' end
      from made where p.decision_id = made.decision_id and p.state = 'open'
    ),
    closed as (
      update decisions set status = ${outcome.finalStatus === 'failure' ? 'failed' : 'completed'},
        concluded = true, updated_at = made.completed_at
      from made where decisions.id = made.decision_id
    )
    select completed_at from made`;
  if (!row) throw new Error('the outcome was not returned by its own insert');
  return rfc3339(row.completedAt);
}

/** Stores the reply to the caller, to answer a repeated call. */
export async function keepReply(tx: Sql, outcomeId: string, reply: Record<string, unknown>): Promise<void> {
  await tx`update decision_outcomes set reply = ${JSON.stringify(reply)}::text::jsonb where id = ${outcomeId}`;
}

/** The domain that the outcome of a decision counts for; locks the decision until the transaction ends. */
export async function domainOfOutcome(tx: Sql, decisionId: string): Promise<string | undefined> {
  await tx`select from decisions where id = ${decisionId} for update`;
  const [row] = await tx<{ domain: string }[]>`
    select domain from decision_outcomes where decision_id = ${decisionId} and superseded_at is null`;
  return row?.domain;
}
