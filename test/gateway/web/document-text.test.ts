import { describe, expect, it } from 'vitest';
import { MarkedText } from '../../../src/gateway/web/parts/marked-text.tsx';
import { renderDocument } from '../../../src/gateway/web/text/document-markdown.ts';
import { isMarkdown } from '../../../src/gateway/web/text/is-markdown.ts';
import { apart, passagesOf } from '../../../src/gateway/web/text/passages.ts';

/** Renders a text with the given parts of it marked. */
function rendered(text: string, ...quotes: string[]): string | undefined {
  const stretches = quotes.map((quote) => {
    const before = text.indexOf(quote);
    expect([quote, before >= 0]).toEqual([quote, true]);
    const start = Array.from(text.slice(0, before)).length;
    return { start, end: start + Array.from(quote).length };
  });
  return renderDocument(passagesOf(text, stretches, 0));
}

/** What is marked, in the order of the text. */
const marksOf = (html: string | undefined): string[] =>
  [...(html ?? '').matchAll(/<mark[^>]*>([\s\S]*?)<\/mark>/g)].map(([, said = '']) => said);

describe('quotes', () => {
  it('that begin within another go on from there, so a link finds each', () => {
    expect(
      apart([
        { start: 4, end: 9 },
        { start: 0, end: 5 },
        { start: 0, end: 2 },
        { start: 6, end: 7 },
        { start: 20, end: 20 },
      ]),
    ).toEqual([
      { start: 0, end: 4 },
      { start: 4, end: 6 },
      { start: 6, end: 9 },
    ]);
  });

  it('are counted in characters of the whole text, also on a later page of it', () => {
    const stretches = [
      { start: 99, end: 102 },
      { start: 105, end: 108 },
      { start: 300, end: 400 },
    ];
    expect(passagesOf('😀 <b>due</b>\u0000', stretches, 100)).toEqual([
      { text: '😀 ', quote: 99 },
      { text: '<b>' },
      { text: 'due', quote: 105 },
      { text: '</b>␀' },
    ]);
  });

  it('are marked where a text as written has them', () => {
    const passages = passagesOf('😀 <b>due</b> soon', [{ start: 5, end: 8 }], 0);
    expect(String(MarkedText({ passages }))).toContain(
      '😀 &lt;b&gt;<mark id="q-5">due</mark>&lt;/b&gt; soon',
    );
  });
});

describe('a document in Markdown', () => {
  it('is shown as what its marks mean', () => {
    const html = rendered(
      '# Plan\n\n- **Ada** sends `a.ts`\n- [more](https://example.org/)\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```ts\nconst a = 1;\n```',
    );
    for (const part of [
      '<h3>Plan</h3>',
      '<li><strong>Ada</strong> sends <code>a.ts</code></li>',
      '<a href="https://example.org/" rel="noopener noreferrer nofollow">more</a>',
      '<td>2</td>',
      '<span class="hljs-keyword">const</span>',
    ])
      expect(html).toContain(part);
  });

  it('has its quotes marked, across emphasis, code, links, lines and points of lists', () => {
    const html = rendered(
      '## Decisions\n\nWe **decided** to _renew_ the `maps`\narchive & the [list](https://example.org/list) of\nlamps. Then tea.\n\n- Ben sends it by 2026-03-20\n- 1 copy\n',
      '**decided** to _renew_ the `maps`\narchive & the [list](https://example.org/list) of\nlamps.',
      'Ben sends it by 2026-03-20\n- 1 copy',
    );
    expect(marksOf(html).join('')).toBe(
      'decided to renew the maps<br>\narchive &amp; the list of<br>\nlamps.Ben sends it by 2026-03-201 copy',
    );
    expect(html).toContain('<strong><mark id="q-17">decided</mark></strong>');
    expect(html).toContain('<code><mark>maps</mark></code>');
    expect(html).toContain('rel="noopener noreferrer nofollow"><mark>list</mark></a>');
    expect(html).toContain('</mark> Then tea.');
    expect(html?.match(/id="q-/g)).toHaveLength(2);
  });

  it('has them marked in tables, code, and where a mark is written otherwise than it is shown', () => {
    const html = rendered(
      '| Who | What |\n|---|:-:|\n| Ada | the lamps |\n| Ben | the maps |\n\n```sh\nmake all\nmake maps\n```\n\n1. a &lt; b \\* c and d\n2. 2 maps\n\n    const due = 1;\n',
      'the maps',
      'make maps',
      'c and d',
      '2 maps',
    );
    expect(marksOf(html)).toEqual(['the maps', 'make maps', 'c and d', '2 maps']);
    expect(html).toContain('<td>Ben</td>\n<td class="align-center"><mark id="q-');
    expect(html).toContain('<pre><code>make all\n<mark id="q-');
    expect(html).toContain('a &lt; b * <mark');
  });

  it('has what is told of it at its head as it is written', () => {
    const html = rendered('---\ntitle: Plan\ndate: 2026-03-02\n---\n\n# Plan\n\n---\na\n---\n', '2026-03-02');
    expect(html).toContain('<pre><code>title: Plan\ndate: <mark id="q-22">2026-03-02</mark>\n</code></pre>');
    expect(html).toContain('<h3>Plan</h3>\n<hr>\n<h4>a</h4>');
    expect(rendered('---\ntitle: Plan\n')).not.toContain('<pre>');
  });

  it('joins the lines of a paragraph, and keeps lines that end early', () => {
    const long = 'The reading room stays open in the evening until the lamps are';
    expect(rendered(`${long}\nthere.\n\nPresent: Ada\nAbsent: Ben`)).toBe(
      `<p>${long}\nthere.</p>\n<p>Present: Ada<br>\nAbsent: Ben</p>\n`,
    );
  });

  it('is shown as it is written where a quote is in nothing that is shown', () => {
    const text =
      '# Plan\n\nSee [the list](https://example.org/due-on-friday) and ![lamps](due-on-monday.png).';
    expect(rendered(text, 'See')).toContain('<mark id="q-8">See</mark>');
    expect(rendered(text, 'due-on-friday')).toBeUndefined();
    expect(rendered(text, 'due-on-monday')).toBeUndefined();
  });

  it('runs nothing and loads nothing, also where quotes cut through its marks', () => {
    const text =
      '# <script>alert(1)</script>\n\n<img src=x onerror=alert(1)> [go](javascript:alert(1)) ![](https://evil.example/p.png)\n\n`<b>` "><svg/onload=alert(1)>\n\n```html\n<script>alert(2)</script>\n```';
    for (const quotes of [
      [],
      ['<script>alert(1)'],
      ['script>alert(1)</script>', 'x onerror'],
      ['<b>` "><svg'],
      ['<script>alert(2)'],
    ]) {
      const html = rendered(text, ...quotes);
      expect(html).not.toMatch(/<(?:script|img|svg|b)\b|href="(?!https:)|\son\w+="/);
      expect(html).toContain('&lt;img');
    }
  });

  it('is told by its name, else by what only Markdown has; mails and code are none', () => {
    const doc = { artifact_type: 'doc' };
    expect(isMarkdown(doc, '# Plan\n\nSend it.')).toBe(true);
    expect(isMarkdown(doc, 'Plan\n\n- a\n- **b**')).toBe(true);
    expect(isMarkdown(doc, '| a | b |\n| --- | --- |\n| 1 | 2 |')).toBe(true);
    expect(isMarkdown(doc, 'Minutes, 2026-03-02\n\n- Ada will send 2 * 3 lists_of_maps.\n- Ben, too.')).toBe(
      false,
    );
    expect(isMarkdown(doc, '{"a": "# b"}')).toBe(false);
    expect(isMarkdown({ artifact_type: 'email' }, '- a\n- **b**')).toBe(false);
    expect(isMarkdown({ artifact_type: 'email', source_id: 'notes/plan.MD' }, 'Plan')).toBe(true);
    expect(isMarkdown({ ...doc, title: 'build.py' }, '# a\n\n- `b`')).toBe(false);
    expect(isMarkdown({ ...doc, source_id: 'out.log' }, '# a\n\n- `b`')).toBe(false);
  });
});
