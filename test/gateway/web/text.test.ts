import { describe, expect, it } from 'vitest';
import { Snippet } from '../../../src/gateway/web/parts/snippet.tsx';
import { keepDays } from '../../../src/gateway/web/text/dates.ts';
import { createHighlighter } from '../../../src/gateway/web/text/highlight.ts';
import { createMarkdown } from '../../../src/gateway/web/text/markdown.ts';
import { passage, plainLine } from '../../../src/gateway/web/text/plain.ts';
import { oneLine, visible } from '../../../src/gateway/web/text/visible.ts';

describe('stored text on a page', () => {
  it('loses terminal sequences and shows what would be invisible', () => {
    expect(visible('\u001b[31mred\u001b[0m \u001b]0;title\u0007end')).toBe('red end');
    expect(visible('a\u202eb\u2066c\u0000d\r\ne')).toBe('a⟨U+202E⟩b⟨U+2066⟩c␀d\ne');
    expect(visible('سلام שלום')).toBe('سلام שלום');
  });

  it('is cut to one line by whole characters', () => {
    expect(oneLine('a\n\n  b\tc')).toBe('a b c');
    expect(oneLine('😀'.repeat(300), 5)).toBe(`${'😀'.repeat(5)}…`);
  });
});

it('a text too long to be formatted has each line read from its own side', () => {
  expect(createMarkdown()(`שלום <b>${'a'.repeat(100_000)}`)).toMatch(
    /^<pre dir="auto">שלום &lt;b&gt;a+<\/pre>$/,
  );
});

describe('days in the texts of a page', () => {
  it('are kept whole, wherever they stand between tags', () => {
    expect(keepDays('<p>by 2026-11-27, <b>2026-12-01</b>: 2026-11-27T10:00Z')).toBe(
      '<p>by <time>2026-11-27</time>, <b><time>2026-12-01</time></b>: <time>2026-11-27</time>T10:00Z',
    );
  });

  it('are left alone in attributes, in forms, code, plots and times, and where they are none', () => {
    for (const html of [
      '<a href="/sessions?from=2026-11-27" title="2026-11-27 10:00">there</a>',
      '<title>2026-11-27</title><textarea>&lt;p&gt; 2026-11-27</textarea><option>2026-11-27</option>',
      '<pre><code>2026-11-27 <b>2026-11-27</b></code></pre>',
      '<svg><title>2026-11-26</title><text>2026-11-27</text></svg>',
      '<time datetime="2026-11-27">2026-11-27 10:00</time>',
      '1234-56-78, 12026-11-27, 2026-11-271, 555-2026-11-27, 2026-11-27-3',
    ])
      expect(keepDays(html)).toBe(html);
  });

  it('are found in a time that the length alone determines', () => {
    for (const part of ['<', '<a', '2026-11-27', '2', '<textarea>', '</']) {
      const begun = process.cpuUsage();
      keepDays(part.repeat(500_000 / part.length));
      const { user, system } = process.cpuUsage(begun);
      expect([part, (user + system) / 1000 < 1000]).toEqual([part, true]);
    }
  });
});

describe('Markdown', () => {
  const html = (text: string) => createMarkdown()(text);

  it('keeps HTML as text', () => {
    expect(html('<script>alert(1)</script> <img src=x onerror=alert(1)>')).not.toMatch(/<(script|img)/);
    expect(html('```html\n<script>alert(1)</script>\n```')).not.toContain('<script');
  });

  it('links only to addresses of the web and of mail', () => {
    for (const bad of [
      'javascript:alert(1)',
      'JaVaScRiPt:alert(1)',
      'data:text/html,x',
      'vbscript:x',
      '//evil.example',
      '/care',
      'file:///etc/passwd',
    ])
      expect(html(`[here](${bad}) ![](${bad}) <${bad}>`)).not.toContain('href=');
    expect(html('[here](https://example.org/a?b=1)')).toContain(
      '<a href="https://example.org/a?b=1" rel="noopener noreferrer nofollow">here</a>',
    );
    expect(html('<mailto:ada@example.org>')).toContain('rel="noopener noreferrer nofollow"');
  });

  it('names files of the project without linking to them', () => {
    expect(html('See [a.ts:3](src/a.ts#L3), ![a plan](docs/plan.png).')).toContain(
      'See <span class="path" title="src/a.ts#L3">a.ts:3</span>, <span class="path" title="docs/plan.png">picture: a plan</span>.',
    );
    expect(html('[a](x.ts) [b](https://example.org/) [c](%E2%80%AEy.ts)')).toContain(
      '<span class="path" title="x.ts">a</span> <a href="https://example.org/" rel="noopener noreferrer nofollow">b</a> <span class="path" title="⟨U+202E⟩y.ts">c</span>',
    );
    expect(html('[go](javascript:alert(1))')).toContain('[go](javascript:alert(1))');
    expect(html('[nowhere]()')).not.toContain('class="path"');
  });

  it('lets a wide table be scrolled by keys', () => {
    expect(html('| a |\n|---|\n| 1 |')).toContain('<table tabindex="0">');
  });

  it('loads no picture from elsewhere', () => {
    const shown = html('![a "cat"](https://evil.example/spy.png "t")');
    expect(shown).not.toContain('<img');
    expect(shown).toContain('href="https://evil.example/spy.png"');
  });

  it('needs no inline style', () => {
    expect(html('| a | b |\n|--:|:-:|\n| 1 | 2 |')).not.toContain('style=');
    expect(html('| a | b |\n|--:|:-:|\n| 1 | 2 |')).toContain('<td class="align-right">1</td>');
  });

  it('colours code by classes, and not for long', () => {
    expect(html('```ts\nconst a = "b";\n```')).toContain('hljs-keyword');
    expect(html('```unheard-of\n<b>\n```')).toContain('&lt;b&gt;');
    expect(createHighlighter()('x'.repeat(20_000), 'typescript')).toBeUndefined();
  });

  it('is quick for a text that is hard to read', () => {
    for (const part of ['[', '![', '*a_', '`', '> ', '<', '|', '\\', '- '.repeat(3), '[a](b)']) {
      // Processor time: the machine may be busy with other tests.
      const begun = process.cpuUsage();
      html(part.repeat(20_000 / part.length));
      const { user, system } = process.cpuUsage(begun);
      expect([part, (user + system) / 1000 < 1000]).toEqual([part, true]);
    }
  });
});

describe('Markdown on one line', () => {
  it('loses its marks and keeps its words', () => {
    expect(
      plainLine('## Why\n\nThe **loan** is *long*:\n- `a.py`\n- [see](http://x.org/) ![plan](p.png)'),
    ).toBe('Why The loan is long: • a.py • see plan');
    expect(plainLine('2. two\n3. three\n\n> said\n\n```ts\nconst a = b;\n```')).toBe(
      '2. two 3. three said const a = b;',
    );
    expect(plainLine('| a | b |\n|---|---|\n| 1 | 2 |')).toBe('a · b 1 · 2');
    expect(plainLine('2 * 3 * 4, snake_case, __init__, a | b, f(**kwargs), <b>')).toBe(
      '2 * 3 * 4, snake_case, __init__, a | b, f(**kwargs), <b>',
    );
    expect(plainLine('[here](javascript:alert(1))')).toBe('here');
  });

  it('of a found passage has no half of a pair, and a call of a tool stays as it is', () => {
    expect(passage('…period** is `LOAN_**DAYS**` in `src…')).toBe('…period is LOAN_DAYS in src…');
    expect(passage('Bash {"command":"grep `**loan**` # all"}')).toBe('Bash {"command":"grep `loan` # all"}');
    expect(passage('# a comment\n- **loan**', 'tool')).toBe('# a comment - loan');
    expect(passage('<command-name>/compact</command-name> a < b', 'system')).toBe('/compact a < b');
  });

  it('marks the words that were searched for, and nothing that the text itself has in bold', () => {
    const shown = (text: string) => String(Snippet({ text, query: 'loan period' }));
    expect(shown('The **loan** **period** is **21 days**; a **`<b>`**')).toBe(
      '<bdi class="snippet">The <mark>loan</mark> <mark>period</mark> is 21 days; a &lt;b&gt;</bdi>',
    );
    expect(shown('**The **loan** runs**')).toBe('<bdi class="snippet">The <mark>loan</mark> runs</bdi>');
  });
});
