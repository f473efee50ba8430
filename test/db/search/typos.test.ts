import { describe, expect, it } from 'vitest';
import { editsBetween } from '../../../src/db/search/typos/distance.ts';

describe('the edits between two words', () => {
  it.each([
    ['shelf', 'shelf', 0],
    ['shelf', 'shelves', 3],
    ['shefl', 'shelf', 1],
    ['econrefused', 'econnrefused', 1],
    ['ca', 'abc', 3],
    ['', 'ab', 2],
    ['kitten', 'sitting', 3],
  ])('%s and %s: %i', (a, b, edits) => {
    expect(editsBetween(a, b, 5)).toBe(edits);
    expect(editsBetween(b, a, 5)).toBe(edits);
  });

  it('stop counting beyond the most that matters', () => {
    expect(editsBetween('kitten', 'sitting', 2)).toBe(3);
    expect(editsBetween('a', 'abcdefgh', 1)).toBe(2);
    expect(editsBetween('x'.repeat(40), 'x'.repeat(40), 1)).toBe(2);
  });
});
