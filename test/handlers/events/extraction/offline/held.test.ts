import { describe, expect, it } from 'vitest';
import { readDocument } from '../../../../../src/handlers/events/extraction/offline/document/read.ts';

const dayOf = (text: string) => {
  const { date, held } = readDocument(text, { type: 'doc', participants: [], author: null });
  return [date, held];
};
const table =
  '| Task | Owner | Due |\n|---|---|---|\n| Send the invitation for the meeting | Ben Okafor | 28 March 2025 |\n';

describe('the day of a text', () => {
  it.each([
    [`# Open tasks\n\n${table}`],
    ['# Open tasks\n\n- Book a room for the meeting on 28 March 2025\n'],
    ['# Offene Aufgaben\n\n1. Raum für die Sitzung am 28.03.2025 buchen\n'],
  ])('is not that by which a task is due: %j', (text) => {
    expect(dayOf(text)).toEqual([undefined, undefined]);
  });

  it.each([
    'Status: 14 March 2025',
    '**Status:** 14 March 2025',
    'As of 14 March 2025',
    'Status as of 14 March 2025:',
    'Stand: 14.03.2025',
    '(Stand vom 14. März 2025)',
    'État au 14 mars 2025',
  ])('is that of the state that it gives: %s', (line) => {
    expect(dayOf(`# Open tasks\n\n${line}\n\n${table}`)).toEqual(['2025-03-14', '2025-03-14']);
  });

  it.each(['Status: accepted on 14 March 2025', 'Stand der Arbeiten: fertig am 14.03.2025'])(
    'is not that of a state told in words: %s',
    (line) => {
      expect(
        dayOf(`# Open tasks\n\nWe tell what is open here, and more below.\n\n${line}\n`)[1],
      ).toBeUndefined();
    },
  );

  it('is still told by a sentence of the first lines', () => {
    expect(dayOf('# Garden club\n\nMinutes of the meeting held on 2 March 2026 in the barn.\n')[0]).toBe(
      '2026-03-02',
    );
  });
});
