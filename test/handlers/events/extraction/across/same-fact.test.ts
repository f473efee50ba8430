import { describe, expect, it } from 'vitest';
import type { Told } from '../../../../../src/db/events/facts.ts';
import { fullNames, underFullNames } from '../../../../../src/handlers/events/extraction/across/people.ts';
import { toldBefore } from '../../../../../src/handlers/events/extraction/across/same-fact.ts';

const event = (narrative: string, more: Partial<Told> = {}): Told => ({
  ...{
    eventId: narrative,
    category: 'Decision',
    narrative,
    subject: '',
    actors: [],
    eventTime: null,
    due: null,
  },
  ...more,
});
const same = (a: Told, b: Told) => toldBefore([{ ...a, eventId: 'fresh' }], [b]).get('fresh') === b.eventId;

describe('two events tell the same fact', () => {
  it.each([
    ['We close the old reading room on 12 May.', 'Decided: the old reading room closes on May 12.'],
    [
      'Wir schließen den alten Lesesaal am 12. Mai.',
      'Beschluss: Den alten Lesesaal schließen wir am 12. Mai.',
    ],
    ['La salle de lecture ferme le 12 mai.', 'Le 12 mai, la salle de lecture ferme.'],
  ])('in other words: %s', (a, b) => expect(same(event(a), event(b))).toBe(true));

  it.each([
    ['We plant the quince in the courtyard.', 'We plant the sorrel in the courtyard.'],
    ['We close the old reading room on 12 May.', 'We close the old reading room on 19 May.'],
    ['We close the old reading room.', 'We do not close the old reading room.'],
    ['Wir schließen den alten Lesesaal.', 'Wir schließen den alten Lesesaal nicht.'],
    ['Release 4.2 is out.', 'Release 4.3 is out.'],
    ['Done.', 'Done.'],
  ])('but not: %s / %s', (a, b) => expect(same(event(a), event(b))).toBe(false));

  it('only where category, people, days and due days allow it', () => {
    const told = event('The greenhouse roof gets new glass.', {
      category: 'Commitment',
      actors: ['Ana Lopez'],
      eventTime: '2026-03-02T00:00:00Z',
      due: '2026-05-01T00:00:00Z',
    });
    const like = (more: Partial<Told>) => same({ ...told, ...more }, told);
    expect(like({})).toBe(true);
    expect(like({ actors: ['ana'], eventTime: '2026-03-09T00:00:00Z', due: null })).toBe(true);
    expect(like({ actors: [] })).toBe(true);
    expect(like({ actors: ['Ben'] })).toBe(false);
    expect(like({ category: 'Execution' })).toBe(false);
    expect(like({ eventTime: '2026-03-12T00:00:00Z' })).toBe(false);
    expect(like({ due: '2026-05-08T00:00:00Z' })).toBe(false);
  });

  it('whoever tells it', () => {
    const decided = event('We decided to renew the subscription to the maps archive for two years.');
    const mailed = event('ben@example.org: We decided to renew the subscription to the maps archive.', {
      actors: ['ben@example.org'],
    });
    expect(same(mailed, decided)).toBe(true);
  });

  it('by the most alike of several', () => {
    const known = [
      event('The west gate of the garden opens at eight in summer.'),
      event('The west gate of the garden opens at eight.'),
    ];
    const fresh = event('At eight opens the west gate of the garden.');
    expect(toldBefore([fresh], known).get(fresh.eventId)).toBe(known[1]?.eventId);
  });

  it('in any text, without end or fault', () => {
    const long = event('word '.repeat(100_000));
    expect(toldBefore([long, event('')], [event(''), long]).size).toBe(0);
  });
});

describe('a short name', () => {
  it('stands for the one person who bears it', () => {
    const names = [
      'ana',
      'Ana Lopez',
      'Lopez',
      'Ben',
      'Ben Orr',
      'Ben Ash',
      'the team',
      'qa',
      'Vincent van Gogh',
      'Gogh',
    ];
    expect([...fullNames(names)]).toEqual([
      ['ana', 'Ana Lopez'],
      ['lopez', 'Ana Lopez'],
      ['gogh', 'Vincent van Gogh'],
    ]);
  });

  it('is given once beside the full one', () => {
    const meant = new Map([['ana', 'Ana Lopez']]);
    expect(underFullNames([{ ref: 'Ana Lopez' }, { ref: 'ana' }, { ref: 'Ben' }], meant)).toEqual([
      { ref: 'Ana Lopez' },
      { ref: 'Ben' },
    ]);
  });
});
