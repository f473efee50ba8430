import type { Sql } from '../postgres/connect.ts';
import type { FinalStatus } from '../schema/decisions.ts';
import { anyWord } from './similar.ts';

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
  domain: string;
  lessons: string[];
  /** Options that its statement rejects, as shown. */
  rejected: string[];
};

/** Older outcomes of a large topic are ignored: a skill should reflect the present, and learning stays fast. */
const mostMembers = 200;

/** A topic of decisions that choose an option, or choose to do without it. */
const ofOption = /^(for|against):/;

/**
 * The completed decisions of a topic, oldest first; of a large one the latest. A decision belongs to the topics of all
 * options it chooses; one that chooses none, to those of the options it gives up or forbids.
 *
 * @param domain only outcomes of this domain; without it, of all.
 */
export async function topicMembers(
  tx: Sql,
  domain: string | undefined,
  topic: string,
): Promise<TopicMember[]> {
  const stance = ofOption.exec(topic)?.[1];
  const option = topic.slice(topic.indexOf(':') + 1);
  const chosen = tx`select decision_id from decision_options where option = ${option} and role = 'chosen'`;
  const rejected = tx`
    select decision_id from decision_options r
    where option = ${option} and role = 'rejected' and direction in ('stop', 'forbid', 'replace')
      and not exists (select from decision_options c where c.decision_id = r.decision_id and c.role = 'chosen')`;
  const belongs =
    stance === undefined
      ? tx`o.topic = ${topic}`
      : tx`o.decision_id in (${stance === 'for' ? chosen : rejected})`;
  const rows = await tx<TopicMember[]>`
    select d.id as decision_id, o.id as outcome_id, d.statement, tsvector_to_array(d.tsv) as stems, d.alternatives,
      o.score, o.final_status, o.domain,
      coalesce((select array_agg(l.lesson order by l.position) from lessons l where l.outcome_id = o.id), '{}') as lessons,
      coalesce((select array_agg(r.label order by r.position) from decision_options r
                where r.decision_id = d.id and r.role = 'rejected' and r.direction <> 'considered'), '{}') as rejected
    from decision_outcomes o join decisions d on d.id = o.decision_id
    where ${belongs} and o.superseded_at is null and o.deleted_at is null
      and ${domain === undefined ? tx`true` : tx`o.domain = ${domain}`}
    order by o.completed_at desc, o.id desc limit ${mostMembers}`;
  return rows.reverse();
}

/** The topics of one completed decision's options; empty without options. */
export async function optionTopics(tx: Sql, decisionId: string): Promise<string[]> {
  const rows = await tx<{ topic: string }[]>`
    select case role when 'chosen' then 'for:' else 'against:' end || option as topic
    from decision_options p
    where decision_id = ${decisionId}
      and (role = 'chosen' or direction in ('stop', 'forbid', 'replace')
        and not exists (select from decision_options c where c.decision_id = p.decision_id and c.role = 'chosen'))
    order by position`;
  return rows.map(({ topic }) => topic);
}

/** The name to show of an option. */
export async function labelOf(tx: Sql, option: string): Promise<string> {
  const [row] = await tx<{ label: string }[]>`
    select label from decision_options where option = ${option} order by decision_id limit 1`;
  return row?.label ?? option;
}

/** The topics of a domain that have outcomes, or of all domains. */
export async function topicsOf(tx: Sql, domain: string | undefined): Promise<string[]> {
  const within = domain === undefined ? tx`true` : tx`o.domain = ${domain}`;
  const rows = await tx<{ topic: string }[]>`
    with live as (
      select o.decision_id, o.topic from decision_outcomes o
      where ${within} and o.superseded_at is null and o.deleted_at is null
    )
    select 'for:' || p.option as topic from live join decision_options p using (decision_id) where p.role = 'chosen'
    union
    select 'against:' || p.option from live join decision_options p using (decision_id)
    where p.role = 'rejected' and p.direction in ('stop', 'forbid', 'replace')
      and not exists (select from decision_options c where c.decision_id = live.decision_id and c.role = 'chosen')
    union
    select topic from live where topic !~ '^(for|against):'
    order by topic`;
  return rows.map(({ topic }) => topic);
}

/** Sets the topic of an outcome whose decision was read or corrected after it was recorded. */
export async function setTopic(tx: Sql, outcomeId: string, topic: string): Promise<void> {
  await tx`update decision_outcomes set topic = ${topic} where id = ${outcomeId}`;
}

/** Live outcomes of a domain whose decisions have options, but which still belong to a topic of similar statements. */
export async function outcomesToMove(tx: Sql, domain: string): Promise<{ id: string; decisionId: string }[]> {
  return await tx<{ id: string; decisionId: string }[]>`
    select o.id, o.decision_id from decision_outcomes o
    where o.domain = ${domain} and o.topic !~ '^(for|against):' and o.superseded_at is null and o.deleted_at is null
      and exists (select from decision_options p where p.decision_id = o.decision_id and p.direction <> 'considered')`;
}

/** The current outcome of a decision. */
export async function liveOutcome(
  tx: Sql,
  decisionId: string,
): Promise<{ id: string; domain: string; topic: string } | undefined> {
  const [row] = await tx<{ id: string; domain: string; topic: string }[]>`
    select id, domain, topic from decision_outcomes where decision_id = ${decisionId} and superseded_at is null`;
  return row;
}
