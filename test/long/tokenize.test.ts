import { expect, it } from 'vitest';
import { tokenize } from '../../src/db/search/text/tokenize.ts';

it.each(['a', 'A', '𝔞'])(
  'the terms of one run of %s, nine million long, are told without a fault',
  (part) => {
    const lengths = new Set<number>();
    tokenize(
      `${part.repeat(Math.ceil(9_000_000 / part.length))}end`,
      'english',
      (term) => void lengths.add(term.length),
    );
    expect(Math.max(...lengths)).toBeLessThanOrEqual(64);
    expect(lengths.size).toBeGreaterThan(0);
  },
);
