import { beforeAll, describe, expect, it } from 'vitest';
import type { Expression } from './support/regular-expressions.ts';
import { slowExamples, slownessOf } from './support/slow-expression.ts';
import { expressionsOfSource, type Found, slowAmong } from './support/source-expressions.ts';
import { mostSteps } from './support/steps.ts';

/**
 * Every regular expression in src, found in the syntax or recorded when it is created, is timed on hostile texts; new
 * ones are covered automatically. The gateway answers all its clients from one thread, so one slow expression blocks
 * all of them.
 */

/**
 * An expression that takes no more steps at any place of any text is linear by construction, and not timed here but in
 * `test/long/regular-expressions.test.ts`. The slowest such expression takes some microseconds at a place.
 */
const fewSteps = 1000;

/**
 * Where the steps at a place are bounded, though by more, the work grows linearly; only how much it is at each place is
 * to be seen. A text of this length may take as long for each character as the long texts of others.
 */
const shortText = 4000;

let found: Found;
beforeAll(async () => {
  found = await expressionsOfSource();
});

describe('the regular expressions of src', () => {
  it('are all found; those built from strings have a builder listed in test/support/source-expressions.ts', () => {
    expect(found.unseen).toEqual([]);
    expect(found.expressions.length).toBeGreaterThan(400);
  });

  it('take linear time on any text', () => {
    const timed = found.expressions.filter(({ source, flags }) => mostSteps(source, flags) > fewSteps);
    expect(timed.length).toBeGreaterThan(400);
    const most = ({ source, flags }: Expression) =>
      mostSteps(source, flags) < Number.POSITIVE_INFINITY ? shortText : Number.POSITIVE_INFINITY;
    expect(slowAmong(timed, most)).toEqual([]);
  }, 120_000);

  it('would be detected if they did not', () => {
    for (const [source, flags] of slowExamples)
      expect([source, mostSteps(source, flags) > fewSteps]).toEqual([source, true]);
    for (const [source, flags] of slowExamples.slice(0, 4))
      expect([source, slownessOf(source, flags) !== undefined]).toEqual([source, true]);
    expect(slownessOf('a{0,600}a{0,600}b', '', shortText)).toBeDefined();
    expect(slownessOf('^\\s+|(?<!\\s)\\s+$', 'g')).toBeUndefined();
  });

  it.each([
    // Repeated without end, wherever.
    ['a+', ''],
    ['a*?', ''],
    ['(?:a|bc{2,})', ''],
    ['(?<!\\s+)x', ''],
    ['x(?=.*y)', ''],
    ['^[ab]{0,3}(?:c(?:d{1,2}|e+))?$', 'm'],
    // Bounded, but multiplied: within one another, and one after the other.
    ['(?:a{0,30}){0,30}b', ''],
    ['(?:a{1,9}){1,9}b', ''],
    ['(?:a?){25}b', ''],
    ['(?:a|a){12}b', ''],
    ['a?a?a?a?a?a?a?a?a?a?a?b', ''],
    ['a{0,40}a{0,40}b', ''],
    ['(?:(?=a{0,40}a{0,40}b)a){1,2}', ''],
    ['a{1,2000}', ''],
    // What they match may be of any length.
    ['(a{1,3})\\1', ''],
    ['(?<word>a{1,3})\\k<word>', 'u'],
    ['[\\q{abc|ab}]', 'v'],
  ])('is timed where it may take many steps at one place: /%s/%s', (source, flags) => {
    expect(mostSteps(source, flags)).toBeGreaterThan(fewSteps);
  });

  it.each([
    ['', '', 0],
    ['abc', '', 3],
    ['[a-z]\\d.', 'u', 3],
    ['(?:ab|cd)e', '', 4 + 2],
    // The first three ways to repeat `a` are followed by one `b` each.
    ['a{0,2}b', '', 2 + 1 + 3],
    ['(?:a{0,2}){2}b', '', 3 + 3 * 3 + 1 + 9],
    ['(?<!a{0,2})b', '', 1 + 3 + 1],
    ['\\ba$', '', 3],
  ])('is not where it takes few: /%s/%s', (source, flags, steps) => {
    expect(mostSteps(source, flags)).toBe(steps);
  });
});
