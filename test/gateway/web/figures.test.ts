import { describe, expect, it } from 'vitest';
import { Timeline } from '../../../src/gateway/web/parts/events.tsx';
import { Heatmap, levelsOf } from '../../../src/gateway/web/parts/heatmap.tsx';
import { type Bin, Reliability } from '../../../src/gateway/web/parts/reliability.tsx';
import { everyDay } from '../../../src/gateway/web/parts/sizes.tsx';
import { bytes, duration, link, tokensOf } from '../../../src/gateway/web/parts/words.tsx';

describe('the calendar', () => {
  const now = new Date('2026-03-04T10:00:00Z'); // a Wednesday
  const days = [
    { day: '2026-03-04', messages: 7 },
    { day: '2026-03-02', messages: 1 },
    { day: '2025-12-31', messages: 400 },
    { day: '2024-01-01', messages: 9 },
  ];
  const cells = [
    ...String(Heatmap({ days, now })).matchAll(
      /<rect class="level-(\d)" data-day="([\d-]+)" data-messages="(\d+)" x="(\d+)" y="(\d+)"/g,
    ),
  ];
  const cellOf = (day: string) => cells.find((one) => one[2] === day) ?? [];

  it('has a cell for each day of the year up to today, with its messages', () => {
    expect(cells).toHaveLength(52 * 7 + 3);
    expect(cells.at(-1)?.[2]).toBe('2026-03-04');
    expect(cells.map((one) => Number(one[3])).reduce((sum, n) => sum + n, 0)).toBe(408);
    for (const { day, messages } of days.slice(0, 3)) expect(cellOf(day)[3]).toBe(String(messages));
  });

  it('puts weekdays into rows and weeks into columns', () => {
    const [, , , , mondayX, mondayY] = cellOf('2026-03-02').map(Number);
    const [, , , , wednesdayX, wednesdayY] = cellOf('2026-03-04').map(Number);
    expect([wednesdayX, Number(wednesdayY) - Number(mondayY)]).toEqual([mondayX, 24]);
  });

  it('is darker for more, and keeps one huge day from fading the others', () => {
    const level = levelsOf([1, 2, 3, 4, 100_000].map((messages) => ({ day: '', messages })));
    expect([0, 1, 2, 3, 4, 100_000].map(level)).toEqual([0, 1, 1, 2, 3, 4]);
  });
});

describe('the reliability diagram', () => {
  const bin = (from: number, count: number, stated: number | null, actual: number | null): Bin => ({
    from,
    to: from + 0.1,
    count,
    mean_confidence: stated,
    success_rate: actual,
  });

  it('shows every bin that has outcomes where stated and actual say', () => {
    const shown = String(
      Reliability({
        bins: [bin(0, 0, null, null), bin(0.5, 4, 0.55, 0.25), bin(0.9, 16, 0.95, 1)],
        of: 'api',
      }),
    );
    const points = [...shown.matchAll(/<circle class="dot" cx="([\d.]+)" cy="([\d.]+)" r="([\d.]+)"/g)].map(
      (one) => one.slice(1).map(Number),
    );
    const [[x1 = 0, y1 = 0, r1 = 0] = [], [x2 = 0, y2 = 0, r2 = 0] = []] = points;
    expect(points).toHaveLength(2);
    // The plot is 232 units wide and high, from 34 at the left and 246 at the bottom.
    expect([(x1 - 34) / 232, (246 - y1) / 232]).toEqual([expect.closeTo(0.55, 5), expect.closeTo(0.25, 5)]);
    expect([(x2 - 34) / 232, (246 - y2) / 232]).toEqual([expect.closeTo(0.95, 5), expect.closeTo(1, 5)]);
    expect([r1, r2]).toEqual([3 + 5 * 0.5, 8]);
    expect(shown).toContain('stated 55 %, came true 25 %, 4 outcomes');
  });
});

it('days without messages are days of a chart too, up to today', () => {
  const day = (day: string, messages: number) => ({ day, messages, bytes: 0 });
  const now = new Date('2026-03-03T10:00:00Z');
  const all = everyDay([day('2026-02-27', 3), day('2026-03-02', 1)], now);
  expect(all.slice(-5).map(({ messages }) => messages)).toEqual([3, 0, 0, 1, 0]);
  expect([all.length, all[0]?.day, all.at(-1)?.day]).toEqual([30, '2026-02-02', '2026-03-03']);
});

describe('the timeline', () => {
  const event = (event_id: string, event_time: string | null) => ({
    ...{
      event_id,
      event_time,
      artifact_uid: 'u',
      revision_id: 'r',
      category: 'Decision',
      actors: [],
      due: null,
    },
    ...{ narrative: `Event ${event_id}`, confidence: 1, extractor: 'offline', source: { title: null } },
    subject: { ref: '' },
  });

  it('puts every event into its month, newest first, and those without a time last', () => {
    const events = [
      event('1', '2026-01-31T23:59:59Z'),
      event('2', null),
      event('3', '2026-03-01T00:00:00Z'),
      event('4', '2026-01-02T00:00:00Z'),
      event('5', '2025-12-31T00:00:00Z'),
    ];
    const shown = String(Timeline({ events }));
    const months = shown.split('<h3 class="month">').slice(1);
    expect(
      months.map((part) => [part.split('<')[0], [...part.matchAll(/#e-(\d)/g)].map(([, id]) => id)]),
    ).toEqual([
      ['2026-03', ['3']],
      ['2026-01', ['1', '4']],
      ['2025-12', ['5']],
      ['no date', ['2']],
    ]);
  });
});

it('numbers, sizes and links are written alike everywhere', () => {
  expect([bytes(999), bytes(1500), bytes(12_345_678)]).toEqual(['999 B', '1.5 kB', '12 MB']);
  expect([duration(4000), duration(61 * 60_000), duration(72 * 3_600_000)]).toEqual([
    '4 s',
    '1 h 1 min',
    '3 days',
  ]);
  expect(tokensOf(4000)).toBe(1000);
  expect(link('/search', { q: 'a b&c', kind: undefined, project: '' })).toBe('/search?q=a+b%26c');
});
