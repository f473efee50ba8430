import { type Calibration, fewestOutcomes } from './calibration.ts';
import { exceeds, percent } from './numbers.ts';

export type Finding = {
  kind: 'surprise' | 'incident' | 'miscalibrated' | 'declining';
  severity: 'low' | 'medium' | 'high';
  message: string;
};

/** Anomalies of one outcome: far from what was expected (.6 and more), or an incident. */
export function aboutOutcome(outcome: { confidence: number; score: number; incident: boolean }): Finding[] {
  const { confidence, score, incident } = outcome;
  const far = !exceeds(0.6, Math.abs(confidence - score));
  return [
    ...(far
      ? [
          {
            kind: 'surprise' as const,
            severity: confidence > score ? ('high' as const) : ('low' as const),
            message: `Stated confidence was ${confidence.toFixed(2)}, the outcome scored ${score.toFixed(2)}`,
          },
        ]
      : []),
    ...(incident
      ? [{ kind: 'incident' as const, severity: 'high' as const, message: 'The decision led to an incident' }]
      : []),
  ];
}

/**
 * Anomalies of a domain: confidence off by more than .25, or worsening outcomes.
 *
 * @param evidence whether the outcomes exclude that the gap is chance: while they do not, nothing is said of it.
 */
export function aboutDomain(
  { sampleSize, gap, trend }: Calibration,
  domain: string,
  evidence: 'weak' | 'strong',
): Finding[] {
  if (sampleSize < fewestOutcomes || gap === null) return [];
  return [
    ...(evidence === 'strong' && exceeds(Math.abs(gap), 0.25)
      ? [
          {
            kind: 'miscalibrated' as const,
            severity: 'medium' as const,
            message: `Confidence in ${domain} decisions is ${percent(Math.abs(gap))} too ${gap > 0 ? 'high' : 'low'}`,
          },
        ]
      : []),
    ...(trend === 'declining'
      ? [
          {
            kind: 'declining' as const,
            severity: 'medium' as const,
            message: `Recent ${domain} decisions turn out worse than earlier ones`,
          },
        ]
      : []),
  ];
}
