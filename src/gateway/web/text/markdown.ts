import createParser, { type MarkdownIt } from 'markdown-it';
import { createHighlighter, type Highlighter } from './highlight.ts';
import { visible } from './visible.ts';

const safeLink = /^(?:https?:\/\/|mailto:)/i;

function create(): { parser: MarkdownIt; use(highlighter: Highlighter): void } {
  let highlighter: Highlighter = () => undefined;
  const parser = createParser('default', {
    html: false,
    linkify: false,
    typographer: false,
    breaks: true,
    highlight: (code, language) => highlighter(code, language) ?? '',
  });
  // Only addresses that are whole and known; anything else, as `javascript:` and relative ones, stays text.
  parser.validateLink = (url) => safeLink.test(url);
  const { rules } = parser.renderer;
  rules.link_open = (tokens, index, options, _env, self) => {
    tokens[index]?.attrSet('rel', 'noopener noreferrer nofollow');
    return self.renderToken(tokens, index, options);
  };
  // A picture of another site would tell it that this text was read.
  rules.image = (tokens, index) => {
    const { content = '' } = tokens[index] ?? {};
    const source = String(tokens[index]?.attrGet('src') ?? '');
    const { escapeHtml } = parser.utils;
    return `<a class="picture" rel="noopener noreferrer nofollow" href="${escapeHtml(source)}">picture: ${escapeHtml(content || source)}</a>`;
  };
  // Inline styles are forbidden on these pages.
  for (const rule of ['th_open', 'td_open'] as const)
    rules[rule] = (tokens, index, options, _env, self) => {
      const token = tokens[index];
      const aligned = /(left|center|right)/.exec(String(token?.attrGet('style') ?? ''))?.[1];
      if (token) token.attrs = aligned === undefined ? null : [['class', `align-${aligned}`]];
      return self.renderToken(tokens, index, options);
    };
  return {
    parser,
    use(given) {
      highlighter = given;
    },
  };
}

const { parser, use } = create();

/** A text as HTML that shows it as it is. */
export const escaped = (text: string): string => parser.utils.escapeHtml(visible(text));

/** Longer texts are shown as they are: building a page of them would take longer than reading it. */
const mostCharacters = 100_000;

/** Renders texts as Markdown within one page, so that all of them share the time for colours. */
export function createMarkdown(highlighter = createHighlighter()): (text: string) => string {
  return (text) => {
    const shown = visible(text);
    if (shown.length > mostCharacters) return `<pre>${escaped(shown)}</pre>`;
    use(highlighter);
    // Headings of a text are below those of the page.
    return parser
      .render(shown)
      .replaceAll(
        /<(\/?)h([1-6])>/g,
        (_, slash: string, level: string) => `<${slash}h${Math.min(6, Number(level) + 2)}>`,
      );
  };
}
