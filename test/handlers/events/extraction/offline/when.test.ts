import { describe, expect, it } from 'vitest';
import { extractOffline } from '../../../../../src/handlers/events/extraction/offline/index.ts';
import { clockOf } from '../../../../../src/handlers/events/extraction/offline/when.ts';
import { loadTokenEnds } from '../../../../../src/handlers/events/extraction/tokens.ts';

describe('the time of an event', () => {
  it('is not guessed without a reference date', () => {
    const clock = clockOf(null, null);
    expect(clock.timeOf("I'll call Zoë tomorrow.", 'forward')).toBeNull();
    expect(clock.timeOf('We met on Monday.', 'backward')).toBeNull();
    expect(clock.timeOf('We met on 3 May 2026.', 'backward')).toBe('2026-05-03T00:00:00.000Z');
    expect(clockOf('2026-05-04', null).timeOf("I'll call Zoë tomorrow.", 'forward')).toBe(
      '2026-05-05T00:00:00.000Z',
    );
  });

  it('is the new one when it was moved from one day to another', () => {
    const clock = clockOf('2026-05-04', null);
    for (const moved of ['moved from 1 June to 8 June', 'is not from 1 to 8 June'])
      expect(clock.timeOf(`The start ${moved} because of rain.`, 'forward')).toBe('2026-06-08T00:00:00.000Z');
  });
});

describe('a day without a date', () => {
  // A Wednesday.
  const time = (sentence: string) => {
    const [event] = extractOffline({
      ...{ artifactType: 'chat', title: null, author: null, participants: [], documentDate: null },
      ...{ sourceTime: '2026-03-04T10:00:00Z', pieces: [{ chunkId: null, text: sentence, start: 0 }] },
    }).events;
    return event?.eventTime?.slice(0, 10);
  };

  it.each([
    ["Let's push the review to Monday.", '2026-03-09'],
    ['We decided to launch on Friday.', '2026-03-06'],
    ['The meeting was moved from Monday to Friday.', '2026-03-06'],
    ['Priya joins the team on Monday.', '2026-03-09'],
    ['We will ship it on 20 December.', '2026-12-20'],
  ])('lies ahead in %j', (sentence, day) => {
    expect(time(sentence)).toBe(day);
  });

  it.each([
    ['Ana: we met with the bank on Friday.', '2026-02-27'],
    ['We decided on Friday to wait.', '2026-02-27'],
    ['The server crashed on Sunday.', '2026-03-01'],
    ['The server has been down since Monday.', '2026-03-02'],
    ['We shipped it on 20 December.', '2025-12-20'],
    ['Tom took over the team in November.', '2025-11-01'],
  ])('lies behind in %j', (sentence, day) => {
    expect(time(sentence)).toBe(day);
  });

  it('is resolved separately for each event of a sentence', () => {
    const { events } = extractOffline({
      ...{ artifactType: 'note', title: null, author: null, participants: [], documentDate: '2026-03-04' },
      sourceTime: null,
      pieces: [
        {
          chunkId: null,
          text: 'We postponed the launch to May, and Ana will tell the client tomorrow.',
          start: 0,
        },
      ],
    });
    expect(events.map(({ eventTime }) => eventTime?.slice(0, 10))).toEqual(['2026-05-01', '2026-03-05']);
  });
});

describe('tokens', () => {
  it.each(['a', '🚀', ' ', '"'])('of millions of %j without a break are counted', async (unit) => {
    const text = unit.repeat(2_000_000);
    const ends = (await loadTokenEnds())(text);
    expect(ends.at(-1)).toBe(text.length);
  });
});
