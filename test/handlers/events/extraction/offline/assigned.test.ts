import { describe, expect, it } from 'vitest';
import { readDocument } from '../../../../../src/handlers/events/extraction/offline/document/read.ts';
import { extractOffline } from '../../../../../src/handlers/events/extraction/offline/index.ts';
import { sourceDocument } from '../../../../support/source-document.ts';

const people = ['Ana Lopez', 'Ben Okri', 'José Carlos Ruiz'];

/** Who each block is given to, by the layout. */
const given = (text: string, participants = people) =>
  readDocument(text, { type: 'doc', participants, author: null }).blocks.map((block) => [
    text.slice(block.start, block.end).split('\n')[0],
    block.assigned === undefined
      ? undefined
      : block.assigned.everyone
        ? 'everyone'
        : block.assigned.owners.join(' + '),
    block.dueText,
  ]);

describe('an item is given to', () => {
  it.each([
    ['- Order the lamps for the reading room (Ana)', 'Ana'],
    ['- Order the lamps for the reading room (Ana, Ben).', 'Ana + Ben'],
    ['- Order the lamps for the reading room (AI: Ben)', 'Ben'],
    ['- Order the lamps for the reading room [@ben-o]', 'ben-o'],
    ['- Order the lamps for the reading room (#412 by @ben-o)', 'ben-o'],
    ['- Order the lamps for the reading room (thanks to Rosa Marin)', 'Rosa Marin'],
    ['- Order the lamps for the reading room -> Ana', 'Ana'],
    ['- Die Lampen für den Lesesaal bestellen (Ana und Ben)', 'Ana + Ben'],
    ['- Die Lampen für den Lesesaal bestellen. Zuständig: Ana', 'Ana'],
    ['- Commander les lampes de la salle (Ana et Ben)', 'Ana + Ben'],
    ['- Commander les lampes de la salle. Pilote : Ben', 'Ben'],
    ['- Encargar las lámparas de la sala (colaboran Ana y Jose Carlos)', 'Ana + Jose Carlos'],
    ['- Encargar las lámparas de la sala. Responsable: **Ben**.', 'Ben'],
  ])('whoever its layout names: %s', (line, names) => {
    expect(given(`# Tasks\n\n${line}\n`).map(([, who]) => who)).toEqual([names]);
  });

  it.each(['all', 'alle', 'tous', 'todos juntos'])('no one in particular where it says "%s"', (word) => {
    expect(given(`# Tasks\n\n- Order the lamps for the reading room (${word})\n`)[0]?.[1]).toBe('everyone');
  });

  it.each([
    '- Order the lamps for the reading room (see the catalogue)',
    '- Order the lamps for the reading room (LED)',
    '- Order [lamps](https://example.org/lamps) for the reading room',
  ])('nobody by other brackets: %s', (line) => {
    expect(given(`# Tasks\n\n${line}\n`)[0]?.[1]).toBeUndefined();
  });

  it.each([
    ['2. Book the room. Owner: Ben. Due: 22 November 2026.', 'Ben', '22 November 2026'],
    ['- Book the room. Deadline: Friday. Owner: Ana', 'Ana', 'Friday'],
    ['- Book the room. Assignee: Ana, due date: 2026-11-25.', 'Ana', '2026-11-25'],
    ['- Den Raum buchen. Zuständig: Ana. Fällig: 20.03.2025.', 'Ana', '20.03.2025'],
    ['- Den Raum buchen. Frist: 20. März 2025. Zuständig: Ana', 'Ana', '20. März 2025'],
    ['- Réserver la salle. Pilote : Ben. Échéance : 20 mars 2025.', 'Ben', '20 mars 2025'],
  ])('by fields on its own line: %s', (line, who, due) => {
    expect(given(`# Tasks\n\n${line}\n`).map(([, ...fields]) => fields)).toEqual([[who, due]]);
    const text = `# Tasks\n\nDate: 3 March 2025\n\n${line}\n`;
    const events = extractOffline(sourceDocument(text, { participants: people })).events;
    expect(events.map(({ evidence }) => evidence[0]?.quote.split('. ')[0])).toEqual([
      expect.stringMatching(/^(?:Book|Den|Réserver)/),
    ]);
  });

  it('whom the fields below it name, with the day by which it is due', () => {
    expect(
      given(
        '# Tasks\n\n- Order the lamps\n    - Person responsible: Ana\n    - Deadline: Friday\n- Call the insurer\n    + ask for the price\nResponsable: **Ben**.\n',
      ),
    ).toEqual([
      ['Order the lamps', 'Ana', 'Friday'],
      ['Call the insurer', 'Ben', undefined],
      ['ask for the price', undefined, undefined],
    ]);
  });
});

const events = (text: string, title: string, type = 'doc') =>
  extractOffline(
    sourceDocument(text, { artifactType: type, title, participants: people, documentDate: '2026-03-04' }),
  ).events.map(({ actors, due, eventTime, evidence }) => ({
    quote: evidence[0]?.quote,
    who: actors.map(({ ref }) => ref),
    when: eventTime?.slice(0, 10) ?? null,
    due: due?.slice(0, 10) ?? null,
  }));

it('tasks are promised by those in brackets, and due by the day that the document gives to all of them', () => {
  const found = events(
    '# Meeting 2026-03-04\n\n## Action items\n\n- Order the lamps for the reading room (Ana)\n- Send the contract to the insurer (Ben)\n\n## Deadline\n\nAll tasks are due before Saturday.\n',
    'Meeting 2026-03-04',
  );
  expect(found).toContainEqual({
    quote: 'Order the lamps for the reading room (Ana)',
    who: ['Ana Lopez'],
    when: '2026-03-04',
    due: '2026-03-07',
  });
  expect(found).toContainEqual({
    quote: 'Send the contract to the insurer (Ben)',
    who: ['Ben Okri'],
    when: '2026-03-04',
    due: '2026-03-07',
  });
});

it('a field may say that a task is due by the next meeting', () => {
  const found = events(
    '# Meeting 2026-03-04\n\nThe next meeting is on 18 March 2026.\n\n## Action items\n\n- Ana to order the lamps for the reading room\n    - Deadline: next meeting\n',
    'Meeting 2026-03-04',
  );
  expect(found.find(({ quote }) => quote?.startsWith('Ana to order'))?.due).toBe('2026-03-18');
});

it('what the first lines say was held on a day is dated by that day, not by that of its file', () => {
  const found = events(
    'Our meeting took place on 27 February 2026 in the library.\n\nWe decided to renew the subscription for two years.\n',
    'Meeting of the acquisitions group',
  );
  expect(found.find(({ quote }) => quote?.startsWith('We decided'))?.when).toBe('2026-02-27');
});
