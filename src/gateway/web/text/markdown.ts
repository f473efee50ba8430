import createParser, { type MarkdownIt, type Token } from 'markdown-it';
import { createHighlighter, type Highlighter } from './highlight.ts';
import { visible } from './visible.ts';

const safeLink = /^(?:https?:\/\/|mailto:)/i;

/** Whether an address is a place in the project of the session, as agents link files: these pages do not have it. */
const isPath = (url: string): boolean => /^(?![a-z][a-z0-9+.-]*:|[\\/]{2})./i.test(url);

const targetOf = (token: Token | undefined): string => String(token?.attrGet('href') ?? '');

/** A parser whose HTML may stand in a page, whatever the text says. */
export function createSafeParser(): { parser: MarkdownIt; use(highlighter: Highlighter): void } {
  let highlighter: Highlighter = () => undefined;
  const parser = createParser('default', {
    html: false,
    linkify: false,
    typographer: false,
    breaks: true,
    highlight: (code, language) => highlighter(code, language) ?? '',
  });
  // Anything else, as `javascript:`, stays text.
  parser.validateLink = (url) => safeLink.test(url) || isPath(url);
  const { rules } = parser.renderer;
  const shownPath = (path: string) => parser.utils.escapeHtml(visible(parser.normalizeLinkText(path)));
  rules.link_open = (tokens, index, options, _env, self) => {
    const target = targetOf(tokens[index]);
    if (isPath(target)) return `<span class="path" title="${shownPath(target)}">`;
    tokens[index]?.attrSet('rel', 'noopener noreferrer nofollow');
    return self.renderToken(tokens, index, options);
  };
  rules.link_close = (tokens, index) => {
    // Links do not nest, so the one that is closed is the last that was opened.
    let at = index;
    while (at > 0 && tokens[at]?.type !== 'link_open') at -= 1;
    return isPath(targetOf(tokens[at])) ? '</span>' : '</a>';
  };
  // A picture of another site would tell it that this text was read.
  rules.image = (tokens, index) => {
    const { content = '' } = tokens[index] ?? {};
    const source = String(tokens[index]?.attrGet('src') ?? '');
    const { escapeHtml } = parser.utils;
    if (isPath(source))
      return `<span class="path" title="${shownPath(source)}">picture: ${content === '' ? shownPath(source) : escapeHtml(content)}</span>`;
    return `<a class="picture" rel="noopener noreferrer nofollow" href="${escapeHtml(source)}">picture: ${escapeHtml(content || source)}</a>`;
  };
  // One that is wider than the text is scrolled, by keys too.
  rules.table_open = () => '<table tabindex="0">';
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

const { parser, use } = createSafeParser();

/** A text as HTML that shows it as it is. */
export const escaped = (text: string): string => parser.utils.escapeHtml(visible(text));

/** A text that is not formatted: each line is read from the side on which its own words begin. */
export const asWritten = (text: string): string => `<pre dir="auto">${escaped(text)}</pre>`;

/** Longer texts are shown as they are: building a page of them would take longer than reading it. */
const mostCharacters = 100_000;

/** Renders texts as Markdown within one page, so that all of them share the time for colours. */
export function createMarkdown(highlighter = createHighlighter()): (text: string) => string {
  return (text) => {
    const shown = visible(text);
    if (shown.length > mostCharacters) return asWritten(shown);
    use(highlighter);
    return belowHeadings(parser.render(shown));
  };
}

/** Headings of a text are below those of the page. */
export const belowHeadings = (html: string): string =>
  html.replaceAll(
    /<(\/?)h([1-6])>/g,
    (_, slash: string, level: string) => `<${slash}h${Math.min(6, Number(level) + 2)}>`,
  );
