import { describe, expect, it } from 'vitest';
import getAllCalibrations from '../../../src/handlers/decisions/get-all-calibrations.ts';
import { call } from '../../support/call.ts';
import { useDecisions } from '../../support/decisions.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();
const { completed } = useDecisions(lake);

const all = (input: Record<string, unknown> = {}) => call(getAllCalibrations, input, lake.deps);
const names = ({ domains }: { domains: { domain: string }[] }) => domains.map(({ domain }) => domain);

describe('membria_get_all_calibrations', () => {
  it('returns nothing for an empty lake', async () => {
    expect(await all()).toEqual({ domains: [], overall_calibration: 'no_data', last_updated: null });
  });

  it('lists domains with enough outcomes in the requested order', async () => {
    await completed('Use PostgreSQL for the user database', 'database', 0.75, [1, 1, 1, 0, 1, 1, 1, 0, 1, 1]);
    await completed('Use OAuth for partner logins', 'auth', 0.85, [0, 0, 0, 1, 1, 1]);
    await completed('Use spot machines for the workers', 'infra', 0.7, [1, 1]);
    const found = await all();
    expect(names(found)).toEqual(['database', 'auth']);
    expect(found).toMatchObject({ overall_calibration: 'poor', last_updated: expect.any(String) });
    expect(found.domains[1]).toMatchObject({
      trend: 'improving',
      status: 'overconfident',
      success_rate: 0.5,
    });
    expect(names(await all({ sort_by: 'trend' }))).toEqual(['auth', 'database']);
    expect(names(await all({ sort_by: 'variance', min_sample_size: 1 }))).toEqual([
      'database',
      'auth',
      'infra',
    ]);
  });
});
