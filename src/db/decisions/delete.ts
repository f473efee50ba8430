import type { Sql } from '../postgres/connect.ts';

export type Deleted = { domain: string; topic: string } | null;

/**
 * Hides or restores a decision with its outcome, and adds or removes the tombstones for its id and external id. The
 * caller's transaction must recompute the sums of its domain.
 *
 * @returns undefined when no such decision exists; null when it has no live outcome.
 */
export async function hideDecision(tx: Sql, id: string, hidden: boolean): Promise<Deleted | undefined> {
  const [row] = await tx<{ parent: string; sourceIds: string[] }[]>`
    update decisions set deleted_at = case when ${hidden} then now() end
    where id = ${id} and (deleted_at is null) = ${hidden}
    returning coalesce(project, '') as parent, array_remove(array[id, external_id], null) as source_ids`;
  if (!row) return undefined;
  if (hidden)
    await tx`
      insert into tombstones (kind, parent, source_id, deleted_at)
      select 'decision', ${row.parent}, unnest(${row.sourceIds}::text[]), now()
      on conflict (kind, parent, source_id) do update set deleted_at = excluded.deleted_at`;
  else
    await tx`
      delete from tombstones
      where kind = 'decision' and parent = ${row.parent} and source_id = any(${row.sourceIds}::text[])`;
  const [outcome] = await tx<{ domain: string; topic: string }[]>`
    update decision_outcomes set deleted_at = case when ${hidden} then now() end
    where decision_id = ${id} and superseded_at is null
    returning domain, topic`;
  return outcome ?? null;
}

/**
 * Permanently removes a hidden decision, its dependent rows, and the earlier versions of what it taught.
 *
 * @returns false when no such decision exists, or it is not hidden.
 */
export async function purgeDecision(tx: Sql, id: string): Promise<boolean> {
  const topics = await tx<{ domain: string; topic: string }[]>`
    with own as (
      select o.domain, t.topic from decision_outcomes o
      cross join lateral (
        select o.topic
        union all select 'for:' || option from decision_options where decision_id = o.decision_id
        union all select 'against:' || option from decision_options where decision_id = o.decision_id
      ) t where o.decision_id = ${id}
    )
    select domain, topic from own union select 'all', topic from own`;
  await tx`
    with gone as (
      select ${id}::text as id
      union all select id from decision_outcomes where decision_id = ${id}
      union all select id from lessons where decision_id = ${id}
      union all select id from code_changes where decision_id = ${id}
    )
    delete from decision_edges where from_id in (select id from gone) or to_id in (select id from gone)`;
  const removed = await tx`delete from decisions where id = ${id} and deleted_at is not null`;
  for (const { domain, topic } of topics) {
    await tx`
      delete from skill_versions v using skills s
      where v.skill_id = s.id and s.domain = ${domain} and s.topic = ${topic} and v.version < s.version`;
    await tx`delete from skills where domain = ${domain} and topic = ${topic} and retired_at is not null`;
    await tx`delete from antipatterns where domain = ${domain} and topic = ${topic} and retired_at is not null`;
  }
  return removed.count === 1;
}
