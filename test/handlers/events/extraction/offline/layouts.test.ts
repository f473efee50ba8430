import { describe, expect, it } from 'vitest';
import { readDocument } from '../../../../../src/handlers/events/extraction/offline/document/read.ts';
import {
  dayNear,
  isOnlyDay,
} from '../../../../../src/handlers/events/extraction/offline/document/short-days.ts';
import { extractOffline } from '../../../../../src/handlers/events/extraction/offline/index.ts';
import { deadlinesIn } from '../../../../../src/handlers/events/extraction/offline/time/deadlines.ts';
import { daysIn } from '../../../../../src/handlers/events/extraction/offline/time/find.ts';
import { registryOf } from '../../../../../src/handlers/events/extraction/offline/who/registry.ts';
import { sourceDocument } from '../../../../support/source-document.ts';

const model = (text: string, participants: string[] = [], type = 'doc') =>
  readDocument(text, { type, participants, author: null, day: '2026-03-20' });
/** The stamp of the block that begins so. */
const dayOf = (text: string, words: string): string | undefined => {
  const block = model(text).blocks.find(({ start }) => text.startsWith(words, start));
  if (block === undefined) throw new Error(`No block begins with ${words}`);
  return block.stamp?.iso;
};
const events = (text: string, more: Parameters<typeof sourceDocument>[1] = {}) =>
  extractOffline(sourceDocument(text, { documentDate: '2026-03-20', ...more })).events.map(
    ({ category, evidence, actors, eventTime, due }) => ({
      category,
      quote: evidence[0]?.quote ?? '',
      who: actors.map(({ ref }) => ref),
      when: eventTime?.slice(0, 10),
      due: due?.slice(0, 10),
    }),
  );

describe('a day without its year', () => {
  it.each([
    ['Tuesday 03/26', '2026-03-26'],
    ['March 26: the code is frozen', '2026-03-26'],
    ['**Thursday, February 12, at 03:30 UTC:** the tunnel broke', '2026-02-12T03:30:00Z'],
    ['12. Februar – der Tunnel fiel aus', '2026-02-12'],
    ['30 December', '2025-12-30'],
    ['3/4 of the rooms are free', undefined],
    ['March 26 people came', undefined],
  ])('is the nearest one at the beginning of %j', (text, day) => {
    expect(dayNear(text, '2026-03-20', false)).toBe(day);
  });

  it('dates the list below a line that says nothing else', () => {
    expect(isOnlyDay('Tuesday, 26 March')).toBe(true);
    expect(isOnlyDay('Tuesday, 26 March: we met')).toBe(false);
    const text =
      '# Move of the archive\n\nTuesday, 24 March\n- Pack the maps\n\nFriday 03/27\n- Carry the boxes\n';
    expect([dayOf(text, 'Pack'), dayOf(text, 'Carry')]).toEqual(['2026-03-24', '2026-03-27']);
  });

  it('dates an entry of a list, and what is nested in it', () => {
    const text =
      '# What happened\n\n- **March 12, 08:10 UTC:** The lift stopped.\n  - A visitor rang the bell\n- It was repaired\n';
    expect([dayOf(text, '**March'), dayOf(text, 'A visitor'), dayOf(text, 'It was')]).toEqual([
      '2026-03-12T08:10:00Z',
      '2026-03-12T08:10:00Z',
      undefined,
    ]);
  });
});

describe('a day in figures', () => {
  const days = (text: string, from: string) =>
    daysIn(text, 'en', from, 'forward').map(({ iso }) => iso.slice(0, 10));
  it('is of the month that is near to the day it is said on', () => {
    expect(days('Ben will draw it by Wednesday (04.08.2026)', '2026-04-06T00:00:00Z')).toContain(
      '2026-04-08',
    );
    expect(days('It is due on 04.08.2026', '2026-07-20T00:00:00Z')).toEqual(['2026-08-04']);
    expect(days('The next call is on Thursday, Oct. 15th', '2026-10-01T00:00:00Z')).toEqual(['2026-10-15']);
  });
});

it.each([
  ['I will send it in a day or two.', '2026-03-06'],
  ['It will be ready within one or two weeks.', '2026-03-18'],
])('a deadline of two lengths is the later one: %j', (text, day) => {
  expect(deadlinesIn(text, 'en', '2026-03-04T00:00:00Z').map(({ iso }) => iso.slice(0, 10))).toEqual([day]);
});

describe('the layout of', () => {
  it('Org mode has headings of stars and a head of keys', () => {
    const text =
      '#+TITLE: Broken lift\n#+DATE: 2026-03-12\n\n* Timeline\n  - 08:10 - the lift stopped\n** Later\n   It was repaired.\n';
    const { blocks, date } = model(text);
    expect(date).toBe('2026-03-12');
    expect(blocks.map(({ path }) => path.map((heading) => heading.text))).toEqual([
      ['Timeline'],
      ['Timeline', 'Later'],
    ]);
  });

  it('a table whose tasks are called names has its people in the column beside', () => {
    const text =
      '# Next\n\nName | Assigned to | Deadline | Notes\n---|---|---|---\nOrder the lamps for the hall | Ana Lopez | Apr 9th | They must be dimmable and come with their own cables\n';
    const [found] = events(text, { participants: ['Ana Lopez'] });
    expect(found).toMatchObject({ category: 'Commitment', who: ['Ana Lopez'], due: '2026-04-09' });
    expect(found?.quote).toContain('Order the lamps');
  });

  it('a table of tasks right below those present is none of their list', () => {
    const text =
      '# Board, 20 March 2026\n\nAttendees:\n- Ana Lopez - City (ALO), chair\n- Ben Okri\n\nTask | Owner | Due\n---|---|---\nOrder the lamps for the hall | ALO | 9 April\n\nALO will carry the maps to the archive.\n';
    expect(events(text)).toMatchObject([
      { quote: 'Order the lamps for the hall', who: ['Ana Lopez'], due: '2026-04-09' },
      { who: ['Ana Lopez'] },
    ]);
    expect(
      extractOffline(sourceDocument(text, { documentDate: '2026-03-20' })).events.map(
        ({ narrative }) => narrative,
      ),
    ).toEqual(['Ana Lopez: Order the lamps for the hall', 'Ana Lopez will carry the maps to the archive.']);
  });

  it('a chat that was saved as a page names who speaks', () => {
    const line = (who: string, words: string) =>
      `<span class="t">[20:41]</span> <span>&lt;${who}&gt; ${words}</span><br />`;
    const text = [line('hana', 'I fixed the door'), line('ben', 'thanks'), line('hana', 'see you')].join(
      '\n',
    );
    expect(model(text, [], 'chat').blocks.map(({ speaker }) => speaker)).toEqual(['hana', 'ben', 'hana']);
  });

  it('a release has its day in a line of its own', () => {
    const text =
      '## v2.1.0\n\n*March 3, 2026*\n\n- Faster start\n\n## v2.0.9\n\n*Feb 9, 2026*\n\n- Fewer crashes\n';
    expect([dayOf(text, 'Faster'), dayOf(text, 'Fewer')]).toEqual(['2026-03-03', '2026-02-09']);
  });

  it('an item with a day at its end is nobody speaking', () => {
    const text =
      '# Plan\n\n* Dress Rehearsal - Monday Oct 5th 2026\n* Opening - Friday Oct 9th 2026\n\n* Tickets are printed\n';
    expect(model(text).blocks.map(({ speaker }) => speaker)).toEqual([undefined, undefined, undefined]);
  });
});

it('what is planned for a later day is said on the day of the text, and due then', () => {
  const found = events('# Plan of the move\n\n- 2026-04-14: Ben will carry the boxes to the new archive.\n', {
    title: 'Plan of the move, 20 March 2026',
    participants: ['Ben Okri'],
  });
  expect(found).toMatchObject([{ category: 'Commitment', when: '2026-03-20', due: '2026-04-14' }]);
});

it('nothing is due on a day since when something is so', () => {
  const found = events('# Tasks\n\n- [ ] Ben: check the alarm, it is silent since March 2\n', {
    participants: ['Ben Okri'],
  });
  expect(found.map(({ due }) => due)).toEqual([undefined]);
});

describe('who is meant by', () => {
  const resolve = (text: string, name: string, participants: string[] = []) => {
    const read = readDocument(text, { type: 'doc', participants, author: null });
    return registryOf(read, text).resolve(name);
  };
  it('initials behind an affiliation in a list of those present', () => {
    const text =
      '# Attendees\n\n- Shira Cohen - City Library (SHC), chair\n- Uma Sand, Invited Expert (USD)\n\n# Notes\n\nSHC: fine.\n';
    expect([resolve(text, 'SHC'), resolve(text, 'USD')]).toEqual(['Shira Cohen', 'Uma Sand']);
  });

  it('first and last initials, a handle before a name in brackets, letters behind the name of a fund', () => {
    const text = 'The Open Garden Lamp Fund (OGLF) met. Thanks to @lampion7 (Anna holm) for the lamps.\n';
    expect(
      ['DW', 'lampion7', 'OGLF'].map((name) => resolve(text, name, ['David A. Wheeler', 'Ben Wu'])),
    ).toEqual(['David A. Wheeler', 'Anna holm', 'Open Garden Lamp Fund']);
  });

  it('a short name, a handle with a number, a handle that begins with the name', () => {
    expect(resolve('x', 'Danny', ['Daniel Reyes'])).toBe('Daniel Reyes');
    expect(resolve('x', 'Vic', ['Victoria Hall'])).toBe('Victoria Hall');
    expect(resolve('x', 'Jan', ['Janet Hall'])).toBe('Jan');
    expect(resolve('x', 'anamiller7', ['Ana Miller'])).toBe('Ana Miller');
    expect(resolve('x', 'Colin', ['colinb'])).toBe('colinb');
  });

  it('everything in the round of one person is of that person', () => {
    const found = events(
      '# Round\n\n- Hana\n  - Archive\n    - will order new shelves for the maps\n- Ben\n  - nothing\n',
      {
        participants: ['Hana', 'Ben'],
      },
    );
    expect(found.find(({ quote }) => quote.includes('shelves'))?.who).toEqual(['Hana']);
  });
});
