import { adjustmentFor, type CalibrationStatus, statusOf } from './gap.ts';
import { clamp, percent, rounded } from './numbers.ts';

/** Recommendations derived from the numbers. */

export const teamAdvice = (status: CalibrationStatus, gap: number, domain: string): string =>
  ({
    'well-calibrated': `Keep doing what you are doing: confidence in ${domain} decisions matches their outcomes`,
    overconfident: `Confidence in ${domain} decisions is ${percent(gap)} above their success rate: state less, or check more before deciding`,
    underconfident: `Confidence in ${domain} decisions is ${percent(-gap)} below their success rate: trust them more`,
  })[status];

/** The confidence that the numbers support. */
export const adjusted = (confidence: number, gap: number): number =>
  rounded(clamp(confidence + adjustmentFor(gap), 0, 1), 2);

export function ownAdvice(confidence: number, gap: number, domain: string): string {
  const status = statusOf(gap);
  if (status === 'well-calibrated') return `Your confidence matches the outcomes of ${domain} decisions`;
  const slightly = Math.abs(gap) <= 0.25 ? 'slightly ' : '';
  return `You are ${slightly}${status} by ${percent(Math.abs(gap))} for the ${domain} domain: consider ${adjusted(confidence, gap).toFixed(2)}`;
}

export const outcomeAdvice = (status: CalibrationStatus, domain: string): string =>
  ({
    'well-calibrated': `Team is well-calibrated in ${domain} decisions`,
    overconfident: `Team is overconfident in ${domain} decisions: state lower confidence or compare more alternatives`,
    underconfident: `Team is underconfident in ${domain} decisions: they turn out better than expected`,
  })[status];

export const tooFew = (count: number, needed: number, domain: string): string =>
  `Only ${count} of the required ${needed} outcomes are recorded for ${domain} decisions: record ${needed - count} more with membria_record_outcome`;
