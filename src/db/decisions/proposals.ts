import type { Sql } from '../postgres/connect.ts';
import type { FinalStatus } from '../schema/decisions.ts';
import { rfc3339 } from '../schema/rfc3339.ts';

export type Proposal = {
  id: string;
  decisionId: string;
  finalStatus: FinalStatus;
  score: number;
  reason: string;
  proposedAt: string;
};

/** The signals of a decision that has no outcome yet, oldest first; undefined when there is none to propose. */
export async function signalsWithoutOutcome(
  sql: Sql,
  decisionId: string,
): Promise<{ type: string; valence: string; description: string | null }[] | undefined> {
  const rows = await sql<{ type: string | null; valence: string; description: string | null }[]>`
    select s.type, s.valence, s.description
    from decisions d left join decision_signals s on s.decision_id = d.id
    where d.id = ${decisionId} and d.deleted_at is null and not d.concluded
    order by s.recorded_at, s.id`;
  return rows.length === 0
    ? undefined
    : rows.flatMap(({ type, ...row }) => (type === null ? [] : [{ type, ...row }]));
}

/** Opens a proposal or changes the open one. @returns it. */
export async function propose(sql: Sql, found: Omit<Proposal, 'proposedAt'>): Promise<Proposal> {
  const [row] = await sql<Proposal[]>`
    insert into decision_proposals (id, decision_id, final_status, score, reason)
    values (${found.id}, ${found.decisionId}, ${found.finalStatus}, ${found.score}, ${found.reason})
    on conflict (decision_id) where state = 'open' do update
    set final_status = excluded.final_status, score = excluded.score, reason = excluded.reason,
      proposed_at = case when decision_proposals.reason = excluded.reason then decision_proposals.proposed_at
                         else clock_timestamp() end
    returning id, decision_id, final_status, score, reason, proposed_at`;
  if (!row) throw new Error('the proposal was not returned by its own insert');
  return { ...row, proposedAt: rfc3339(row.proposedAt) };
}

export async function openProposal(sql: Sql, decisionId: string): Promise<Proposal | undefined> {
  const [row] = await sql<Proposal[]>`
    select p.id, p.decision_id, p.final_status, p.score, p.reason, p.proposed_at
    from decision_proposals p join decisions d on d.id = p.decision_id and d.deleted_at is null
    where p.decision_id = ${decisionId} and p.state = 'open'`;
  return row && { ...row, proposedAt: rfc3339(row.proposedAt) };
}

/** Closes the open proposal of a decision; the outcome of a confirmed one is recorded by the caller. */
export async function settleProposal(
  sql: Sql,
  decisionId: string,
  state: 'confirmed' | 'rejected' | 'superseded',
  note?: string,
): Promise<boolean> {
  const changed = await sql`
    update decision_proposals set state = ${state}, settled_at = clock_timestamp(), note = ${note ?? null}::text
    where decision_id = ${decisionId} and state = 'open'`;
  return changed.count > 0;
}
