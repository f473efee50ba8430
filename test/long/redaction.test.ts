import { expect, it } from 'vitest';
import { clean } from '../../src/gateway/redaction/index.ts';
import { hostileTexts, toldWith } from '../gateway/redaction/hostile.ts';
import { slowTexts } from '../support/slow-text.ts';

it('hostile texts are searched for secrets in linear time', () => {
  expect(slowTexts(hostileTexts, (text) => clean(text, {}))).toEqual([]);
});

it.each([
  [/\s+$/gm, ' '],
  [/[\w.]+@[\w.]+x/g, '.'],
])('hostile texts would be told if %s were an expression of the product', (quadratic, piece) => {
  expect(toldWith(quadratic, piece)).toEqual([expect.stringMatching(/^[ .]: .* times a quarter of it$/)]);
});
