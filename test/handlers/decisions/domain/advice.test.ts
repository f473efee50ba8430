import { describe, expect, it } from 'vitest';
import {
  adjustmentBy,
  outcomeAdvice,
  ownAdvice,
  suggested,
  teamAdvice,
} from '../../../../src/handlers/decisions/domain/advice.ts';

const api = { name: 'api', evidence: 'api: 54.8% over 15 outcomes', rate: 0.548, option: false };
const option = { name: 'MongoDB', evidence: 'MongoDB: 0 of 3 in api', rate: 0.392, option: true };

describe('advice on a confidence', () => {
  it('suggests the rate of an option, and a step towards that of a domain', () => {
    expect(suggested(0.85, option)).toBe(0.39);
    expect(adjustmentBy(0.85, option)).toBe(-0.46);
    expect(suggested(0.41, option)).toBe(0.41); // within .05
    expect(adjustmentBy(0.41, option)).toBe(0);
    expect(suggested(0.85, api)).toBe(0.7);
    expect(adjustmentBy(0.85, api)).toBe(-0.15);
  });

  it('calls outcomes too few only where more of them would tell', () => {
    const more = { status: 'inconclusive', missing: 40 } as const;
    const never = { status: 'inconclusive', missing: null } as const;
    expect(ownAdvice(more, 0.6, api)).toBe(
      'api: 54.8% over 15 outcomes: too few to call your 0.60 wrong; 40 more outcomes at this rate would tell',
    );
    expect(ownAdvice(never, 0.6, api)).toBe(
      'api: 54.8% over 15 outcomes: this does not speak against your 0.60, and even 200 more outcomes at this rate would not tell',
    );
    expect(teamAdvice(more, 0.6, api)).toMatch(/^Too few outcomes to call a confidence of 60% /);
    expect(teamAdvice(never, 0.6, api)).toMatch(/^The outcomes do not speak against a confidence of 60% /);
    expect(outcomeAdvice(more, 'api')).toContain('yet');
    expect(outcomeAdvice(never, 'api')).not.toContain('yet');
  });
});
