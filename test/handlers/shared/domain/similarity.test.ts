import { describe, expect, it } from 'vitest';
import {
  bigramsOf,
  comparable,
  dice,
  normalise,
  reachOf,
  sketch,
  sketchWidth,
} from '../../../../src/handlers/shared/domain/similarity.ts';

describe('Dice similarity of bigrams', () => {
  it.each([
    // ni ig gh ht · na ac ch ht: one in common of 4 + 4.
    ['night', 'nacht', 0.25],
    // aa aa aa · aa: counted as often as both have it, 1 of 3 + 1.
    ['aaaa', 'aa', 0.5],
    // he ea al le ed · se ea al le ed: 4 of 5 + 5.
    ['healed', 'sealed', 0.8],
    // co on nt te ex xt · co on nt te ex xt ts: 6 of 6 + 7.
    ['context', 'contexts', 12 / 13],
    // ab bc cd de ef fg gh hi ij · the same and jk: 9 of 9 + 10.
    ['abcdefghij', 'abcdefghijk', 18 / 19],
    // 😀a a😀 · 😀a: an astral character counts as one.
    ['😀a😀', '😀a', 2 / 3],
    ['abc', 'xyz', 0],
    ['a', 'a', 1],
    ['a', 'b', 0],
    ['', '', 1],
  ])('of %j and %j is as counted by hand', (a, b, expected) => {
    expect(dice(a, b)).toBe(expected);
    expect(dice(b, a)).toBe(expected);
  });

  it('reaches the threshold exactly: 18 of 20 is 0.9', () => {
    // 10 bigrams each, the last differs: 9 in common of 10 + 10.
    expect(dice('abcdefghijk', 'abcdefghijx')).toBe(0.9);
  });

  it('compares the four texts in lower case with whitespace folded', () => {
    expect(normalise('  The\tBuild \n FAILED ')).toBe('the build failed');
    expect(comparable({ situation: 'A', approach: ' b', outcome: 'C\n', reasoning: 'd' })).toBe('a b c d');
  });
});

describe('the sketch of a text', () => {
  const apart = (a: string, b: string) => [...a].filter((bit, i) => bit !== b[i]).length;

  it('never overestimates the distance of two texts', () => {
    const words = ['build', 'cache', 'deploy', 'retry', 'token', 'schema', 'index', 'queue', 'log', 'test'];
    const text = (seed: number) =>
      Array.from({ length: 60 }, (_, i) => words[(seed * (i + 3) * 7 + i * i) % words.length]).join(' ');
    for (let seed = 1; seed <= 40; seed += 1) {
      const [a, b] = [bigramsOf(text(seed)), bigramsOf(text(seed + 1))];
      const similarity = dice(text(seed), text(seed + 1));
      const bigramsApart = Math.round((a.total + b.total) * (1 - similarity));
      for (const width of [256, 512, 1024])
        expect(apart(sketch(a, width), sketch(b, width))).toBeLessThanOrEqual(bigramsApart);
    }
  });

  it('is the same for the same bigrams in any order and differs by two bits for one swapped letter at the end', () => {
    const width = 256;
    expect(sketch(bigramsOf('abab'), width)).toBe(sketch(bigramsOf('abab'), width));
    expect(apart(sketch(bigramsOf('abcdx'), width), sketch(bigramsOf('abcdy'), width))).toBe(2);
    expect(sketch(bigramsOf(''), width)).toBe('0'.repeat(width));
  });

  it('is at least as wide as the text has bigrams, from 256 to 16,384 bits', () => {
    expect([0, 256, 257, 1000, 16_384, 1_000_000].map(sketchWidth)).toEqual([
      256, 256, 512, 1024, 16_384, 16_384,
    ]);
  });

  it('limits near-duplicates to lengths that can reach the threshold', () => {
    // 900 × 0.9 / 1.1 = 736.36…, 900 × 1.1 / 0.9 = 1100.
    expect(reachOf(900)).toEqual([
      { width: 1024, least: 737, most: 1024 },
      { width: 2048, least: 1025, most: 1100 },
    ]);
    // On the edge: 90 and 110 can have 90 in common, 180 of 200 is 0.9.
    expect(reachOf(110)[0]?.least).toBe(90);
    expect(reachOf(90)[0]?.most).toBe(110);
    expect(reachOf(20_000)).toEqual([{ width: 16_384, least: 16_364, most: 24_444 }]);
  });
});
