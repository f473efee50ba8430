import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { chunk } from '../../../../../src/handlers/events/extraction/domain/chunk.ts';
import { loadTokenEnds } from '../../../../../src/handlers/events/extraction/tokens.ts';
import { random } from '../../../../support/experience.ts';
import { root } from '../../../../support/source.ts';

const ends = await loadTokenEnds();
const readme = readFileSync(join(root, 'README.md'), 'utf8');

/** Invariants of every chunking, whatever the text. */
function holds(text: string, sizes = { singlePiece: 1200, target: 900, overlap: 100 }) {
  const characters = Array.from(text);
  const result = chunk(text, ends, sizes);
  const { chunks } = result;
  expect(chunks[0]?.start).toBe(0);
  expect(chunks.at(-1)?.end).toBe(characters.length);
  chunks.forEach((piece, i) => {
    // Offsets count code points, and the text is the slice between them.
    expect(characters.slice(piece.start, piece.end).join('')).toBe(piece.text);
    expect(piece.tokens).toBeLessThanOrEqual(
      Math.max(sizes.target, result.isChunked ? 0 : sizes.singlePiece),
    );
    const before = chunks[i - 1];
    if (before === undefined) return;
    expect(piece.start).toBeGreaterThan(before.start);
    expect(piece.start).toBeLessThanOrEqual(before.end);
    expect(piece.end).toBeGreaterThan(before.end);
  });
  return result;
}

/** Words, numbers, lines, scripts and emoji in any order. */
function madeUp(seed: number, length: number): string {
  const next = random(seed);
  const stock = [
    'the ',
    'report',
    'ing ',
    '. ',
    '\n',
    '42',
    ' é',
    '猫',
    '。',
    '👩‍👩‍👧',
    '🇳🇱',
    '𝔸',
    '\r\n',
    'ß',
    'ё',
    '\t',
    '—',
  ];
  return Array.from({ length }, () => stock[Math.floor(next() * stock.length)]).join('');
}

describe('chunks', () => {
  it('keep a text of 1,200 tokens whole and split one of 1,201', () => {
    const words = (count: number) => ' word'.repeat(count);
    expect(chunk(words(1200), ends)).toMatchObject({
      tokenCount: 1200,
      isChunked: false,
      chunks: [{ tokens: 1200 }],
    });
    const cut = holds(words(1201));
    expect(cut).toMatchObject({ tokenCount: 1201, isChunked: true });
    // Windows of 900, the second starting 100 before the first ends; a third would lie within the second.
    expect(cut.chunks.map(({ tokens }) => tokens)).toEqual([900, 401]);
    expect(cut.chunks.map(({ start, end }) => [start / 5, end / 5])).toEqual([
      [0, 900],
      [800, 1201],
    ]);
  });

  it('consist of one empty chunk for an empty text', () => {
    expect(holds('')).toEqual({
      tokenCount: 0,
      isChunked: false,
      chunks: [{ text: '', start: 0, end: 0, tokens: 0 }],
    });
  });

  it('end at a sentence or line boundary in the last 15 % of the window', () => {
    const sentence = 'The crane arrives on Monday and the roof goes on the day after. ';
    const { chunks } = holds(sentence.repeat(200));
    for (const piece of chunks.slice(0, -1)) expect(piece.text).toMatch(/after\. $/);
    const line = holds('seven words without any stop stand here\n'.repeat(400));
    for (const piece of line.chunks.slice(0, -1)) expect(piece.text).toMatch(/here\n$/);
  });

  it('end with the window when there is no such boundary', () => {
    const { chunks } = holds(`${'A start. '}${'word '.repeat(2000)}`);
    expect(chunks[0]?.tokens).toBe(900);
  });

  it('never split a grapheme', () => {
    for (const [emoji, count] of [
      ['👩‍👩‍👧‍👦', 400],
      ['🇳🇱', 1000],
      ['e\u0301', 2000],
      ['𠮷', 2000],
    ] as const) {
      const { chunks } = holds(emoji.repeat(count));
      expect(chunks.length).toBeGreaterThan(1);
      for (const piece of chunks) expect(piece.text.replaceAll(emoji, '')).toBe('');
    }
  });

  it('hold for any text and any sizes', () => {
    for (let seed = 1; seed <= 25; seed += 1) {
      const next = random(seed);
      const target = 16 + Math.floor(next() * 200);
      const sizes = {
        singlePiece: Math.floor(next() * 300),
        target,
        overlap: Math.floor((next() * target) / 2.1),
      };
      holds(madeUp(seed, 50 + Math.floor(next() * 1500)), sizes);
    }
  });

  it('hold for hostile texts', () => {
    for (const hostile of ['a', '🜁', ' ', '\n', '\u0301', '\u200d', '\ud800', '.', '<|endoftext|>', '\u0000'])
      holds(hostile.repeat(6000));
  });

  it('reject sizes that allow no progress', () => {
    expect(() => chunk('text', ends, { singlePiece: 10, target: 20, overlap: 10 })).toThrow(RangeError);
    expect(() => chunk('text', ends, { singlePiece: 10, target: 8, overlap: 0 })).toThrow(RangeError);
  });
});

describe('tokens', () => {
  it('are those of cl100k', () => {
    expect(ends('Hello, world!')).toEqual(Uint32Array.of(5, 6, 12, 13));
    // Counted with the reference implementation.
    expect(ends('antidisestablishmentarianism')).toHaveLength(6);
    expect(ends('🧑‍🚀').at(-1)).toBe(5);
  });

  it('that end within a character count as ending before it', () => {
    const text = '𠮷𠮷';
    const at = Array.from(ends(text));
    expect(at.at(-1)).toBe(4);
    expect(at.filter((unit) => unit % 2 === 1)).toEqual([]);
  });

  it('cover megabytes of prose', () => {
    const text = readme.repeat(Math.ceil(1_000_000 / readme.length));
    expect(ends(text).at(-1)).toBe(text.length);
  });
});
