import type { Gap } from './chain.ts';

/** A text in pieces: words, and the signs around them, each by itself. */

export type Piece = {
  text: string;
  /** Where it begins and ends in the text that was split. */
  start: number;
  end: number;
  /** What stands before it: nothing, spaces, or the end of a line. */
  gap: Gap;
};

/** Characters of scripts that have no spaces; quotes and full-width signs; whatever else stands between spaces. */
const pieces =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[`"“”„«»「」『』，。、；：？！（）【】《》…]|[^\s`"“”„«»「」『』，。、；：？！（）【】《》…\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{1,400}/gu;
/** Signs at the beginning and at the end of a word that are not its own; "l'API" is about the API. */
const opening = /^(?:[([{<'*_~]|\p{L}{1,2}['’](?=\p{L}))/u;
const closing = `.,;:!?)]}>'*`;
const closers: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '<': '>' };
const openers: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{', '>': '<', "'": "'" };

export function split(text: string): Piece[] {
  const found: Piece[] = [];
  let last = 0;
  const add = (start: number, end: number) => {
    const between = text.slice(last, start);
    const gap = between.includes('\n') ? '\n' : between === '' ? '' : ' ';
    found.push({ text: text.slice(start, end), start, end, gap });
    last = end;
  };
  for (const { index, 0: word } of text.matchAll(pieces)) {
    let [from, to] = [0, word.length];
    while (from < to) {
      const sign = opening.exec(word.slice(from, from + 4))?.[0];
      if (sign === undefined || from + sign.length >= to || goesOn(word, from)) break;
      add(index + from, index + from + sign.length);
      from += sign.length;
    }
    const after = to;
    while (to > from + 1 && closing.includes(word[to - 1] ?? '') && !isOpened(word, from, to)) to -= 1;
    add(index + from, index + to);
    for (let at = to; at < after; at += 1) add(index + at, index + at + 1);
  }
  return found;
}

/** Whether the bracket that a word begins with ends within it, and the word goes on: "(a)b". */
function goesOn(word: string, from: number): boolean {
  const closer = closers[word[from] ?? ''];
  const at = closer === undefined ? -1 : word.indexOf(closer, from);
  return at >= 0 && /[\w/]/.test(word[at + 1] ?? '');
}

/** Whether the bracket before `to` begins within the word: "find()". */
function isOpened(word: string, from: number, to: number): boolean {
  const opener = openers[word[to - 1] ?? ''];
  return opener !== undefined && word.lastIndexOf(opener, to - 2) > from;
}
