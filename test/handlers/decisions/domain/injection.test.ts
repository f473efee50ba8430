import { expect, it } from 'vitest';
import { rateOver } from '../../../../src/handlers/decisions/domain/advice.ts';
import { injectionText } from '../../../../src/handlers/decisions/domain/injection.ts';
import { rounded } from '../../../../src/handlers/decisions/domain/numbers.ts';

it('renders the context of a decision as text for a model', () => {
  expect(
    injectionText({
      calibration_context: {
        domain: 'database',
        sample_size: 12,
        team_success_rate: 0.82,
        team_confidence: 0.81,
        status: 'well-calibrated',
        your_confidence: 0.75,
        recommendation: '',
      },
      applicable_skills: [{ skill: 'Pool connections from 5k req/s on', confidence: 0.91 }],
      similar_decisions: [
        { statement: 'PostgreSQL for analytics', success_rate: 0.88, direction: 'same' },
        { statement: 'MongoDB without evaluation', success_rate: 0.62, direction: 'related' },
        { statement: 'Leave PostgreSQL for MySQL', success_rate: 0.9, direction: 'opposite' },
      ],
      warnings: [{ message: 'Database migration without testing detected', severity: 'high' }],
    }),
  ).toBe(`## Membria Decision Context

**Domain:** database
**Team Success Rate:** 82% (12 decisions)
**Your Confidence:** 75% vs Team Average: 81%
**Status:** Well-calibrated (gap: -0.01)

### Applicable Skills:
1. Pool connections from 5k req/s on (91% confidence)

### Similar Decisions:
- ✅ PostgreSQL for analytics (88% success)
- ❌ MongoDB without evaluation (62% success)
- ↔ Leave PostgreSQL for MySQL (decided the other way; 90% success)

### Warnings:
- ⚠️ Database migration without testing detected (high severity)`);
});

it('omits unknown values', () => {
  const nothing = { applicable_skills: [], similar_decisions: [], warnings: [] };
  const team = {
    domain: 'auth',
    sample_size: 0,
    team_success_rate: null,
    team_confidence: null,
    status: 'no_data',
    your_confidence: null,
    recommendation: 'Only 0 of the required 3 outcomes are recorded',
  };
  expect(injectionText({ calibration_context: team, ...nothing })).toBe(
    '## Membria Decision Context\n\n**Domain:** auth\n**Status:** Only 0 of the required 3 outcomes are recorded',
  );
});

it('says a success rate as the recommendation does', () => {
  const rate = 0.54846;
  const text = injectionText({
    calibration_context: {
      domain: 'api',
      sample_size: 15,
      team_success_rate: rounded(rate),
      team_confidence: 0.7,
      status: 'inconclusive',
      your_confidence: null,
      recommendation: `api: ${rateOver(rate, 15)}`,
    },
    applicable_skills: [],
    similar_decisions: [],
    warnings: [],
  });
  const [first, second] = text.matchAll(/[\d.]+%/g);
  expect(first?.[0]).toMatch(/^54\.[89]%$/);
  expect(second?.[0]).toBe(first?.[0]);
});
