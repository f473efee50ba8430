import type { Sql } from '../postgres/connect.ts';

export type Catch = { rule: string; severity: string; message: string };

/** Ids of the rules that no longer warn in a domain. */
export async function dismissedRules(sql: Sql, domain: string): Promise<Set<string>> {
  const rows = await sql<{ ruleId: string }[]>`
    select rule_id from decision_dismissals where domain in ('', ${domain})`;
  return new Set(rows.map(({ ruleId }) => ruleId));
}

/** Silences a rule in a domain, or in all with an empty one; `undo` lets it warn again. @returns whether that changed it. */
export async function dismissRule(
  tx: Sql,
  { rule, domain, reason, undo }: { rule: string; domain: string; reason: string; undo: boolean },
): Promise<boolean> {
  const changed = undo
    ? await tx`delete from decision_dismissals where rule_id = ${rule} and domain = ${domain}`
    : await tx`
        insert into decision_dismissals as d (rule_id, domain, reason) values (${rule}, ${domain}, ${reason})
        on conflict (rule_id, domain) do update set reason = excluded.reason where d.reason <> excluded.reason`;
  return changed.count > 0;
}

/** Marks a warning as wrong for one decision; undefined when the decision was not shown it. */
export async function dismissCatch(
  sql: Sql,
  { decisionId, rule, reason }: { decisionId: string; rule: string; reason: string },
): Promise<boolean> {
  const changed = await sql`
    update decision_catches set dismissed_at = clock_timestamp(), reason = ${reason}
    where decision_id = ${decisionId} and rule_id = ${rule}`;
  return changed.count > 0;
}

export type RuleRecord = {
  ruleId: string;
  caught: number;
  dismissed: number;
  succeeded: number;
  failed: number;
  latest: string | null;
  /** Domains in which it is silenced; an empty one means all. */
  silentIn: string[];
};

/** What each rule has caught, how often that was dismissed, and how those decisions turned out. */
export async function ruleRecords(sql: Sql): Promise<RuleRecord[]> {
  return await sql<RuleRecord[]>`
    with caught as (
      select c.rule_id, count(*)::int as caught, count(c.dismissed_at)::int as dismissed,
        (count(*) filter (where o.final_status = 'success'))::int as succeeded,
        (count(*) filter (where o.final_status = 'failure'))::int as failed,
        (array_agg(d.statement order by c.caught_at desc))[1] as latest
      from decision_catches c join decisions d on d.id = c.decision_id and d.deleted_at is null
      left join decision_outcomes o on o.decision_id = d.id and o.superseded_at is null
      group by c.rule_id
    )
    select rule_id, coalesce(caught, 0) as caught, coalesce(dismissed, 0) as dismissed,
      coalesce(succeeded, 0) as succeeded, coalesce(failed, 0) as failed, latest,
      array(select domain from decision_dismissals s where s.rule_id = rules.rule_id order by domain) as silent_in
    from (select rule_id from caught union select rule_id from decision_dismissals) rules
    left join caught using (rule_id)
    order by 2 desc, 1`;
}
