/** Events that may happen to a decision before its outcome is known. */
export const signalTypes = [
  'pr_created',
  'pr_merged',
  'reverted',
  'ci_passed',
  'ci_failed',
  'incident',
  'performance',
] as const;
export type SignalType = (typeof signalTypes)[number];

export const valences = ['positive', 'negative', 'neutral'] as const;
export type Valence = (typeof valences)[number];

/** Laplace's rule of succession, (positive + 1)/(positive + negative + 2); neutral signals are ignored. */
export const estimatedSuccess = ({ positive, negative }: { positive: number; negative: number }): number =>
  (positive + 1) / (positive + negative + 2);
