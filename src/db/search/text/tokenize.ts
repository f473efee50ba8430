import type { Language } from '../collection/collection.ts';
import { type Lexicon, lexicons, longestWord, Spelling } from './lexicon.ts';

/**
 * Called for each term of a text.
 *
 * @param position counts words; the parts of an identifier have consecutive positions, its whole form that of its first
 *   part.
 * @param start offset in the text where the source of the term begins; `end`: where it ends.
 */
export type Emit = (term: string, position: number, start: number, end: number) => void;

/** Called for a plain word in place of {@link Emit}, with the number of its term in the lexicon of the language. */
export type EmitKnown = (number: number, position: number) => void;

/** Longer runs (hashes, base64) are truncated; a query for them still matches by the beginning. */
const longestTerm = 64;

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
      position = anyRun(found, language, emit, position, index);
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
      position = anyRun(found, language, emit, position, at);
      at += found.length;
    }
  }
  return position;
}

const spelling = new Spelling();

/** Kinds of characters: those that end a word, three that a plain word consists of, and all others. */
const between = 0;
const lower = 1;
const upper = 2;
const digit = 3;
const other = 4;
const kinds = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[a-z]/.test(character)) return lower;
  if (/[A-Z]/.test(character)) return upper;
  if (/[0-9]/.test(character)) return digit;
  return /[_.\-/\\:@#$+']/.test(character) ? other : between;
});

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
function anyRun(found: string, language: Language, emit: Emit, first: number, start: number): number {
  const end = start + found.length;
  if (!notPlain.test(found)) {
    emit(termOf(found, language), first, start, end);
    return first + 1;
  }
  if (unspaced.test(found)) return characters(found, language, emit, first, start);
  return identifier(found.replace(possessive, ''), language, emit, first, start, end);
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
