import { describe, expect, it } from 'vitest';
import { chunk } from '../../src/handlers/events/extraction/domain/chunk.ts';
import { extractOffline } from '../../src/handlers/events/extraction/offline/index.ts';
import { loadTokenEnds } from '../../src/handlers/events/extraction/tokens.ts';
import { exact, scraps } from '../support/events.ts';

/** Texts of the largest accepted size, and thousands of random ones: chunks and quotes are exact for all of them. */

const ends = await loadTokenEnds();
const known = {
  title: null,
  author: null,
  participants: [],
  sourceTime: '2026-03-04T10:00:00Z',
  documentDate: null,
};
const types = ['email', 'doc', 'chat', 'transcript', 'note'];

describe('any text', () => {
  it('is quoted exactly, however it is chunked', () => {
    for (let seed = 1; seed <= 1000; seed += 1) {
      const text = scraps(seed, 50 + (seed % 400));
      const target = 16 + (seed % 200);
      const { chunks } = chunk(text, ends, {
        singlePiece: seed % 100,
        target,
        overlap: Math.floor(target / 3),
      });
      const pieces = chunks.map((each, i) => ({ chunkId: `c${i}`, ...each }));
      const from = { ...known, artifactType: types[seed % 5] ?? 'doc', pieces };
      const { events } = extractOffline(from);
      for (const { evidence } of events)
        for (const each of evidence) expect(exact(each, from, text)).toBe(true);
    }
  });

  it.each([
    'a',
    '🚀',
    '\n',
    ' ',
    'Thanks\n',
    '> ',
    '- ',
    'We decided to wait, and Ana will tell him. ',
    'A: no\n',
    '"',
    '{"text": "We decided to wait."}\n',
    '| a | we decided to wait |\n',
  ])(
    'of 10 MB of %j ends',
    (unit) => {
      const text = unit.repeat(Math.ceil(10_000_000 / unit.length));
      const { chunks } = chunk(text, ends);
      const pieces = chunks.map((each, i) => ({ chunkId: `c${i}`, ...each }));
      expect(pieces.at(-1)?.end).toBe(Array.from(text).length);
      for (const artifactType of ['email', 'chat'])
        expect(() => extractOffline({ ...known, artifactType, pieces })).not.toThrow();
    },
    600_000,
  );
});
