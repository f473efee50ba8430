import { expect, it } from 'vitest';
import { wrote } from '../../../src/gateway/cli/export.ts';

it('counts one written conversation as one', () => {
  expect([0, 1, 2].map((count) => wrote(count, 'a.md'))).toEqual([
    'Wrote 0 conversations to a.md\n',
    'Wrote 1 conversation to a.md\n',
    'Wrote 2 conversations to a.md\n',
  ]);
});
