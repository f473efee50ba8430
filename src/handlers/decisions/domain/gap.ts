import { exceeds } from './numbers.ts';

export type CalibrationStatus = 'overconfident' | 'well-calibrated' | 'underconfident';

/** A gap of at most .05 either way is well-calibrated; above that overconfident, below underconfident. */
export function statusOf(gap: number): CalibrationStatus {
  if (exceeds(gap, 0.05)) return 'overconfident';
  return exceeds(-gap, 0.05) ? 'underconfident' : 'well-calibrated';
}

/**
 * The correction for a confidence with this gap to the success rate. It is smaller than the gap, and confidence is raised
 * more cautiously than it is lowered: acting on too much confidence costs more than on too little.
 */
export function adjustmentFor(gap: number): number {
  if (exceeds(gap, 0.25)) return -0.15;
  if (exceeds(gap, 0.05)) return -0.1;
  if (exceeds(-gap, 0.25)) return 0.1;
  return exceeds(-gap, 0.05) ? 0.05 : 0;
}

/** Rates the mean squared gap of all domains, so that one bad domain does not hide behind a large good one. */
export function overallCalibration(gaps: readonly number[]): 'good' | 'fair' | 'poor' | 'no_data' {
  if (gaps.length === 0) return 'no_data';
  const rms = Math.sqrt(gaps.reduce((sum, gap) => sum + gap * gap, 0) / gaps.length);
  if (!exceeds(rms, 0.1)) return 'good';
  return exceeds(rms, 0.2) ? 'poor' : 'fair';
}
