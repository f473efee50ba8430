import { describe, expect, it } from 'vitest';
import { clockOf } from '../../../../src/handlers/events/offline/when.ts';
import { loadTokenEnds } from '../../../../src/handlers/events/tokens.ts';

describe('the time of an event', () => {
  it('is not made up where there is no day to count from', () => {
    const clock = clockOf(null, null);
    expect(clock.timeOf("I'll call Zoë tomorrow.", true)).toBeNull();
    expect(clock.timeOf('We met on Monday.', false)).toBeNull();
    expect(clock.timeOf('We met on 3 May 2026.', false)).toBe('2026-05-03T00:00:00.000Z');
    expect(clockOf('2026-05-04', null).timeOf("I'll call Zoë tomorrow.", true)).toBe(
      '2026-05-05T00:00:00.000Z',
    );
  });

  it('is what holds now where it was moved from one day to another', () => {
    const clock = clockOf('2026-05-04', null);
    for (const moved of ['moved from 1 June to 8 June', 'is not from 1 to 8 June'])
      expect(clock.timeOf(`The start ${moved} because of rain.`, false)).toBe('2026-06-08T00:00:00.000Z');
  });
});

describe('tokens', () => {
  it.each(['a', '🚀', ' ', '"'])('of millions of %j without a break are counted', async (unit) => {
    const text = unit.repeat(2_000_000);
    const ends = (await loadTokenEnds())(text);
    expect(ends.at(-1)).toBe(text.length);
  });
});
