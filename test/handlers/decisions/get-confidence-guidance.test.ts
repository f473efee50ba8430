import { describe, expect, it } from 'vitest';
import getConfidenceGuidance from '../../../src/handlers/decisions/get-confidence-guidance.ts';
import { call } from '../../support/call.ts';
import { useDecisions } from '../../support/decisions.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();
const { completed } = useDecisions(lake);

const guide = (input: object) => call(getConfidenceGuidance, { domain: 'auth', ...input }, lake.deps);

describe('membria_get_confidence_guidance', () => {
  it('returns the prior before three outcomes', async () => {
    expect(await guide({ decision_confidence: 0.8 })).toMatchObject({
      status: 'no_data',
      sample_size: 0,
      actual_success_rate: 0.5,
      credible_interval_95: [0.025, 0.975],
      confidence_gap: null,
      calibration_status: null,
      adjustment: 0,
    });
  });

  it('distinguishes the caller from the team', async () => {
    await completed('Use OAuth for partner logins', 'auth', 0.85, [1, 0, 1, 0, 1]);
    const team = await guide({});
    expect(team).toMatchObject({
      status: 'data_available',
      sample_size: 5,
      your_confidence: null,
      team_confidence: 0.85,
      confidence_gap: 0.2786,
      calibration_status: 'overconfident',
      adjustment: -0.15,
    });
    const you = await guide({ decision_confidence: 0.45 });
    expect(you).toMatchObject({
      confidence_gap: -0.1214,
      calibration_status: 'underconfident',
      adjustment: 0.05,
    });
    expect(you).toMatchObject({ evidence: 'weak', basis: 'auth: 57.1% over 5 outcomes' });
    expect(you.recommendation).toMatch(
      /too few to call your 0\.45 wrong; \d+ more outcomes at this rate would tell/,
    );
  });

  it('has all figures from the option, where that has outcomes', async () => {
    await completed('Use SAML for the partners', 'auth', 0.85, [0, 0, 0]);
    const about = await guide({ decision_confidence: 0.85, context: 'Use SAML for the staff' });
    const [, figure] = /consider (0\.\d\d)$/.exec(about.recommendation) ?? [];
    expect(about).toMatchObject({ basis: 'SAML: 0 of 3 in auth', sample_size: 3, evidence: 'strong' });
    expect(about.your_confidence + about.adjustment).toBeCloseTo(Number(figure), 10);
    expect(about.actual_success_rate).toBeCloseTo(Number(figure), 2);
    expect(about.confidence_gap).toBeCloseTo(0.85 - about.actual_success_rate, 4);
    const usual = await guide({ context: 'Use SAML for the staff' });
    expect(usual).toMatchObject({ basis: 'SAML: 0 of 3 in auth', calibration_status: 'overconfident' });
    expect(usual.recommendation).toMatch(
      /^Confidence in SAML decisions is above .*\(SAML: 0 of 3 in auth\)$/,
    );
  });

  it('returns similar patterns', async () => {
    await completed('Use feature flags for auth changes', 'auth', 0.75, [1, 1, 1, 1]);
    const { similar_patterns } = await guide({ context: 'Roll out the new login behind feature flags' });
    expect(similar_patterns).toMatchObject([
      {
        pattern: 'Use feature flags in auth decisions: 4 of 4 succeeded (auth changes)',
        success_rate: 1,
        confidence: 0.8333,
      },
    ]);
    expect((await guide({ context: 'Rename a colour' })).similar_patterns).toEqual([]);
    expect((await guide({ context: 'Write down the auth changes' })).similar_patterns).toEqual([]);
  });
});
