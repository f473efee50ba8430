import type { Span } from './whole.ts';

export type Line = Span & { text: string };

/** The lines of a text; of a longer one, `text` has the first 2,000 characters, which is enough to recognise it. */
export function* linesOf(text: string, from = 0, to = text.length): Generator<Line> {
  for (let start = from; start < to; ) {
    const newline = text.indexOf('\n', start);
    const stop = newline === -1 || newline > to ? to : newline;
    const end = stop > start && text[stop - 1] === '\r' ? stop - 1 : stop;
    yield { start, end, text: text.slice(start, Math.min(end, start + 2000)) };
    start = stop + 1;
  }
}

/** Where the line below one begins: a line ends before its `\r\n` or `\n`. */
export const below = (text: string, { end }: Span): number => end + (text.startsWith('\r\n', end) ? 2 : 1);

/** A list mark with an optional check box: `- [ ] `, `* `, `3. `. */
export const bullet =
  /^(?<indent>[ \t]*)(?<mark>[-*+•‣–→◦▪]|->|\d{1,3}[.)]|\(?[a-z]\)|\d(?:\.\d)+\.?)[ \t]+(?:\[(?<box>[ xX✓✔])\][ \t]+)?/;
export const underline = /^[ \t]*(?:={3,}|-{3,}|\*{3,}|~{3,}|_{3,}|#{3,}|\^{3,}|"{3,})[ \t]*$/;

/** Text without emphasis and other marks around it. */
export const plain = (text: string): string =>
  text
    .replace(/^[#*_\s>~=-]+|(?<![#*_:=\s-])[#*_:=\s-]+$/g, '')
    .replace(/\[([^\][]{1,200})\]\([^()\s]{1,400}\)/g, '$1')
    .replace(/[*`]{1,3}/g, '')
    // Within a word an underscore is part of a name: lock_timeout.
    .replace(/(?<![\p{L}\p{N}_])_{1,3}|_{1,3}(?![\p{L}\p{N}_])/gu, '')
    .trim();
