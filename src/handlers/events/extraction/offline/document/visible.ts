/** A line as its reader sees it, and where each of its letters stands in the source. */
export type Visible = { text: string; from: readonly number[]; to: readonly number[] };

const elements =
  'a|abbr|address|article|aside|b|blockquote|body|br|center|code|dd|del|details|div|dl|dt|em|figure|font|footer|h[1-6]|head|header|hr|html|i|img|ins|kbd|li|main|mark|nav|ol|p|pre|q|s|section|small|span|strong|style|sub|summary|sup|table|tbody|td|th|thead|time|tr|tt|u|ul|var|video';
/** What stands between angle brackets and is an element of HTML. */
export const isElement = (name: string): boolean => element.test(name);
const element = new RegExp(String.raw`^/?(?:${elements})(?=[\s/]|$)`, 'i');

const tag = String.raw`</?(?:${elements})(?:\s[^<>]{0,300})?/?>`;
/** Marks that are not read: elements, emphasis, the rest of a link, code marks, names of emoji, and emoji. */
const marks = new RegExp(
  [
    tag,
    '^ {0,3}#{1,6}(?= )',
    '(?<entity>&(?:lt|gt|amp|quot|apos|nbsp|#39|#x27);)',
    String.raw`(?<=\])\([^()\s]{1,400}\)`,
    String.raw`\\(?<plain>[!-/:-@[-\x60{-~])`,
    // "*** ana left" has no emphasis; an underscore may belong to a nick.
    String.raw`\*{1,3}(?=[^\s*])|(?<=[^\s*])\*{1,3}`,
    '`{1,3}',
    String.raw`(?<=^|\s):[a-z][a-z0-9_+-]{1,40}:(?=\s|$)`,
    String.raw`[\u{2600}-\u{27BF}\u{2B00}-\u{2BFF}\u{FE0F}\u{200B}-\u{200F}\u{202A}-\u{202E}\u{2066}-\u{2069}\u{1F000}-\u{1FAFF}]`,
  ].join('|'),
  'giu',
);
const letters: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
  '&quot;': '"',
  '&nbsp;': ' ',
};

/** The first letters that are looked at: the head of a message is shorter. */
const longest = 700;

export function visible(line: string): Visible {
  const read = line.slice(0, longest);
  let text = '';
  const from: number[] = [];
  const to: number[] = [];
  const add = (letter: string, start: number, end: number) => {
    text += letter;
    from.push(start);
    to.push(end);
  };
  let done = 0;
  for (const found of read.matchAll(marks)) {
    for (let at = done; at < found.index; at += 1) add(read[at] ?? '', at, at + 1);
    done = found.index + found[0].length;
    const { entity, plain } = found.groups ?? {};
    if (entity !== undefined) add(letters[entity.toLowerCase()] ?? "'", found.index, done);
    else if (plain !== undefined) add(plain, found.index, done);
  }
  for (let at = done; at < read.length; at += 1) add(read[at] ?? '', at, at + 1);
  return { text, from, to };
}

const before = new RegExp(String.raw`^(?:\s|${tag})*`, 'i');
/** "</v>" ends the words of a speaker in WebVTT. */
const behind = new RegExp(String.raw`(?:\s{0,3}(?:${tag}|</[vc]>)){1,6}\s{0,3}$`, 'i');
/** Letters before the words of a line that are space or elements of HTML. */
export const leading = (line: string): number => before.exec(line.slice(0, 400))?.[0].length ?? 0;
/** Letters behind them, from the first element on. */
export const trailing = (line: string): number => behind.exec(line.slice(-400))?.[0].length ?? 0;
