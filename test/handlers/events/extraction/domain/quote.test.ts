import { describe, expect, it } from 'vitest';
import type { Piece } from '../../../../../src/handlers/events/extraction/domain/event.ts';
import { pointsOf } from '../../../../../src/handlers/events/extraction/domain/points.ts';
import { quotesOf } from '../../../../../src/handlers/events/extraction/domain/quote.ts';
import { utcOf } from '../../../../../src/handlers/events/extraction/domain/time.ts';
import { random } from '../../../../support/experience.ts';

const piece = (text: string, start = 0): Piece => ({ chunkId: start === 0 ? null : 'c1', text, start });

describe('a quote', () => {
  const text = '🚀 “We’ll ship it,” she said.\nWe ship on\n Friday. We ship on Friday. 𝔸 — done';
  const prove = quotesOf(piece(text, 100));
  const sliced = (start: number, end: number) => Array.from(text).slice(start, end).join('');

  it('is located in code points, in the chunk and in the text', () => {
    const found = prove({ quote: '𝔸 — done' });
    expect(found).toEqual({
      evidence: { quote: '𝔸 — done', chunkId: 'c1', startChar: 68, endChar: 76, artifactStartChar: 168 },
    });
    expect(sliced(68, 76)).toBe('𝔸 — done');
  });

  it('is the occurrence nearest to the claimed offset', () => {
    const twice = quotesOf(piece('It works. It works. It works.'));
    const at = (startChar: number) => twice({ quote: 'It works.', startChar });
    expect(at(0)).toMatchObject({ evidence: { startChar: 0 } });
    expect(at(12)).toMatchObject({ evidence: { startChar: 10 } });
    expect(at(900)).toMatchObject({ evidence: { startChar: 20 } });
  });

  it('may differ in spaces and look-alike characters, and is then replaced by the slice', () => {
    expect(prove({ quote: `"We'll ship it," she said.` })).toMatchObject({
      evidence: { quote: '“We’ll ship it,” she said.', startChar: 2 },
    });
    expect(prove({ quote: '"done"' })).toMatchObject({ evidence: { quote: 'done' } });
    expect(quotesOf(piece('on\n  the 3rd.'))({ quote: 'on the 3rd.' })).toMatchObject({
      evidence: { quote: 'on\n  the 3rd.', startChar: 0, endChar: 13 },
    });
  });

  it('is rejected with a reason when it is missing, empty or too long', () => {
    expect(prove({ quote: 'We shipped' })).toEqual({ reason: 'The quote is not in the text.' });
    expect(prove({ quote: 'we SHIP on' })).toEqual({ reason: 'The quote is not in the text.' });
    expect(prove({ quote: ' “” ' })).toEqual({ reason: 'The quote is not in the text.' });
    expect(prove({ quote: ' \n' })).toEqual({ reason: 'The quote is empty.' });
    expect(prove({ quote: 'word '.repeat(26) })).toEqual({ reason: 'The quote has more than 25 words.' });
    const words = quotesOf(piece('word '.repeat(30)));
    expect(words({ quote: 'word '.repeat(25) })).toHaveProperty('evidence');
  });

  it('contains no half of a character', () => {
    expect(prove({ quote: '\ud83d' })).toHaveProperty('reason');
    expect(prove({ quote: '𝔸'.slice(1) })).toHaveProperty('reason');
  });

  it('may contain any character', () => {
    const odd = 'a+b(c)[d]{e}^$|\\.*?/ -x';
    expect(quotesOf(piece(`… ${odd}`))({ quote: odd.replace(' ', '  ') })).toMatchObject({
      evidence: { quote: odd },
    });
  });
});

describe('offsets', () => {
  it('in code points agree with a character-by-character count, in texts of any length', () => {
    for (const length of [0, 1, 1023, 1024, 1025, 2100]) {
      const next = random(length + 1);
      const characters = Array.from({ length }, () =>
        next() < 0.3 ? '𝔸' : next() < 0.1 ? '\ud800x' : 'é',
      ).flatMap((text) => Array.from(text));
      const text = characters.join('');
      const points = pointsOf(text);
      expect(points.length).toBe(characters.length);
      let unit = 0;
      characters.forEach((character, point) => {
        expect([points.at(unit), points.unit(point)]).toEqual([point, unit]);
        if (character.length === 2) expect(points.at(unit + 1)).toBe(point);
        unit += character.length;
      });
      expect([points.at(text.length), points.unit(characters.length)]).toEqual([
        characters.length,
        text.length,
      ]);
    }
  });
});

describe('times', () => {
  it.each([
    ['2026-01-01', '2026-01-01T00:00:00.000Z'],
    ['2026-01', '2026-01-01T00:00:00.000Z'],
    ['2026-01-01T10:30', '2026-01-01T10:30:00.000Z'],
    ['2026-01-01 10:30:05', '2026-01-01T10:30:05.000Z'],
    ['2026-01-01T10:30:00+02:00', '2026-01-01T08:30:00.000Z'],
    ['2026-01-01T10:30:00.5Z', '2026-01-01T10:30:00.500Z'],
  ])('%s is %s', (written, utc) => expect(utcOf(written)).toBe(utc));

  it.each(['', 'Friday', '2026-13-01', '0000-01-01', '+012026-01-01', '2026-01-01T25:00Z', '1767225600'])(
    '%j is not a time',
    (written) => expect(utcOf(written)).toBeUndefined(),
  );
});
