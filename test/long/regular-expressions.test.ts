import { expect, it } from 'vitest';
import { slowExamples, slownessOf } from '../support/slow-expression.ts';
import { expressionsOfSource, slowAmong } from '../support/source-expressions.ts';

it('all regular expressions of src take linear time on any text, also those that are linear by construction', async () => {
  expect(slowAmong((await expressionsOfSource()).expressions)).toEqual([]);
});

it.each(slowExamples)('/%s/%s is found slow', (source, flags) => {
  expect(slownessOf(source, flags)).toBeDefined();
});
