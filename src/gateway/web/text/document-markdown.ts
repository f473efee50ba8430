import type { Token } from 'markdown-it';
import { readFrontMatter } from './front-matter.ts';
import { createHighlighter } from './highlight.ts';
import { belowHeadings, createSafeParser } from './markdown.ts';
import type { Passage } from './passages.ts';
import { createPlaces } from './places.ts';

const { parser, use } = createSafeParser();
const { escapeHtml } = parser.utils;
readFrontMatter(parser);

/** The HTML of tokens with marks in them. */
const written = new WeakMap<Token, string>();
for (const rule of ['text', 'code_inline', 'code_block', 'fence', 'softbreak']) {
  const usual = parser.renderer.rules[rule];
  parser.renderer.rules[rule] = (tokens, index, options, env, self) => {
    const token = tokens[index];
    return (token && written.get(token)) ?? usual?.(tokens, index, options, env, self) ?? '';
  };
}

/** A line that is shorter was ended where it is on purpose; a longer one because the paragraph went on below. */
const shortLine = 55;

/**
 * A document in Markdown as HTML, in which its quotes are marked where they stand.
 *
 * @returns undefined where a quote is in nothing that is shown, such as the address of a link.
 */
export function renderDocument(passages: readonly Passage[]): string | undefined {
  const source = passages.map(({ text }) => text).join('');
  const places = createPlaces(source);
  const quoteAt = quotesOf(passages);
  const marked = new Set<number>();

  /** A shown text as HTML; `undefined` where no quote is in it. */
  const withMarks = (shown: string, at: readonly number[]): string | undefined => {
    let html = '';
    let any = false;
    for (let from = 0, to = 0; from < shown.length; from = to) {
      const quote = quoteAt(at[from] ?? 0);
      do to += 1;
      while (to < shown.length && quoteAt(at[to] ?? 0) === quote);
      const part = escapeHtml(shown.slice(from, to));
      if (quote === undefined) html += part;
      else {
        html += marked.has(quote) ? `<mark>${part}</mark>` : `<mark id="q-${quote}">${part}</mark>`;
        marked.add(quote);
        any = true;
      }
    }
    return any ? html : undefined;
  };

  const mark = (token: Token): void => {
    if (token.map) places.enter(token.map);
    // A picture is shown by its name, whatever is marked in it.
    if (token.type === 'image') return;
    for (const child of token.children ?? []) mark(child);
    if (token.type === 'softbreak') {
      const { at, line } = places.endOfLine();
      const space = line < shortLine ? '<br>\n' : '\n';
      written.set(token, quoteAt(at) === undefined ? space : `<mark>${space}</mark>`);
    } else if (token.type === 'text' || token.type === 'code_inline') {
      const html = withMarks(token.content, places.of(token.content));
      if (html !== undefined) written.set(token, token.type === 'text' ? html : `<code>${html}</code>`);
    } else if (token.type === 'fence' || token.type === 'code_block') {
      if (token.type === 'fence') places.endOfLine();
      const html = withMarks(token.content, places.of(token.content));
      if (html !== undefined) written.set(token, `<pre><code>${html}</code></pre>\n`);
    }
  };

  const tokens = parser.parse(source, {});
  for (const token of tokens) mark(token);
  if (passages.some(({ text, quote }) => quote !== undefined && text.trim() !== '' && !marked.has(quote)))
    return undefined;
  use(createHighlighter());
  return belowHeadings(parser.renderer.render(tokens, parser.options, {}));
}

/** Tells the quote at a place of the text of passages, for places in ascending order. */
function quotesOf(passages: readonly Passage[]): (at: number) => number | undefined {
  let index = 0;
  let end = passages[0]?.text.length ?? 0;
  return (at) => {
    while (at >= end && index < passages.length) {
      index += 1;
      end += passages[index]?.text.length ?? 0;
    }
    return passages[index]?.quote;
  };
}
