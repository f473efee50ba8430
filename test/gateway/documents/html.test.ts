import { describe, expect, it } from 'vitest';
import { textOf } from '../../../src/gateway/documents/html.ts';

describe('the text of HTML', () => {
  it('is one line per block, without invisible elements', () => {
    const html =
      '<html><head><title>T</title><style>p { color: red }</style></head><body><!-- no --><h1>Oak &amp; ash</h1>' +
      '<p>Two <b>words</b>,<br>a line.</p><ul><li>one</li><li class="x">two</li></ul><script>let a;</script>';
    expect(textOf(html).split('\n').filter(Boolean)).toEqual([
      'Oak & ash',
      'Two words,',
      'a line.',
      '- one',
      '- two',
    ]);
  });

  it('keeps what only looks like an entity', () => {
    expect(textOf('a &toString; b &valueOf; c &nosuch; d &amp;')).toBe(
      'a &toString; b &valueOf; c &nosuch; d &',
    );
  });

  it('ends at an unclosed comment or script, as in a browser', () => {
    expect(textOf('<p>shown</p><!-- not <p>this</p>')).toBe('shown');
    expect(textOf('<p>shown</p><script>not <p>this</p>')).toBe('shown');
  });

  for (const piece of ['<!--', '<style>', '<li ', '<br ', '<', '&', '<i> </i>'])
    it(`is extracted from a million characters of ${piece}`, () => {
      const hostile = piece.repeat(1_000_000 / piece.length);
      expect(textOf(`<p>first</p>${hostile}`)).toMatch(/^first/);
    });
});
