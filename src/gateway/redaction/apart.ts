import { isMixedToken, isRandom, isSaid } from './checks.ts';
import type { Span } from './marks.ts';
import type { Strength } from './names.ts';
import { isChosenWord } from './sentence-forms.ts';

/** Spaces, the border of a table's cell, or the next line of a list or block. */
const between =
  /["']?(?:[ \t]{1,40}(?:[|\u2502\u2503\u2551][ \t]{0,40})?|[ \t]{0,4}:[ \t]{0,4}[>|]-?\r?\n[ \t]{1,20}|\r?\n[ \t]{0,20}- )/y;
const value = /[^\s"'`<>|,;(){}[\]\\\u2502]{6,200}/y;

/** Whether a block of YAML begins behind a name. */
export const isBlock = (text: string, end: number): boolean =>
  text[end] === ':' && /^: ?[>|]-?\r?\n/.test(text.slice(end, end + 6));

/** Whether the text behind a name could hold its value apart from it; cheap, as most names have none. */
export function mayBeApart(text: string, end: number): boolean {
  between.lastIndex = end;
  if (!between.test(text)) return false;
  const at = between.lastIndex;
  return /[0-9-]/.test(text.slice(at, at + 24));
}

/** Whether a line has no more than a name and its value. */
function isLine(text: string, nameEnd: number, to: number): boolean {
  if (!/^[ \t]{0,8}(?:\r?\n|$)/.test(text.slice(to, to + 10))) return false;
  const back = text.slice(Math.max(0, nameEnd - 100), nameEnd);
  return /^[ \t]{0,40}(?:set (?:[\w-]{1,30} ){0,4})?[\w.-]+$/.test(back.slice(back.lastIndexOf('\n') + 1));
}

/** The value of a name where a word could stand as well: it has to look like a secret itself. */
export function apartValue(text: string, end: number, strength: Strength): Span | undefined {
  between.lastIndex = end;
  if (!between.test(text)) return undefined;
  const start = between.lastIndex;
  value.lastIndex = start;
  if (!value.test(text)) return undefined;
  let to = value.lastIndex;
  if ('([<'.includes(text[to] ?? ' ')) return undefined;
  while ('.,:!?'.includes(text[to - 1] ?? ' ') && to > start) to -= 1;
  const found = text.slice(start, to);
  const fits =
    strength === 'key'
      ? isRandom(found)
      : strength === 'weak'
        ? isMixedToken(found)
        : strength !== 'header' && (isSaid(found) || (isLine(text, end, to) && isChosenWord(found)));
  return fits ? { start, end: to, kind: 'secret_field' } : undefined;
}
