import { describe, expect, it } from 'vitest';
import { openModel, readFitted } from '../../../../src/gateway/llm/local/model-file.ts';
import { createOptionReader, tokensOfWords } from '../../../../src/gateway/llm/local/option-reader.ts';
import { hintedWords } from '../../../../src/handlers/decisions/domain/options/hints.ts';
import { readOptions } from '../../../../src/handlers/decisions/domain/options/read.ts';

const file = await readFitted('options');
const encoder = await openModel('all-minilm-l6-v2');
const reader = createOptionReader(file, encoder);

const read = (statement: string): string[] =>
  readOptions(statement, [], reader.read(hintedWords(statement))).options.map(
    ({ role, name }) => `${role === 'chosen' ? '+' : '-'}${name}`,
  );

describe('the reader of options', () => {
  it.each([
    ['Use PostgreSQL for the user database', ['+PostgreSQL']],
    ['Sentry replaces Rollbar from Monday on', ['+Sentry', '-Rollbar']],
    ['End of the road for Moment.js in the billing frontend', ['-Moment.js']],
  ])('marks what is chosen and given up: %s', (statement, expected) =>
    expect(read(statement)).toEqual(expected),
  );

  it('scores as many words of any text as have room, and the same again', () => {
    for (const text of ['', '🦊', '图书馆', '\0\ud800', 'x'.repeat(100_000), 'word '.repeat(500)]) {
      const words = hintedWords(text);
      const scores = reader.read(words);
      expect(scores.length % 5).toBe(0);
      expect(scores.length).toBeLessThanOrEqual(5 * words.length);
      expect(scores.every(Number.isFinite)).toBe(true);
      expect(reader.read(words)).toEqual(scores);
    }
  });

  it('knows the first token of each word, also of one that the vocabulary cannot spell', () => {
    const { tokens, firsts } = tokensOfWords(encoder, ['Use', '🦊', 'Prometheus']);
    expect(firsts.slice(0, 3)).toEqual([1, 2, 3]);
    expect(tokens.length).toBeGreaterThanOrEqual(5);
  });

  it('is refused when it is damaged', () => {
    expect(() => createOptionReader(Buffer.from('something else'), encoder)).toThrow(
      'The file holds no changes to layers.',
    );
    expect(() => createOptionReader(file.subarray(0, file.length - 1), encoder)).toThrow(
      'The reader of options is incomplete.',
    );
  });
});
