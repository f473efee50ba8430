import { evidenceOf, type OptionEvidence } from '../../db/decisions/evidence.ts';
import type { Sql } from '../../db/postgres/connect.ts';
import { isUnavailable } from '../../db/postgres/errors.ts';
import { calibrationOf, type Known, teamRate } from './calibrations.ts';
import { credibleInterval } from './credible-interval.ts';
import { type Basis, type Judgement, judged, rateOver } from './domain/advice.ts';
import { type Beta, mean } from './domain/beta.ts';
import { type Calibration, fewestOutcomes, pooled } from './domain/calibration.ts';
import type { Warning } from './domain/firewall.ts';
import { nested } from './domain/hierarchy.ts';
import type { Reading } from './domain/options/read.ts';
import { inTime } from './time-limit.ts';

/** What past outcomes say about a confidence, from the narrowest class of decisions that has enough of them. */

export type ClassOfDecisions = Basis & {
  posterior: Beta;
  interval: [number, number];
  count: number;
  domain: string;
};

/** The class of all decisions of a domain. */
export async function domainClass(calibration: Calibration, domain: string): Promise<ClassOfDecisions> {
  const { posterior, successRate, sampleSize } = calibration;
  return {
    name: domain,
    evidence: `${domain}: ${rateOver(successRate, sampleSize)}`,
    rate: successRate,
    option: false,
    posterior,
    interval: await credibleInterval(posterior),
    count: sampleSize,
    domain,
  };
}

export type Classes = { option: ClassOfDecisions | undefined; team: ClassOfDecisions | undefined };

/** The classes of a decision with enough outcomes: that of its option, and its domain. Every figure of an answer is from the first. */
export async function classesOf(
  sql: Sql,
  known: Known,
  decision: { reading: Reading | undefined; domain: string },
): Promise<Classes> {
  const calibration = calibrationOf(known, decision.domain);
  return {
    option: await optionClass(sql, known, decision),
    team:
      calibration && teamRate(calibration) !== undefined
        ? await domainClass(calibration, decision.domain)
        : undefined,
  };
}

/**
 * The narrowest class of a decision with at least three outcomes: its option in its domain, then its option anywhere. With
 * several options, the one with most outcomes.
 */
async function optionClass(
  sql: Sql,
  known: Known,
  { reading, domain }: { reading: Reading | undefined; domain: string },
): Promise<ClassOfDecisions | undefined> {
  const chosen = (reading?.options ?? []).filter(({ role }) => role === 'chosen');
  const keys = chosen.map(({ key }) => key);
  const found = await inTime(evidenceOf(sql, keys)).catch((error): OptionEvidence[] => {
    if (isUnavailable(error)) return []; // the rates of domains may still be cached
    throw error;
  });
  const all = totals(pooled(known.calibrations.map(({ tally }) => tally)).bins);
  const own = known.calibrations.find((one) => one.domain === domain);
  const here = enough(found.filter((one) => one.domain === domain));
  if (here && own) {
    const posterior = nested([all, totals(own.tally.bins), here]);
    return await toClass(here, domain, posterior);
  }
  const anywhere = enough(chosen.map(({ key }) => summed(found.filter(({ option }) => option === key))));
  return anywhere && (await toClass(anywhere, 'all domains', nested([all, anywhere])));
}

const totals = (bins: readonly { count: number; scoreSum: number }[]) =>
  bins.reduce((sum, bin) => ({ count: sum.count + bin.count, scoreSum: sum.scoreSum + bin.scoreSum }), {
    count: 0,
    scoreSum: 0,
  });

const summed = (rows: readonly OptionEvidence[]): OptionEvidence => ({
  option: rows[0]?.option ?? '',
  label: rows[0]?.label ?? '',
  domain: 'all domains',
  ...totals(rows),
  successes: rows.reduce((sum, { successes }) => sum + successes, 0),
});

const enough = (rows: readonly OptionEvidence[]): OptionEvidence | undefined =>
  rows.filter(({ count }) => count >= fewestOutcomes).toSorted((a, b) => b.count - a.count)[0];

async function toClass(
  { label, count, successes }: OptionEvidence,
  domain: string,
  posterior: Beta,
): Promise<ClassOfDecisions> {
  return {
    name: label,
    evidence: `${label}: ${successes} of ${count} in ${domain}`,
    rate: mean(posterior),
    option: true,
    posterior,
    interval: await credibleInterval(posterior),
    count,
    domain,
  };
}

const mostMissing = 200;

/** Judges a stated confidence by a class, and counts the outcomes that are missing to judge it. */
export async function judge(
  stated: number,
  { rate, interval, posterior }: ClassOfDecisions,
): Promise<Judgement> {
  const status = judged(stated, rate, interval);
  if (status !== 'inconclusive') return { status, missing: null };
  const tells = async (more: number): Promise<boolean> => {
    const [low, high] = await credibleInterval({
      alpha: posterior.alpha + more * rate,
      beta: posterior.beta + more * (1 - rate),
    });
    return stated < low || stated > high;
  };
  if (!(await tells(mostMissing))) return { status, missing: null };
  let [low, high] = [0, mostMissing];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (await tells(middle)) high = middle;
    else low = middle;
  }
  return { status, missing: high };
}

/** Weak while the credible interval holds the stated confidence. */
export const weight = (stated: number, { interval: [low, high] }: ClassOfDecisions): 'weak' | 'strong' =>
  stated < low || stated > high ? 'strong' : 'weak';

/** Whether the mean stated confidence of a domain is outside of the interval of its success rate. */
export async function evidenceFor({ meanConfidence, posterior }: Calibration): Promise<'weak' | 'strong'> {
  const [low, high] = await credibleInterval(posterior);
  return meanConfidence !== null && (meanConfidence < low || meanConfidence > high) ? 'strong' : 'weak';
}

/** Adds `weak` as the evidence of warnings of overconfidence that the outcomes of the class do not bear out yet. */
export const withEvidence = (
  warnings: readonly Warning[],
  basis: ClassOfDecisions | undefined,
  confidence: number | undefined,
): Warning[] =>
  warnings.map((one) =>
    one.type === 'overconfidence' &&
    one.evidence === undefined &&
    basis !== undefined &&
    confidence !== undefined &&
    weight(confidence, basis) === 'weak'
      ? { ...one, evidence: 'weak' }
      : one,
  );
