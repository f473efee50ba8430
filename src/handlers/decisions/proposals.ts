import {
  type Proposal,
  propose,
  settleProposal,
  signalsWithoutOutcome,
} from '../../db/decisions/proposals.ts';
import type { Deps } from '../tool/deps.ts';
import { suggestedOutcome } from './domain/proposals.ts';
import { prefixedId } from './shared.ts';

/** Proposes the outcome that the signals of a decision suggest now, and withdraws one that they no longer do. */
export async function proposeFromSignals(
  decisionId: string,
  deps: Pick<Deps, 'db' | 'newId'>,
): Promise<Proposal | undefined> {
  const { sql } = deps.db;
  const signals = await signalsWithoutOutcome(sql, decisionId);
  const suggested = signals && suggestedOutcome(signals);
  if (!suggested) {
    if (signals) await settleProposal(sql, decisionId, 'superseded');
    return undefined;
  }
  return await propose(sql, { id: prefixedId('prop', deps), decisionId, ...suggested });
}

export const toProposal = ({ id, finalStatus, score, reason, proposedAt }: Proposal) => ({
  proposal_id: id,
  final_status: finalStatus,
  final_score: score,
  reason,
  proposed_at: proposedAt,
});
