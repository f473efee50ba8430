import { describe, expect, it } from 'vitest';
import { extractOffline } from '../../../../../src/handlers/events/extraction/offline/index.ts';
import { sourceDocument } from '../../../../support/source-document.ts';

const head = 'Date: Tuesday 3 November 2026\nPresent: Ana Lopez, Ben Okafor\n\n';
const subjectsOf = (text: string) =>
  extractOffline(sourceDocument(text)).events.map(({ subject }) => subject);

describe('the subject of an event', () => {
  it.each([
    ['Ben will deploy release 4.2 by 20 November.', 'release 4.2'],
    ['Ana will upgrade pg_trgm by 21 November.', 'pg_trgm'],
    ['Ana will upgrade node.js by 21 November.', 'node.js'],
    ['Ben fixed user_accounts on 1 November.', 'user_accounts'],
    ['Ana will send the _signed_ order by 21 November.', 'signed'],
    ['E.g. a bug was fixed by Ana.', 'bug'],
  ])('is not cut at marks within a word: %s', (line, ref) => {
    expect(subjectsOf(head + line).map((one) => one.ref)).toEqual([ref]);
  });

  it.each([
    '# Protokoll der Sitzung\n\nDatum: 10.03.2025\n\nAnna schickt den Bericht bis zum 20. März 2025 an das Amt.\n',
    '# Protokoll der Sitzung\n\nDatum: 12.03.2025\n\nPeter hat den Fehler im Drucker behoben.\n',
  ])('stands for nothing where neither sentence nor heading names one', (text) => {
    expect(subjectsOf(text)).toEqual([{ type: 'other', ref: 'unnamed' }]);
  });
});
