import { adjustmentFor, type CalibrationStatus, statusOf } from './gap.ts';
import { clamp, percent, rounded } from './numbers.ts';

/** Recommendations derived from the numbers. They speak of over- and underconfidence only where the evidence excludes chance. */

/** What the outcomes of a class of decisions say about a stated confidence. */
export type Judgement = {
  /** `inconclusive`: the gap is over .05, but the credible interval holds the stated confidence. */
  status: CalibrationStatus | 'inconclusive';
  /** Outcomes missing until the interval would exclude it at this rate; null where it does, or above 200. */
  missing: number | null;
};

/** The class of decisions that a judgement is based on. */
export type Basis = {
  /** The class in words: "database", or "MongoDB". */
  name: string;
  /** Its evidence in words: "database: 75% over 11 outcomes", "MongoDB: 0 of 3 in database". */
  evidence: string;
  /** The success rate. */
  rate: number;
  /** Whether it is an option, whose rate is itself the suggestion. */
  option: boolean;
};

/** "75% over 11 outcomes": a rate of scores; counts of an option are written "2 of 3". */
export const rateOver = (rate: number, count: number): string =>
  `${percent(rate)} over ${count} ${count === 1 ? 'outcome' : 'outcomes'}`;

const more = ({ missing }: Judgement): string =>
  missing === null
    ? 'even 200 more outcomes at this rate would not tell'
    : `${missing} more ${missing === 1 ? 'outcome' : 'outcomes'} at this rate would tell`;

export function teamAdvice(
  { status, missing }: Judgement,
  stated: number,
  { evidence, name }: Basis,
): string {
  const words = {
    'well-calibrated': `Keep doing what you are doing: confidence in ${name} decisions matches their outcomes`,
    overconfident: `Confidence in ${name} decisions is above their success rate: state less, or check more before deciding`,
    underconfident: `Confidence in ${name} decisions is below their success rate: trust them more`,
    inconclusive:
      missing === null
        ? `The outcomes do not speak against a confidence of ${percent(stated)} in ${name} decisions, and ${more({ status, missing })}`
        : `Too few outcomes to call a confidence of ${percent(stated)} in ${name} decisions wrong: ${more({ status, missing })}`,
  }[status];
  return `${words} (${evidence})`;
}

/** The confidence that the numbers support: the rate of an option itself, since a domain has easier and harder choices. */
export function suggested(confidence: number, { rate, option }: Pick<Basis, 'rate' | 'option'>): number {
  const gap = confidence - rate;
  if (option) return rounded(statusOf(gap) === 'well-calibrated' ? confidence : rate, 2);
  return rounded(clamp(confidence + adjustmentFor(gap), 0, 1), 2);
}

/** What to add to a confidence to arrive at the suggested one. */
export const adjustmentBy = (confidence: number, basis: Pick<Basis, 'rate' | 'option'>): number => {
  const gap = confidence - basis.rate;
  if (!basis.option) return adjustmentFor(gap);
  return statusOf(gap) === 'well-calibrated' ? 0 : rounded(suggested(confidence, basis) - confidence);
};

export function ownAdvice(judgement: Judgement, confidence: number, basis: Basis): string {
  const { status, missing } = judgement;
  const { evidence, rate } = basis;
  if (status === 'well-calibrated') return `${evidence}: your confidence matches`;
  if (status === 'inconclusive')
    return missing === null
      ? `${evidence}: this does not speak against your ${confidence.toFixed(2)}, and ${more(judgement)}`
      : `${evidence}: too few to call your ${confidence.toFixed(2)} wrong; ${more(judgement)}`;
  const slightly = Math.abs(confidence - rate) <= 0.25 ? 'slightly ' : '';
  return `${evidence}: you are ${slightly}${status}, consider ${suggested(confidence, basis).toFixed(2)}`;
}

export const outcomeAdvice = (judgement: Judgement, domain: string): string =>
  ({
    'well-calibrated': `Team is well-calibrated in ${domain} decisions`,
    overconfident: `Team is overconfident in ${domain} decisions: state lower confidence or compare more alternatives`,
    underconfident: `Team is underconfident in ${domain} decisions: they turn out better than expected`,
    inconclusive: `Whether confidence in ${domain} decisions is right cannot be told${judgement.missing === null ? '' : ' yet'}: ${more(judgement)}`,
  })[judgement.status];

export const tooFew = (count: number, needed: number, domain: string): string =>
  count === 0
    ? `No outcome is recorded for ${domain} decisions yet: record ${needed} with membria_record_outcome`
    : `Only ${count} of the required ${needed} outcomes ${count === 1 ? 'is' : 'are'} recorded for ${domain} decisions: record ${needed - count} more with membria_record_outcome`;

/** How a stated confidence compares, given the interval of the success rate. */
export function judged(
  stated: number,
  rate: number,
  [low, high]: readonly [number, number],
): Judgement['status'] {
  const status = statusOf(stated - rate);
  return status === 'well-calibrated' || stated < low || stated > high ? status : 'inconclusive';
}
