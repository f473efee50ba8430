import type { Sql } from '../postgres/connect.ts';

/** Outcomes of the decisions that chose an option, in one domain. */
export type OptionEvidence = {
  option: string;
  label: string;
  domain: string;
  count: number;
  successes: number;
  scoreSum: number;
};

/** The outcomes of decisions that chose any of these options, by option and domain. */
export async function evidenceOf(sql: Sql, options: readonly string[]): Promise<OptionEvidence[]> {
  if (options.length === 0) return [];
  return await sql<OptionEvidence[]>`
    select p.option, min(p.label) as label, o.domain, count(*)::int as count, sum(o.score) as score_sum,
      (count(*) filter (where o.final_status = 'success'))::int as successes
    from decision_options p join decision_outcomes o on o.decision_id = p.decision_id
    where p.option = any(${[...options]}::text[]) and p.role = 'chosen'
      and o.superseded_at is null and o.deleted_at is null
    group by p.option, o.domain order by p.option, o.domain`;
}
