import { describe, expect, it } from 'vitest';
import { tokenize } from '../../../../src/db/search/text/tokenize.ts';

type Term = [term: string, position: number, start: number, end: number];
const termsOf = (text: string): Term[] => {
  const terms: Term[] = [];
  tokenize(text, 'english', (...term) => void terms.push(term));
  return terms;
};

describe('the terms of a text', () => {
  // Those beyond the first plane take most room; all are nine million long in `test/long/tokenize.test.ts`.
  it.each<[string, string, number]>([
    ['letters', 'a', 2],
    ['capitals', 'A', 2],
    ['letters beyond the first plane', '𝔞', 9],
  ])(
    'of one run of %s, millions long, are told without a fault',
    (_, part, millions) => {
      let terms = 0;
      let longest = 0;
      tokenize(`${part.repeat(Math.ceil((millions * 1e6) / part.length))}end`, 'english', (term) => {
        terms += 1;
        longest = Math.max(longest, term.length);
      });
      expect(terms).toBeGreaterThan(0);
      expect(longest).toBeLessThanOrEqual(64);
    },
    60_000,
  );

  it('are those of its parts, however long it is', () => {
    const part = `The loan-desk's "src/db/loanDesk.ts" at 10:30, renew_loan… d’accord -- a+b- @x 図書館ab 𝔞b e\u0301x\ud800y\n`;
    const copies = Math.ceil(1_100_000 / part.length);
    const once = termsOf(part);
    const positions = tokenize(part, 'english', () => undefined);
    const seen = termsOf(part.repeat(copies));
    expect(seen).toHaveLength(once.length * copies);
    const last = copies - 1;
    expect(seen.slice(-once.length)).toEqual(
      once.map(([term, position, start, end]) => [
        term,
        position + last * positions,
        start + last * part.length,
        end + last * part.length,
      ]),
    );
  });
});
