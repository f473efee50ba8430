import { describe, expect, it } from 'vitest';
import { Lexicon, Spelling } from '../../../../src/db/search/text/lexicon.ts';
import { stem } from '../../../../src/db/search/text/stem.ts';
import { tokenize } from '../../../../src/db/search/text/tokenize.ts';

const spelling = new Spelling();
const numberOf = (lexicon: Lexicon, word: string): number => {
  spelling.begin();
  for (const character of word) spelling.add(character.charCodeAt(0));
  return lexicon.find(spelling);
};
const termOf = (lexicon: Lexicon, word: string): string => lexicon.termOf(numberOf(lexicon, word));

describe('a lexicon', () => {
  it('gives the stem of a word, and one number to all words with that stem', () => {
    const lexicon = new Lexicon('english');
    for (const word of ['runs', 'Running', 'went', 'E42', 'a', 'internationalisation'])
      expect(termOf(lexicon, word)).toBe(stem(word.toLowerCase(), 'english'));
    expect(numberOf(lexicon, 'RUN')).toBe(numberOf(lexicon, 'running'));
  });

  it('gives the right terms when it has seen more words than it remembers', () => {
    const lexicon = new Lexicon('simple');
    let wrong = 0;
    for (let i = 0; i < 300_000; i++) if (termOf(lexicon, `word${i}x`) !== `word${i}x`) wrong += 1;
    expect(wrong).toBe(0);
    expect(lexicon.generation).toBeGreaterThan(0);
    expect(termOf(lexicon, 'word0x')).toBe('word0x');
    expect(lexicon.size).toBeLessThan(150_000);
  });

  it('does not keep words apart that differ in capitals only', () => {
    const seen: string[] = [];
    tokenize('Library LIBRARY library', 'simple', (term) => seen.push(term));
    expect(seen).toEqual(['library', 'library', 'library']);
  });
});
