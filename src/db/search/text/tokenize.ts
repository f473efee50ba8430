import type { Language } from '../collection/collection.ts';
import { asciiIdentifier } from './ascii-identifier.ts';
import { between, digit, kinds, lower, other } from './kinds.ts';
import { type Lexicon, lexicons, longestWord, Spelling } from './lexicon.ts';
import { type Emit, type EmitKnown, longestTerm } from './terms.ts';

export type { Emit, EmitKnown } from './terms.ts';

/** Scripts written without spaces: the terms are characters and pairs of adjacent characters. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u30fc]/u;
const run = /[\p{L}\p{N}\p{M}_]+(?:[.\-/\\:@#$+'’]+[\p{L}\p{N}\p{M}_]+)*/uy;
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
const camel = /\p{Ll}\p{Lu}|\p{Lu}\p{Lu}\p{Ll}/u;
const camelCut = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;
const joined = /[^\p{L}\p{N}\p{M}'’]/u;
const possessive = /['’](?:s|S|m|re|ll|d|ve)$/;

const cut = (term: string): string => (term.length > longestTerm ? term.slice(0, longestTerm) : term);

/** Folds to lower case and, beyond ASCII, removes accents. */
export function foldCase(text: string): string {
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
export function tokenize(
  text: string,
  language: Language,
  emit: Emit,
  first = 0,
  emitKnown?: EmitKnown,
): number {
  if (text.length > longText) {
    let position = first;
    for (const { 0: found, index } of longSpans(text, runs))
      position = anyRun(found, language, emit, position, index, emitKnown);
    return position;
  }
  const lexicon: Lexicon = lexicons[language];
  let position = first;
  for (let at = 0; at < text.length; ) {
    const kind = kindAt(text, at);
    if (kind === between) {
      at += 1;
      continue;
    }
    // Nine of ten words are lower-case ASCII, perhaps with a capital or digits, and need no pattern.
    if (kind !== other) {
      let end = at + 1;
      spelling.begin();
      spelling.add(text.charCodeAt(at));
      let next = kindAt(text, end);
      while (next === lower || next === digit) {
        spelling.add(text.charCodeAt(end));
        next = kindAt(text, ++end);
      }
      if (next === between && end - at <= longestWord) {
        const number = lexicon.find(spelling);
        if (emitKnown) emitKnown(number, position);
        else emit(lexicon.termOf(number), position, at, end);
        position += 1;
        at = end + 1;
        continue;
      }
    }
    run.lastIndex = at;
    const [found] = run.exec(text) ?? [];
    if (found === undefined) at += (text.codePointAt(at) as number) > 0xffff ? 2 : 1;
    else {
      position = anyRun(found, language, emit, position, at, emitKnown);
      at += found.length;
    }
  }
  return position;
}

const spelling = new Spelling();

/** The kind of a character; a joint after which no word goes on is between words. */
function kindAt(text: string, at: number): number {
  if (at >= text.length) return between;
  const code = text.charCodeAt(at);
  if (code >= 128) return other;
  const kind = kinds[code] as number;
  return kind === other && isEndOfWord(text, at) ? between : kind;
}

/** Whether a space or the end follows a single joint, such as the full stop of a sentence. */
function isEndOfWord(text: string, at: number): boolean {
  if (text.charCodeAt(at) === underscore) return false;
  if (at + 1 === text.length) return true;
  const code = text.charCodeAt(at + 1);
  return code < 128 && kinds[code] === between;
}
const underscore = 95;

/** Emits the terms of a run of word characters and joints. */
function anyRun(
  found: string,
  language: Language,
  emit: Emit,
  first: number,
  start: number,
  emitKnown?: EmitKnown,
): number {
  const end = start + found.length;
  if (isAscii(found))
    return asciiIdentifier(withoutPossessive(found), language, emit, first, start, end, emitKnown);
  if (unspaced.test(found)) return characters(found, language, emit, first, start);
  return identifier(withoutPossessive(found), language, emit, first, start, end);
}

const withoutPossessive = (found: string): string =>
  found.includes("'") || found.includes('’') ? found.replace(possessive, '') : found;

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) >= 128) return false;
  return true;
}

const ascii = /^[a-z0-9]{1,40}$/;

/** The term of a word in lower case. */
function termOf(word: string, language: Language): string {
  if (!ascii.test(word)) return cut(word);
  spelling.begin();
  for (let i = 0; i < word.length; i++) spelling.add(word.charCodeAt(i));
  const lexicon = lexicons[language];
  return lexicon.termOf(lexicon.find(spelling));
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
      emit(termOf(foldCase(part), language), position, at, at + part.length);
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
    emit(termOf(foldCase(other), language), position, at - other.length, at);
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
