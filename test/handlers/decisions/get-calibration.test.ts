import { describe, expect, it } from 'vitest';
import { tally } from '../../../src/handlers/decisions/domain/calibration.ts';
import getCalibration from '../../../src/handlers/decisions/get-calibration.ts';
import { call, fail } from '../../support/call.ts';
import { useDecisions } from '../../support/decisions.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();
const { completed } = useDecisions(lake);

describe('membria_get_calibration', () => {
  it('rates eight of ten at .75 well-calibrated', async () => {
    await completed('Use PostgreSQL for the user database', 'database', 0.75, [1, 1, 1, 1, 0, 1, 1, 0, 1, 1]);
    expect(await call(getCalibration, { domain: 'database' }, lake.deps)).toMatchObject({
      domain: 'database',
      sample_size: 10,
      success_rate: 0.75,
      mean_confidence: 0.75,
      confidence_gap: 0,
      status: 'well-calibrated',
      alpha: 9,
      beta: 3,
      variance: 0.014423, // 27 / (144·13)
      brier_score: 0.1625,
      expected_calibration_error: 0.05,
    });
  });

  it('rates three of five at .85 overconfident', async () => {
    await completed('Use OAuth for partner logins', 'auth', 0.85, [1, 0, 1, 0, 1]);
    const found = await call(getCalibration, { domain: 'auth' }, lake.deps);
    expect(found).toMatchObject({ success_rate: 0.5714, confidence_gap: 0.2786, status: 'overconfident' });
  });

  it('has the interval and variance of α 9.8, β 2.2', async () => {
    await completed(
      'Version the public API by header',
      'api',
      0.8,
      Array.from({ length: 10 }, () => 0.88),
    );
    const found = await call(getCalibration, { domain: 'api' }, lake.deps);
    expect(found).toMatchObject({ alpha: 9.8, beta: 2.2, success_rate: 0.8167, variance: 0.011517 });
    expect(found.credible_interval_95[0]).toBeCloseTo(0.565, 3);
    expect(found.credible_interval_95[1]).toBeCloseTo(0.971, 3);
  });

  it('sums in the database like the formulas', async () => {
    const outcomes = Array.from({ length: 30 }, (_, i) => ({
      confidence: ((i * 37) % 101) / 100,
      score: ((i * 53) % 11) / 10,
    }));
    for (const { confidence, score } of outcomes)
      await completed('Choose a layout for the settings page', 'frontend', confidence, [score]);
    const [stored] = await lake.db.sql<{ tally: string }[]>`
      select tally::text from calibrations where domain = 'frontend'`;
    const summed = JSON.parse(stored?.tally ?? '');
    const expected = tally(outcomes);
    expect(summed.bins.map((bin: { count: number }) => bin.count)).toEqual(
      expected.bins.map((bin) => bin.count),
    );
    expect(summed.squaredErrorSum).toBeCloseTo(expected.squaredErrorSum, 9);
    expect(summed.recent.count).toBe(expected.recent.count);
    expect(summed.recent.scoreSum).toBeCloseTo(expected.recent.scoreSum, 9);
    for (const [i, bin] of expected.bins.entries())
      expect(summed.bins[i].scoreSum).toBeCloseTo(bin.scoreSum, 9);
  });

  it('reports how many outcomes a domain still needs', async () => {
    await completed('Use spot machines for the workers', 'infra', 0.7, [1, 1]);
    expect(await fail(getCalibration, { domain: 'infra' }, lake.deps)).toMatchObject({
      status: 422,
      code: -32002,
      data: {
        ...{ sample_size: 2, needed: 1, reason: 'calibration_insufficient' },
        suggestion: expect.stringContaining('Record 1 more outcome with'),
      },
    });
  });

  it('combines all domains without a domain, and omits unrequested parts', async () => {
    const all = await call(
      getCalibration,
      { include_trend: false, include_credible_interval: false },
      lake.deps,
    );
    expect(all).toMatchObject({ domain: 'all', sample_size: 57 });
    expect(all).not.toHaveProperty('trend');
    expect(all).not.toHaveProperty('credible_interval_95');
  });

  it('rejects an unknown domain', async () => {
    expect(await fail(getCalibration, { domain: 'cooking' }, lake.deps)).toMatchObject({
      status: 400,
      data: { reason: 'invalid_module', suggestion: expect.stringContaining('database') },
    });
  });
});
