import type { Sql } from './connect.ts';
import { rfc3339 } from './rfc3339.ts';
import type { FinalStatus } from './schema/decisions.ts';
import { anyWord } from './similar.ts';

export type DecisionForOutcome = {
  id: string;
  statement: string;
  alternatives: string[];
  domain: string;
  confidence: number;
  /** Stems of the statement. */
  stems: string[];
  /** The outcome it has. */
  outcome: {
    id: string;
    domain: string;
    topic: string;
    confidence: number;
    externalId: string | null;
    reply: Record<string, unknown> | null;
  } | null;
};

/** Reads a decision and holds it until the transaction ends: outcomes for one decision come one after the other. */
export async function lockDecision(tx: Sql, id: string): Promise<DecisionForOutcome | undefined> {
  // The lock comes first: read in the same statement, the outcome would be of a moment before it.
  const [row] = await tx<Omit<DecisionForOutcome, 'outcome'>[]>`
    select id, statement, alternatives, domain, confidence, tsvector_to_array(tsv) as stems
    from decisions where id = ${id} and deleted_at is null for update`;
  if (!row) return undefined;
  const [outcome] = await tx<
    (Omit<NonNullable<DecisionForOutcome['outcome']>, 'reply'> & { reply: string | null })[]
  >`
    select id, domain, topic, confidence, external_id as "externalId", reply::text
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

/** Stores an outcome with its lessons and edges, in place of the one before, and closes the decision. */
export async function storeOutcome(tx: Sql, outcome: NewOutcome): Promise<string> {
  await tx`
    update decision_outcomes set superseded_at = clock_timestamp()
    where decision_id = ${outcome.decisionId} and superseded_at is null`;
  const [row] = await tx<{ completed_at: string }[]>`
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
    closed as (
      update decisions set status = ${outcome.finalStatus === 'failure' ? 'failed' : 'completed'},
        concluded = true, updated_at = made.completed_at
      from made where decisions.id = made.decision_id
    )
    select completed_at from made`;
  if (!row) throw new Error('the outcome was not returned by its own insert');
  return rfc3339(row.completed_at);
}

/** Keeps what the caller was answered, for a repeated call. */
export async function keepReply(tx: Sql, outcomeId: string, reply: Record<string, unknown>): Promise<void> {
  await tx`update decision_outcomes set reply = ${JSON.stringify(reply)}::text::jsonb where id = ${outcomeId}`;
}

/** The topics of a domain whose first statement shares words with this one, nearest first. */
export async function topicsLike(
  tx: Sql,
  domain: string,
  statement: string,
  ignore: readonly string[],
): Promise<{ topic: string; stems: string[] }[]> {
  return await tx<{ topic: string; stems: string[] }[]>`
    select d.id as topic, tsvector_to_array(d.tsv) as stems
    from decisions d cross join (select ${anyWord(tx, statement, ignore)} as query) q
    where d.tsv @@ q.query and d.deleted_at is null
      and exists (select from decision_outcomes o where o.decision_id = d.id and o.topic = d.id
                    and o.domain = ${domain} and o.superseded_at is null)
    order by ts_rank(d.tsv, q.query) desc, d.created_at limit 50`;
}

export type TopicMember = {
  decisionId: string;
  outcomeId: string;
  statement: string;
  stems: string[];
  alternatives: string[];
  score: number;
  finalStatus: FinalStatus;
  lessons: string[];
};

/** Older outcomes of a large topic no longer count: a skill is what holds now, and learning stays quick. */
const mostMembers = 200;

/** The completed decisions of a topic, oldest first; of a large one the latest. */
export async function topicMembers(tx: Sql, domain: string, topic: string): Promise<TopicMember[]> {
  const rows = await tx<TopicMember[]>`
    select d.id as "decisionId", o.id as "outcomeId", d.statement, tsvector_to_array(d.tsv) as stems, d.alternatives,
      o.score, o.final_status as "finalStatus",
      coalesce((select array_agg(l.lesson order by l.position) from lessons l where l.outcome_id = o.id), '{}') as lessons
    from decision_outcomes o join decisions d on d.id = o.decision_id
    where o.domain = ${domain} and o.topic = ${topic} and o.superseded_at is null and o.deleted_at is null
    order by o.completed_at desc, o.id desc limit ${mostMembers}`;
  return rows.reverse();
}

/** The topics of a domain that have outcomes. */
export async function topicsOf(tx: Sql, domain: string): Promise<string[]> {
  const rows = await tx<{ topic: string }[]>`
    select distinct topic from decision_outcomes
    where domain = ${domain} and superseded_at is null and deleted_at is null order by topic`;
  return rows.map(({ topic }) => topic);
}

/** The domain the outcome of a decision counts for; holds the decision until the transaction ends. */
export async function domainOfOutcome(tx: Sql, decisionId: string): Promise<string | undefined> {
  await tx`select from decisions where id = ${decisionId} for update`;
  const [row] = await tx<{ domain: string }[]>`
    select domain from decision_outcomes where decision_id = ${decisionId} and superseded_at is null`;
  return row?.domain;
}
