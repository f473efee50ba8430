import { describe, expect, it } from 'vitest';
import { checkTimeRange } from '../../../src/handlers/tool/time-range.ts';

describe('the times between which a call asks', () => {
  it.each([
    ['start_date', 'end_date'],
    ['time_from', 'time_to'],
    ['since', 'until'],
  ])('%s is before %s', (from, to) => {
    const check = (first: string, end: string) => () => checkTimeRange({ [from]: first, [to]: end });
    const message = `${to}: must be later than ${from}.`;
    const late = expect.objectContaining({ message, details: expect.objectContaining({ field: to }) });
    expect(check('2026-11-26T00:00:00Z', '2026-11-20T00:00:00Z')).toThrow(late);
    expect(check('2026-11-26T00:00:00Z', '2026-11-26T00:00:00Z')).toThrow(late);
    expect(check('2026-11-26T00:30:00+01:00', '2026-11-25T23:31:00Z')).not.toThrow();
    expect(check('2026-11-26T00:00:00.000001Z', '2026-11-26T00:00:00.000002Z')).not.toThrow();
  });

  it('may be open on either side', () => {
    for (const input of [{}, { since: '2026-11-26T00:00:00Z' }, { end_date: '2026-11-26T00:00:00Z' }])
      expect(() => checkTimeRange(input)).not.toThrow();
  });
});
