import type { Sql } from '../postgres/connect.ts';

/** The sums over all outcomes up to the end of a day in UTC. */
export type DaySums = { day: string; count: number; scoreSum: number; confidenceSum: number };

/** Sums over the live outcomes of a domain, or of all, after each day on which one was recorded; oldest first. */
export const courseOf = (sql: Sql, domain: string | undefined): Promise<readonly DaySums[]> => sql<DaySums[]>`
  select day::text, (sum(n) over w)::int as count, sum(score) over w as score_sum, sum(confidence) over w as confidence_sum
  from (
    select (completed_at at time zone 'UTC')::date as day, count(*) as n, sum(score) as score,
           sum(confidence) as confidence
    from decision_outcomes
    where superseded_at is null and deleted_at is null and (${domain ?? null}::text is null or domain = ${domain ?? null})
    group by 1) days
  window w as (order by day) order by day`;

export type Trigger = {
  antipattern: string;
  pattern: string;
  decisionId: string;
  statement: string;
  outcome: string | null;
};

/** The decisions that showed an antipattern when they were recorded, the latest first. */
export const triggersOf = (
  sql: Sql,
  { domain, limit }: { domain: string | undefined; limit: number },
): Promise<readonly Trigger[]> => sql<Trigger[]>`
  select a.id as antipattern, a.pattern, d.id as decision_id, d.statement, o.final_status as outcome
  from decision_edges e
  join antipatterns a on a.id = e.to_id
  join decisions d on d.id = e.from_id and d.deleted_at is null
  left join decision_outcomes o on o.decision_id = d.id and o.superseded_at is null and o.deleted_at is null
  where e.type = 'showed' and (${domain ?? null}::text is null or d.domain = ${domain ?? null})
  order by d.created_at desc, d.id desc, a.id limit ${limit}`;
