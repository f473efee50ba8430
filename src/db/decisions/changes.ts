import type { Sql } from '../postgres/connect.ts';
import type { FinalStatus } from '../schema/decisions.ts';
import { rfc3339 } from '../schema/rfc3339.ts';
import type { DecisionStatus } from './decisions.ts';

export type DecisionChange = {
  status?: DecisionStatus | undefined;
  confidence?: number | undefined;
  notes?: string | undefined;
  linkedPr?: string | undefined;
  linkedCommit?: string | undefined;
  reviewAt?: string | undefined;
  /** Ids to use for code changes that are new. */
  changeIds: { pr: string; commit: string };
};

export type Changed = { previous: DecisionStatus; status: DecisionStatus; updatedAt: string };

/** Changes a decision, records its confidence history and links its code changes, in one statement. */
export async function updateDecision(
  sql: Sql,
  id: string,
  change: DecisionChange,
): Promise<Changed | undefined> {
  const confidence = change.confidence ?? null;
  const pr = change.linkedPr ?? null;
  const commit = change.linkedCommit ?? null;
  const [row] = await sql<Changed[]>`
    with old as (
      select id, status from decisions where id = ${id} and deleted_at is null for update
    ),
    changed as (
      update decisions d
      set status = coalesce(${change.status ?? null}::text, d.status),
          confidence = coalesce(${confidence}::float8, d.confidence),
          notes = coalesce(${change.notes ?? null}::text, d.notes),
          linked_pr = coalesce(${pr}::text, d.linked_pr),
          review_at = coalesce(${change.reviewAt ?? null}::text::timestamptz, d.review_at),
          linked_commit = coalesce(${commit}::text, d.linked_commit),
          updated_at = clock_timestamp()
      from old where d.id = old.id
      returning d.id, old.status as previous, d.status, d.updated_at
    ),
    stated as (
      insert into decision_confidences (decision_id, confidence, at)
      select id, ${confidence}::float8, updated_at from changed where ${confidence}::float8 is not null
    ),
    linked as (
      insert into code_changes (id, decision_id, kind, ref)
      select given.id, changed.id, given.kind, given.ref
      from changed, (values (${change.changeIds.pr}, 'pull_request', ${pr}::text),
                            (${change.changeIds.commit}, 'commit', ${commit}::text)) as given (id, kind, ref)
      where given.ref is not null
      on conflict (decision_id, ref) do nothing
      returning id, decision_id
    ),
    edges as (
      insert into decision_edges (from_id, type, to_id) select decision_id, 'implemented_by', id from linked
      on conflict do nothing
    )
    select previous, status, updated_at from changed`;
  return row && { ...row, updatedAt: rfc3339(row.updatedAt) };
}

/** The status of a decision and of its outcome; locks the decision until the transaction ends. */
export async function lockStatus(
  tx: Sql,
  id: string,
): Promise<{ status: DecisionStatus; outcome: FinalStatus | null } | undefined> {
  const [row] = await tx<{ status: DecisionStatus }[]>`
    select status from decisions where id = ${id} and deleted_at is null for update`;
  if (!row) return undefined;
  const [outcome] = await tx<{ finalStatus: FinalStatus }[]>`
    select final_status from decision_outcomes where decision_id = ${id} and superseded_at is null`;
  return { status: row.status, outcome: outcome?.finalStatus ?? null };
}

/** Links a pull request or commit to a decision; no effect if already linked. */
export async function linkCodeChange(
  sql: Sql,
  change: {
    id: string;
    decisionId: string;
    kind: 'pull_request' | 'commit';
    ref: string;
    title: string | undefined;
  },
): Promise<void> {
  await sql`
    with linked as (
      insert into code_changes (id, decision_id, kind, ref, title)
      select ${change.id}, id, ${change.kind}, ${change.ref}, ${change.title ?? null}::text
      from decisions where id = ${change.decisionId} and deleted_at is null
      on conflict (decision_id, ref) do nothing
      returning id, decision_id
    )
    insert into decision_edges (from_id, type, to_id) select decision_id, 'implemented_by', id from linked
    on conflict do nothing`;
}

/** Names a pull request as the one that carried a decision out, unless one is named already. */
export async function fillLinkedPr(sql: Sql, decisionId: string, url: string): Promise<void> {
  await sql`
    update decisions set linked_pr = ${url}, updated_at = clock_timestamp()
    where id = ${decisionId} and linked_pr is null and deleted_at is null`;
}

/** The decisions implemented by any of these pull requests or commits. */
export async function decisionsOfCode(sql: Sql, refs: readonly string[]): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select distinct d.id from code_changes c join decisions d on d.id = c.decision_id
    where c.ref = any(${[...refs]}::text[]) and d.deleted_at is null order by d.id`;
  return rows.map(({ id }) => id);
}

/** Which of these are decisions. */
export async function existingDecisions(sql: Sql, ids: readonly string[]): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from decisions where id = any(${[...ids]}::text[]) and deleted_at is null`;
  return rows.map(({ id }) => id);
}
