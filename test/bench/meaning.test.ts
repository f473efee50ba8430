import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cosine, longestText, readTable } from '../../bench/meaning/table.ts';
import { createWordPiece } from '../../src/gateway/llm/local/wordpiece.ts';

const vocabulary = [
  '[UNK]',
  'un',
  '##aff',
  '##able',
  'cafe',
  '!',
  'don',
  "'",
  't',
  '中',
  '文',
  'a',
  '##a',
  '🎉',
];
const { tokens } = createWordPiece(vocabulary);
const spelled = (text: string) => tokens(text).map((number) => vocabulary[number]);

describe('WordPiece', () => {
  it.each([
    ['unaffable', ['un', '##aff', '##able']],
    ['UNAFFABLE!', ['un', '##aff', '##able', '!']],
    ["don't", ['don', "'", 't']],
    ['Café\tcafe\u0301', ['cafe', 'cafe']],
    ['中文', ['中', '文']],
    ['un\u0000aff\u200bable', ['un', '##aff', '##able']],
    ['🎉', ['🎉']],
    ['', []],
  ])('splits %j as BERT does', (text, expected) => {
    expect(spelled(text)).toEqual(expected);
  });

  it('leaves out a word that the vocabulary cannot spell, and not its neighbours', () => {
    expect(spelled('unaffxyz cafe שלום')).toEqual(['cafe']);
  });

  it('leaves out words longer than a hundred characters', () => {
    expect(tokens('a'.repeat(100))).toHaveLength(100);
    expect(tokens('a'.repeat(101))).toEqual([]);
  });
});

describe('a table of token vectors', () => {
  let folder: string;
  let path: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dewey-table-'));
    path = join(folder, 'table.bin');
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const write = (words: readonly string[], rows: readonly number[][], scales: readonly number[]) => {
    const head = Buffer.alloc(16 + 4 * scales.length);
    head.write('DWYM', 0, 'latin1');
    [1, words.length, rows[0]?.length ?? 0].forEach((value, i) => {
      head.writeUInt32LE(value, 4 + 4 * i);
    });
    scales.forEach((value, i) => {
      head.writeFloatLE(value, 16 + 4 * i);
    });
    return writeFile(
      path,
      Buffer.concat([head, Buffer.from(Int8Array.from(rows.flat())), Buffer.from(words.join('\n'))]),
    );
  };

  it('embeds a text as the mean of its tokens, of length 1', async () => {
    await write(
      ['red', 'green', '##s'],
      [
        [100, 0],
        [0, 50],
        [0, 0],
      ],
      [0.01, 0.02, 0],
    );
    const { embed, dimensions } = readTable(path);
    expect(dimensions).toBe(2);
    expect([...embed('Red greens')]).toEqual([Math.fround(Math.SQRT1_2), Math.fround(Math.SQRT1_2)]);
    expect(cosine(embed('red'), embed('green'))).toBe(0);
    expect([...embed('unknown')]).toEqual([0, 0]);
  });

  it('reads only the beginning of a huge text', async () => {
    await write(['a', '##a'], [[1], [1]], [1, 1]);
    const { embed } = readTable(path);
    for (const text of ['a', 'a ', '\u0301', '🎉', 'ש', '\u202e'].map((one) =>
      one.repeat(10_000_000 / one.length),
    )) {
      expect(embed(text)).toEqual(embed(text.slice(0, longestText)));
    }
  });

  it('refuses another file, and half of one', async () => {
    await writeFile(path, 'something else, long enough to hold a header');
    expect(() => readTable(path)).toThrow('no table of token vectors');
    await write(['a', 'b'], [[1]], [1]);
    expect(() => readTable(path)).toThrow('incomplete');
  });
});
