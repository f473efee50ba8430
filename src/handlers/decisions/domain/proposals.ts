import { rounded } from './numbers.ts';
import { estimatedSuccess } from './signals.ts';

export type Suggestion = { finalStatus: 'success' | 'partial' | 'failure'; score: number; reason: string };

type Signal = { type: string; valence: string; description: string | null };

/**
 * The outcome that the signals of a decision suggest, for a person to confirm: failure after a revert or an incident; partial
 * when CI fails after the merge; success when it is merged and nothing spoke against it since. The score is the estimate of
 * success from all signals, kept on the side of its status. Undefined while nothing was merged and nothing went wrong.
 */
export function suggestedOutcome(signals: readonly Signal[]): Suggestion | undefined {
  const count = (valence: string) => signals.filter((signal) => signal.valence === valence).length;
  const score = estimatedSuccess({ positive: count('positive'), negative: count('negative') });
  const last = (of: (signal: Signal) => boolean) => signals.findLastIndex(of);
  const merged = last(({ type }) => type === 'pr_merged');
  const bad = last(
    ({ type, valence }) => valence === 'negative' && (type === 'incident' || type === 'reverted'),
  );
  const ci = last(({ type }) => type === 'ci_failed' || type === 'ci_passed');
  const named = (at: number) => signals[at]?.description ?? signals[at]?.type ?? '';
  // What was merged again after an incident or a revert has a new chance.
  if (bad >= 0 && bad > merged)
    return {
      finalStatus: 'failure',
      score: rounded(Math.min(score, 0.3)),
      reason: `${signals[bad]?.type === 'incident' ? 'Incident' : 'Reverted'}: ${named(bad)}`,
    };
  if (merged < 0) return undefined;
  if (ci > merged && signals[ci]?.type === 'ci_failed')
    return {
      finalStatus: 'partial',
      score: rounded(Math.min(score, 0.6)),
      reason: `CI fails after the merge: ${named(ci)}`,
    };
  return { finalStatus: 'success', score: rounded(Math.max(score, 0.6)), reason: `Merged: ${named(merged)}` };
}
