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
  lessons: string[];
};

/** Older outcomes of a large topic are ignored: a skill should reflect the present, and learning stays fast. */
const mostMembers = 200;

/** The completed decisions of a topic, oldest first; of a large one the latest. */
export async function topicMembers(tx: Sql, domain: string, topic: string): Promise<TopicMember[]> {
  const rows = await tx<TopicMember[]>`
    select d.id as decision_id, o.id as outcome_id, d.statement, tsvector_to_array(d.tsv) as stems, d.alternatives,
      o.score, o.final_status,
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
