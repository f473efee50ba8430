import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stemAnew } from '../../../../src/db/search/text/stem.ts';
import { tokenize } from '../../../../src/db/search/text/tokenize.ts';

type Term = [term: string, position: number, start: number, end: number];

const cut = (term: string) => term.slice(0, 64);
const termOf = (word: string) => (/^[a-z0-9]{1,40}$/.test(word) ? stemAnew(word) : cut(word));

/** The terms of an ASCII text, by patterns: what the scanner must find without them. */
function byPatterns(text: string): Term[] {
  const terms: Term[] = [];
  let position = 0;
  for (const { 0: whole, index } of text.matchAll(/\w+(?:[.\-/\\:@#$+']+\w+)*/g)) {
    const found = whole.replace(/'(?:s|S|m|re|ll|d|ve)$/, '');
    const first = position;
    for (const { 0: word, index: from } of found.matchAll(/[A-Za-z0-9]+/g)) {
      const parts = /[a-z][A-Z]|[A-Z]{2}[a-z]/.test(word)
        ? word.split(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/)
        : [word];
      const begin = position;
      let at = index + from;
      for (const part of parts) {
        terms.push([termOf(part.toLowerCase()), position, at, at + part.length]);
        position += 1;
        at += part.length;
      }
      if (parts.length > 1) terms.push([cut(word.toLowerCase()), begin, index + from, at]);
    }
    if (!/[^A-Za-z0-9']/.test(found)) continue;
    const lower = found.toLowerCase();
    const end = index + whole.length;
    terms.push([cut(lower), first, index, end]);
    const slash = Math.max(lower.lastIndexOf('/'), lower.lastIndexOf('\\'));
    const name = lower.slice(slash + 1);
    if (slash > 0 && /[^a-z0-9']/.test(name)) terms.push([cut(name), first, index, end]);
  }
  return terms;
}

const termsOf = (text: string): Term[] => {
  const terms: Term[] = [];
  tokenize(text, 'english', (...term) => void terms.push(term));
  return terms;
};

describe('the terms of an ASCII text', () => {
  it('are those of the patterns, in source code', () => {
    const folder = join(import.meta.dirname, '../../../../src');
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.startsWith('db/') && file.endsWith('.ts'),
    );
    expect(files.length).toBeGreaterThan(100);
    for (const file of files) {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is meant
      const text = readFileSync(join(folder, file), 'utf8').replaceAll(/[^\x00-\x7f]/g, ' ');
      expect(termsOf(text)).toEqual(byPatterns(text));
    }
  });

  it('are those of the patterns, in any run of words, capitals, digits and joints', () => {
    const piece = fc.constantFrom(
      'loan',
      'Loan',
      'LOAN',
      'HTTPServer',
      '3D',
      'x',
      'A',
      '7',
      '_',
      '.',
      '-',
      '/',
      '\\',
    );
    const more = fc.constantFrom(
      "'s",
      "'S",
      "'",
      "n't",
      ' ',
      ':',
      '::',
      '@',
      '+',
      '#',
      '$',
      'z'.repeat(41),
      'Ab'.repeat(40),
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, more), { maxLength: 12 }), (pieces) => {
        const text = pieces.join('');
        expect(termsOf(text)).toEqual(byPatterns(text));
      }),
      { numRuns: 3000 },
    );
  });

  it('are counted the same by their numbers', () => {
    const text = "The loanDesk's src/db/loanDesk.ts at 10:30, renew_loan HTTPServer x.y user's 3D";
    const positions = (known: boolean) => {
      const found: number[] = [];
      tokenize(
        text,
        'english',
        (_, at) => void found.push(at),
        0,
        known ? (_, at) => void found.push(at) : undefined,
      );
      return found;
    };
    expect(positions(true)).toEqual(positions(false));
  });
});
