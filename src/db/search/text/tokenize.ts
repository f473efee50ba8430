import type { Language } from '../collection/collection.ts';
import { stem } from './stem.ts';

/**
 * Called for each term of a text.
 *
 * @param position counts words; the parts of an identifier have consecutive positions, its whole form that of its first
 *   part.
 * @param start offset in the text where the source of the term begins; `end`: where it ends.
 */
export type Emit = (term: string, position: number, start: number, end: number) => void;

/** Longer runs (hashes, base64) are truncated; a query for them still matches by the beginning. */
const longestTerm = 64;

/** Scripts written without spaces: the terms are characters and pairs of adjacent characters. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u30fc]/u;
const run = /[\p{L}\p{N}\p{M}_]+(?:[.\-/\\:@#$+'’]+[\p{L}\p{N}\p{M}_]+)*/gu;
const word = /[\p{L}\p{N}\p{M}]+/gu;
/** The same for long texts: a character that begins one, and the first that does not go on. */
const runs: Spans = {
  inside: /[\p{L}\p{N}\p{M}_]/gu,
  outside: /[^\p{L}\p{N}\p{M}_]/gu,
  noJoint: /[^.\-/\\:@#$+'’]/gu,
};
const words: Spans = { inside: /[\p{L}\p{N}\p{M}]/gu, outside: /[^\p{L}\p{N}\p{M}]/gu };
/** Patterns remember where they could end earlier: a run of millions of characters takes more room than they have. */
const longText = 1_000_000;
/** Tells other words from plain lower-case ones; `^[a-z]+$` would run out of room on millions of letters. */
const notPlain = /[^a-z]/;
const camel = /\p{Ll}\p{Lu}|\p{Lu}\p{Lu}\p{Ll}/u;
const camelCut = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;
const joined = /[^\p{L}\p{N}\p{M}'’]/u;
const possessive = /['’](?:s|S|m|re|ll|d|ve)$/;

const cut = (term: string): string => (term.length > longestTerm ? term.slice(0, longestTerm) : term);

/** Folds to lower case and, beyond ASCII, removes accents. */
function foldCase(text: string): string {
  const lower = text.toLowerCase();
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the whole of ASCII is meant
  return /[^\x00-\x7f]/.test(lower)
    ? lower
        .normalize('NFKD')
        .replace(/[\u0300-\u036f]/g, '')
        .normalize('NFC')
    : lower;
}

/**
 * Splits a text into terms, both for indexing and for queries. Identifiers, paths and error codes yield their parts and
 * the whole: `src/db/loanDesk.ts` is found by `loan`, by `loanDesk.ts` and by the whole path.
 *
 * @param first the position of the first word.
 * @returns the position after the last one.
 */
export function tokenize(text: string, language: Language, emit: Emit, first = 0): number {
  let position = first;
  for (const match of text.length > longText ? longSpans(text, runs) : text.matchAll(run)) {
    const found = match[0];
    const start = match.index;
    const end = start + found.length;
    if (!notPlain.test(found)) {
      emit(cut(stem(found, language)), position, start, end);
      position += 1;
    } else if (unspaced.test(found)) position = characters(found, language, emit, position, start);
    else position = identifier(found.replace(possessive, ''), language, emit, position, start, end);
  }
  return position;
}

type Spans = { inside: RegExp; outside: RegExp; noJoint?: RegExp };

/** The matches of the expression of the same name, without its length limit. */
function* longSpans(
  text: string,
  { inside, outside, noJoint }: Spans,
): Generator<{ 0: string; index: number }> {
  for (let at = next(inside, text, 0); at < text.length; ) {
    let end = next(outside, text, at);
    while (noJoint && end < text.length) {
      const after = next(noJoint, text, end);
      if (after === end || next(inside, text, after) !== after) break;
      end = next(outside, text, after);
    }
    yield { 0: text.slice(at, end), index: at };
    at = next(inside, text, end);
  }
}

/** The index of the next character of a class, or the length of the text. */
function next(characters: RegExp, text: string, from: number): number {
  characters.lastIndex = from;
  return characters.exec(text)?.index ?? text.length;
}

/**
 * Emits the terms of anything but a plain lower-case word: its words, their camel-case parts, the whole, a path's file
 * name.
 */
function identifier(
  found: string,
  language: Language,
  emit: Emit,
  first: number,
  start: number,
  end: number,
): number {
  let position = first;
  for (const match of found.length > longText ? longSpans(found, words) : found.matchAll(word)) {
    const one = match[0];
    const parts = camel.test(one) ? one.split(camelCut) : [one];
    const whole = position;
    let at = start + match.index;
    for (const part of parts) {
      emit(cut(stem(foldCase(part), language)), position, at, at + part.length);
      position += 1;
      at += part.length;
    }
    if (parts.length > 1) emit(cut(foldCase(one)), whole, at - one.length, at);
  }
  if (joined.test(found)) {
    const whole = foldCase(found);
    emit(cut(whole), first, start, end);
    const slash = Math.max(whole.lastIndexOf('/'), whole.lastIndexOf('\\'));
    const fileName = whole.slice(slash + 1);
    if (slash > 0 && joined.test(fileName)) emit(cut(fileName), first, start, end);
  }
  return position;
}

function characters(found: string, language: Language, emit: Emit, first: number, start: number): number {
  let position = first;
  let previous = '';
  let other = '';
  let at = start;
  const flush = () => {
    if (other === '') return;
    emit(cut(stem(foldCase(other), language)), position, at - other.length, at);
    position += 1;
    other = '';
  };
  for (const character of found) {
    const end = at + character.length;
    if (unspaced.test(character)) {
      flush();
      const term = foldCase(character);
      emit(term, position, at, end);
      if (previous) emit(previous + term, position - 1, at, end);
      position += 1;
      previous = term;
    } else {
      previous = '';
      if (/[\p{L}\p{N}\p{M}]/u.test(character)) other += character;
      else flush();
    }
    at = end;
  }
  flush();
  return position;
}
