import type { Sql } from '../postgres/connect.ts';

/** How decisions with a choice turned out, and decisions that had it among their options and chose something else. */
export type Comparison = {
  skillId: string;
  withSuccesses: number;
  withTotal: number;
  withoutSuccesses: number;
  withoutTotal: number;
};

/**
 * The two sides of each skill about an option, from the current outcomes of its domain (`all`: of every domain). Skills of
 * similar statements, and those that advise against an option, have none.
 */
export async function comparisonsOf(sql: Sql, skillIds: readonly string[]): Promise<Comparison[]> {
  if (skillIds.length === 0) return [];
  return await sql<Comparison[]>`
    select s.id as skill_id,
      count(*) filter (where p.role = 'chosen' and o.final_status = 'success')::int as with_successes,
      count(*) filter (where p.role = 'chosen')::int as with_total,
      count(*) filter (where p.role = 'rejected' and o.final_status = 'success')::int as without_successes,
      count(*) filter (where p.role = 'rejected')::int as without_total
    from skills s
    join decision_options p on p.option = substr(s.topic, 5)
    join decision_outcomes o on o.decision_id = p.decision_id and o.superseded_at is null and o.deleted_at is null
      and (s.domain = 'all' or o.domain = s.domain)
    where s.id = any(${[...skillIds]}::text[]) and s.topic like 'for:%'
    group by s.id`;
}
