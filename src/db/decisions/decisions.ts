import type { Sql } from '../postgres/connect.ts';
import type { decisionStatuses, riskLevels } from '../schema/decisions.ts';
import { rfc3339 } from '../schema/rfc3339.ts';
import type { Catch } from './catches.ts';
import type { StoredOption } from './options.ts';

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
  /** When its outcome should be known; default: 30 days after it was made. */
  reviewAt?: string | undefined;
  /** The warnings shown with it. */
  caught?: readonly Catch[] | undefined;
  /** Earlier decisions that its text names. */
  cites?: readonly string[] | undefined;
  /** Ids of antipatterns it matches. */
  showed: readonly string[];
  /** Ids of skills that informed it. */
  informedBy: readonly string[];
  /** What it chooses and rejects, as read from the statement. */
  options: readonly StoredOption[];
  project?: string | undefined;
  externalId?: string | undefined;
  /** Defaults to now. */
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

/**
 * Stores a decision with its first confidence and its edges, once: for the same id, or the same external id within the
 * project, it returns the existing decision, marked `duplicate`.
 *
 * @returns undefined when a decision with this id or external id was deleted: it stays deleted.
 */
export async function storeDecision(sql: Sql, decision: NewDecision): Promise<StoredDecision | undefined> {
  const project = decision.project ?? null;
  const externalId = decision.externalId ?? null;
  const caught = decision.caught ?? [];
  const [made] = await sql<StoredDecision[]>`
    with made as (
      insert into decisions (id, statement, alternatives, assumptions, confidence, risk_level, domain, session_id,
        file_path, reasoning, created_by, context_hash, firewall_status, project, external_id,
        options_from, created_at, updated_at, review_at)
      select ${decision.id}, ${decision.statement}, ${[...decision.alternatives]}::text[],
        ${[...decision.assumptions]}::text[], ${decision.confidence}::float8, ${decision.riskLevel ?? null}::text,
        ${decision.domain}, ${decision.sessionId ?? null}::text, ${decision.filePath ?? null}::text,
        ${decision.reasoning ?? null}::text, ${decision.createdBy}, ${decision.contextHash},
        ${decision.firewallStatus}, ${project}::text, ${externalId}::text, 'statement', at, at,
        coalesce(${decision.reviewAt ?? null}::text::timestamptz, at + interval '30 days')
      from (select coalesce(${decision.createdAt ?? null}::text::timestamptz, now()) as at) given
      where not exists (
        select 1 from tombstones
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
      union all
      select earlier.id, 'cited_by', made.id
      from made join decisions earlier on earlier.id = any(${[...(decision.cites ?? [])]}::text[]) and earlier.id <> made.id
      on conflict do nothing
    ),
    shown as (
      insert into decision_catches (decision_id, rule_id, severity, message, caught_at)
      select made.id, given.rule, given.severity, given.message, made.created_at
      from made, unnest(${caught.map(({ rule }) => rule)}::text[], ${caught.map(({ severity }) => severity)}::text[],
                        ${caught.map(({ message }) => message)}::text[]) as given (rule, severity, message)
      on conflict do nothing
    ),
    chosen as (
      insert into decision_options (decision_id, option, label, role, direction, position)
      select made.id, given.* from made, unnest(
        ${decision.options.map(({ option }) => option)}::text[], ${decision.options.map(({ label }) => label)}::text[],
        ${decision.options.map(({ role }) => role)}::text[],
        ${decision.options.map(({ direction }) => direction)}::text[]) with ordinality as given
      on conflict do nothing
    )
    select id, created_at, status, confidence, context_hash, false as duplicate from made`;
  // Not inserted: it exists and is committed, or it was deleted.
  const row = made ?? (await findStored(sql, decision.id, project, externalId));
  return row && { ...row, createdAt: rfc3339(row.createdAt) };
}

async function findStored(sql: Sql, id: string, project: string | null, externalId: string | null) {
  const [row] = await sql<StoredDecision[]>`
    select id, created_at, status, confidence, context_hash, true as duplicate from decisions
    where deleted_at is null and (id = ${id}
      or (coalesce(project, '') = coalesce(${project}::text, '') and external_id = ${externalId}::text))
    order by id <> ${id} limit 1`;
  return row;
}
