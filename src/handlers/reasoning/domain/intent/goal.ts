import type { Labelled } from './classify.ts';
import type { IntentLabel } from './cues.ts';

export const goals = ['implementation', 'understanding', 'debugging', 'decision', 'general'] as const;
export type Goal = (typeof goals)[number];

/** The goal that each kind of problem has; all others are something to make or to change. */
const goalOfLabel: Partial<Record<IntentLabel, Goal>> = {
  debug: 'debugging',
  investigate: 'understanding',
  decide: 'decision',
};

/** The goal of the most likely label; `general` when nothing speaks for any. */
export function goalOf([first]: readonly Pick<Labelled, 'label'>[]): Goal {
  return first === undefined ? 'general' : (goalOfLabel[first.label] ?? 'implementation');
}
