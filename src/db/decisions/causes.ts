import type { Sql } from '../postgres/connect.ts';
import type { EdgeType } from '../schema/learned.ts';

export const causeKinds = ['decision', 'code_change', 'outcome', 'lesson', 'skill', 'antipattern'] as const;

export type Cause = {
  id: string;
  kind: (typeof causeKinds)[number];
  /** Its text. */
  label: string;
  depth: number;
  /** The edge it was reached by; null for the decision itself. */
  from: string | null;
  type: EdgeType | null;
};

/** Deep enough for decision, outcome, skill, the next decision and its outcome and skill. */
const deepest = 6;
/** A skill may have informed hundreds of decisions; the nearest suffice. */
const mostNodes = 200;

/**
 * Everything that follows from a decision along the edges, nearest first; each node of a cycle is visited once. Of one step, the
 * change that a decision names as its pull request comes first, then in the order of time; lessons in that in which they were told.
 */
export async function causalChain(sql: Sql, decisionId: string): Promise<Cause[]> {
  return await sql<Cause[]>`
    with recursive walk as (
      select ${decisionId}::text as id, null::text as from_id, null::text as type, 0 as depth, array[${decisionId}::text] as path
      union all
      select e.to_id, e.from_id, e.type, w.depth + 1, w.path || e.to_id
      from walk w join decision_edges e on e.from_id = w.id
      where w.depth < ${deepest} and e.to_id <> all(w.path)
    ),
    met as (
      select distinct on (id) id, from_id, type, depth
      from (select * from walk limit ${mostNodes * 5}) reached
      order by id, depth, from_id
    )
    select met.id, named.kind, named.label, met.depth, met.from_id as "from", met.type
    from met
    join lateral (
      select 'decision' as kind, statement as label, false as named_first, created_at as at, 0 as position
      from decisions where id = met.id and deleted_at is null
      union all
      select 'code_change', coalesce(c.title, c.ref), c.ref is not distinct from d.linked_pr, c.created_at, 0
      from code_changes c join decisions d on d.id = c.decision_id where c.id = met.id
      union all
      select 'outcome', initcap(final_status) || ' (' || round(score::numeric, 2) || ' score)', false, completed_at, 0
      from decision_outcomes where id = met.id and superseded_at is null and deleted_at is null
      union all
      select 'lesson', l.lesson, false, l.created_at, l.position from lessons l join decision_outcomes o on o.id = l.outcome_id
      where l.id = met.id and o.superseded_at is null and o.deleted_at is null
      union all
      select 'skill', statement, false, generated_at, 0 from skills where id = met.id and retired_at is null
      union all
      select 'antipattern', pattern, false, created_at, 0 from antipatterns where id = met.id and retired_at is null
    ) named on true
    order by met.depth, named.named_first desc, named.at, named.position, met.id
    limit ${mostNodes}`;
}

/**
 * Later decisions of the domain that were about to repeat a mistake this one warns of, were shown a warning, and were changed
 * after it: they choose an option that this one rejected, or match an antipattern that its outcome generated; after
 * the warning they were reworked, lost confidence, or gave way to a decision that names them. Those carried out do not count.
 *
 * @param rejected keys of the options that this one rejected.
 */
export async function preventedDecisions(
  sql: Sql,
  decisionId: string,
  rejected: readonly string[],
): Promise<{ count: number; latest: string | null }> {
  const [row] = await sql<{ count: number; latest: string | null }[]>`
    with mine as (
      select d.id, d.domain, d.created_at, o.id as outcome_id
      from decisions d
      left join decision_outcomes o on o.decision_id = d.id and o.superseded_at is null
      where d.id = ${decisionId}
    ),
    prevented as (
      select later.statement, later.created_at
      from mine join decisions later on later.domain = mine.domain and later.created_at > mine.created_at
      where later.deleted_at is null and later.status in ('pending', 'reworked')
        and (later.firewall_status <> 'clear'
          or exists (select from decision_catches c where c.decision_id = later.id and c.dismissed_at is null))
        and (later.status = 'reworked'
          or exists (select from decision_edges e where e.from_id = later.id and e.type = 'cited_by')
          or (select (array_agg(s.confidence order by s.id desc))[1] < (array_agg(s.confidence order by s.id))[1]
              from decision_confidences s where s.decision_id = later.id))
        and not exists (select from code_changes c where c.decision_id = later.id)
        and (exists (
            select from decision_options p
            where p.decision_id = later.id and p.role = 'chosen' and p.option = any(${[...rejected]}::text[]))
          or exists (
            select from decision_edges showed
            join decision_edges generated on generated.to_id = showed.to_id and generated.type = 'generated'
            where showed.from_id = later.id and showed.type = 'showed' and generated.from_id = mine.outcome_id))
    )
    select count(*)::int as count, (array_agg(statement order by created_at desc))[1] as latest from prevented`;
  return row ?? { count: 0, latest: null };
}
