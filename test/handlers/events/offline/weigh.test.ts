import { expect, it } from 'vitest';
import { type Options, weighChoices } from '../../../../scripts/events/weigh.ts';

/** A choice between a day and none, in one of two documents: the first dates nearly all that it tells, the second nearly nothing. */
const choice = (document: string, told: 'said' | 'fact', day: boolean) => ({
  options: [['context', told], ['none']],
  target: Float64Array.from(day ? [1, 0] : [0, 1]),
  weight: 1,
  publisher: document,
  document,
});
const times = (count: number, one: ReturnType<typeof choice>) => Array.from({ length: count }, () => one);
const choices = [
  ...times(30, choice('dated', 'fact', true)),
  ...times(3, choice('dated', 'fact', false)),
  ...times(4, choice('dated', 'said', true)),
  ...times(4, choice('undated', 'fact', false)),
  ...times(27, choice('undated', 'said', false)),
  ...times(6, choice('undated', 'said', true)),
];
const options: Options = { penalty: 1, least: 1, publishers: 1 };

it('weighs what tells choices of one document apart, not what they have in common', () => {
  const plain = weighChoices(choices, 'time', options);
  const apart = weighChoices(choices, 'time', {
    ...options,
    own: { features: /^context$/, penalty: 0.1 },
  });
  const differenceOf = ({ weights }: typeof plain) => (weights.said?.[0] ?? 0) - (weights.fact?.[0] ?? 0);
  // The document with more of what is said dates less: only within each of them it is seen that what is said has a day more often.
  expect(differenceOf(plain)).toBeLessThan(-0.5);
  expect(differenceOf(apart)).toBeGreaterThan(0.5);
  expect(Object.keys(apart.weights).sort()).toEqual(['context', 'fact', 'none', 'said']);
});
