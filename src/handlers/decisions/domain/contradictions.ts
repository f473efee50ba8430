import type { SignalType, Valence } from './signals.ts';

/** Input that contradicts itself or what is stored: what contradicts what, as a sentence; undefined if nothing does. */

type Outcome = {
  final_status: 'success' | 'partial' | 'failure';
  final_score: number;
  signals: { ci_passed?: boolean | undefined };
};

/** A score of .5 is neither good nor bad, and may belong to any outcome. */
export function inOutcome({
  final_status: status,
  final_score: score,
  signals,
}: Outcome): string | undefined {
  if (status === 'failure' && score > 0.5)
    return `final_status failure contradicts final_score ${score}: a failure scores at most 0.5`;
  if (status === 'success' && score < 0.5)
    return `final_status success contradicts final_score ${score}: a success scores at least 0.5`;
  if (status === 'partial' && (score === 0 || score === 1))
    return `final_status partial contradicts final_score ${score}: a partial success scores between 0 and 1`;
  if (status === 'success' && signals.ci_passed === false)
    return 'final_status success contradicts signals.ci_passed false: while CI fails, the outcome is partial or a failure';
  return undefined;
}

const impossible: Partial<Record<SignalType, Valence>> = {
  ci_passed: 'negative',
  pr_merged: 'negative',
  ci_failed: 'positive',
  incident: 'positive',
};

export const inSignal = (type: SignalType, valence: Valence): string | undefined =>
  impossible[type] === valence ? `signal_type ${type} contradicts valence ${valence}` : undefined;

type Status = 'pending' | 'executed' | 'completed' | 'failed' | 'reworked';

/** Statuses that may follow; what was carried out, completed or failed cannot be undone, only reworked. */
const next: Record<Status, readonly Status[]> = {
  pending: ['executed', 'completed', 'failed', 'reworked'],
  executed: ['completed', 'failed', 'reworked'],
  completed: ['failed', 'reworked'],
  failed: ['completed', 'reworked'],
  reworked: ['pending', 'executed', 'completed', 'failed'],
};

/** @param outcome the final status of the outcome recorded for it. */
export function inStatus(
  before: Status,
  after: Status,
  outcome: Outcome['final_status'] | null,
): string | undefined {
  if (after !== before && !next[before].includes(after))
    return `Status ${after} contradicts the present status ${before}, after which it can be ${next[before].join(', ')}`;
  if (outcome === 'failure' && after === 'completed')
    return 'Status completed contradicts the recorded outcome failure';
  if (outcome !== null && outcome !== 'failure' && after === 'failed')
    return `Status failed contradicts the recorded outcome ${outcome}`;
  return undefined;
}
