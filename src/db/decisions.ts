import type { Sql } from './connect.ts';
import { rfc3339 } from './schema/columns.ts';
import type { decisionStatuses, riskLevels } from './schema/decisions.ts';

export type DecisionStatus = (typeof decisionStatuses)[number];

export type NewDecision = {
  id: string;
  statement: string;
  alternatives: readonly string[];
  assumptions: readonly string[];
  confidence: number;
  riskLevel?: (typeof riskLevels)[number] | undefined;
  domain: string;
  sessionId?: string | undefined;
  filePath?: string | undefined;
  reasoning?: string | undefined;
  createdBy: string;
  contextHash: string;
  firewallStatus: string;
  /** Antipatterns it shows. */
  showed: readonly string[];
  /** Skills it was made with. */
  informedBy: readonly string[];
  project?: string | undefined;
  externalId?: string | undefined;
  /** Now, without it. */
  createdAt?: string | undefined;
};

export type StoredDecision = {
  id: string;
  createdAt: string;
  status: DecisionStatus;
  confidence: number;
  contextHash: string;
  duplicate: boolean;
};

type StoredRow = {
  id: string;
  created_at: string;
  status: DecisionStatus;
  confidence: number;
  context_hash: string;
  duplicate: boolean;
};

/**
 * Stores a decision with its first confidence and its edges, once: the same id, or the same external id within the
 * project, gives the decision that is there, marked `duplicate`.
 *
 * @returns undefined when a decision of this id or external id was deleted: it stays deleted.
 */
export async function storeDecision(sql: Sql, decision: NewDecision): Promise<StoredDecision | undefined> {
  const project = decision.project ?? null;
  const externalId = decision.externalId ?? null;
  const [made] = await sql<StoredRow[]>`
    with made as (
      insert into decisions (id, statement, alternatives, assumptions, confidence, risk_level, domain, session_id,
        file_path, reasoning, created_by, context_hash, firewall_status, project, external_id, created_at, updated_at)
      select ${decision.id}, ${decision.statement}, ${[...decision.alternatives]}::text[],
        ${[...decision.assumptions]}::text[], ${decision.confidence}::float8, ${decision.riskLevel ?? null}::text,
        ${decision.domain}, ${decision.sessionId ?? null}::text, ${decision.filePath ?? null}::text,
        ${decision.reasoning ?? null}::text, ${decision.createdBy}, ${decision.contextHash},
        ${decision.firewallStatus}, ${project}::text, ${externalId}::text, at, at
      from (select coalesce(${decision.createdAt ?? null}::text::timestamptz, now()) as at) given
      where not exists (
        select from tombstones
        where kind = 'decision' and parent = coalesce(${project}::text, '')
          and source_id in (${decision.id}, ${externalId}::text))
      on conflict do nothing
      returning *
    ),
    first as (
      insert into decision_confidences (decision_id, confidence, at) select id, confidence, created_at from made
    ),
    edges as (
      insert into decision_edges (from_id, type, to_id)
      select id, 'showed', shown from made, unnest(${[...decision.showed]}::text[]) shown
      union all
      select skill, 'informed', id from made, unnest(${[...decision.informedBy]}::text[]) skill
      on conflict do nothing
    )
    select id, created_at, status, confidence, context_hash, false as duplicate from made`;
  // Not made: it is there, and its COMMIT is behind us, or it was deleted.
  const row = made ?? (await findStored(sql, decision.id, project, externalId));
  return (
    row && {
      id: row.id,
      createdAt: rfc3339(row.created_at),
      status: row.status,
      confidence: row.confidence,
      contextHash: row.context_hash,
      duplicate: row.duplicate,
    }
  );
}

async function findStored(sql: Sql, id: string, project: string | null, externalId: string | null) {
  const [row] = await sql<StoredRow[]>`
    select id, created_at, status, confidence, context_hash, true as duplicate from decisions
    where deleted_at is null and (id = ${id}
      or (coalesce(project, '') = coalesce(${project}::text, '') and external_id = ${externalId}::text))
    order by id <> ${id} limit 1`;
  return row;
}

export type DecisionChange = {
  status?: DecisionStatus | undefined;
  confidence?: number | undefined;
  notes?: string | undefined;
  linkedPr?: string | undefined;
  linkedCommit?: string | undefined;
  /** Ids for the code changes, in case they are new. */
  changeIds: { pr: string; commit: string };
};

export type Changed = { previous: DecisionStatus; status: DecisionStatus; updatedAt: string };

/** Changes a decision, keeps every confidence it had and links its code changes, in one statement. */
export async function updateDecision(
  sql: Sql,
  id: string,
  change: DecisionChange,
): Promise<Changed | undefined> {
  const confidence = change.confidence ?? null;
  const pr = change.linkedPr ?? null;
  const commit = change.linkedCommit ?? null;
  const [row] = await sql<{ previous: DecisionStatus; status: DecisionStatus; updated_at: string }[]>`
    with old as (
      select id, status from decisions where id = ${id} and deleted_at is null for update
    ),
    changed as (
      update decisions d
      set status = coalesce(${change.status ?? null}::text, d.status),
          confidence = coalesce(${confidence}::float8, d.confidence),
          notes = coalesce(${change.notes ?? null}::text, d.notes),
          linked_pr = coalesce(${pr}::text, d.linked_pr),
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
  return row && { previous: row.previous, status: row.status, updatedAt: rfc3339(row.updated_at) };
}

/** Links a pull request or commit to a decision; does nothing when it is linked already. */
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

/** The decisions that are carried out by one of these pull requests or commits. */
export async function decisionsOfCode(sql: Sql, refs: readonly string[]): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select distinct d.id from code_changes c join decisions d on d.id = c.decision_id
    where c.ref = any(${[...refs]}::text[]) and d.deleted_at is null order by d.id`;
  return rows.map(({ id }) => id);
}

export type NewSignal = {
  id: string;
  decisionId: string;
  type: string;
  valence: 'positive' | 'negative' | 'neutral';
  description?: string | undefined;
  metrics?: Record<string, unknown> | undefined;
  externalId?: string | undefined;
  recordedAt?: string | undefined;
};

export type StoredSignal = {
  id: string;
  recordedAt: string;
  duplicate: boolean;
  /** All signals of the decision, this one included. */
  positive: number;
  negative: number;
};

/** Stores a signal once; undefined when there is no such decision. */
export async function storeSignal(sql: Sql, signal: NewSignal): Promise<StoredSignal | undefined> {
  const [made] = await sql<{ id: string; recorded_at: string }[]>`
    insert into decision_signals (id, decision_id, type, valence, description, metrics, external_id, recorded_at)
    select ${signal.id}, id, ${signal.type}, ${signal.valence}, ${signal.description ?? null}::text,
      ${signal.metrics ? JSON.stringify(signal.metrics) : null}::text::jsonb, ${signal.externalId ?? null}::text,
      coalesce(${signal.recordedAt ?? null}::text::timestamptz, now())
    from decisions where id = ${signal.decisionId} and deleted_at is null
    on conflict do nothing
    returning id, recorded_at`;
  const [row] = await sql<
    { id: string | null; recorded_at: string | null; positive: number; negative: number }[]
  >`
    select max(s.id) filter (where mine) as id, max(s.recorded_at) filter (where mine) as recorded_at,
      (count(*) filter (where valence = 'positive'))::int as positive,
      (count(*) filter (where valence = 'negative'))::int as negative
    from (
      select *, id = ${made?.id ?? signal.id} or external_id = ${signal.externalId ?? null}::text as mine
      from decision_signals where decision_id = ${signal.decisionId}
    ) s join decisions d on d.id = s.decision_id and d.deleted_at is null`;
  if (!row?.id || !row.recorded_at) return undefined;
  return {
    id: row.id,
    recordedAt: rfc3339(row.recorded_at),
    duplicate: made === undefined,
    positive: row.positive,
    negative: row.negative,
  };
}
