import type { Language } from '../collection/collection.ts';
import { digit, isWordAt, kinds, lower, upper } from './kinds.ts';
import { lexicons, longestWord, Spelling } from './lexicon.ts';
import { type Emit, type EmitKnown, longestTerm } from './terms.ts';

const spelling = new Spelling();

/**
 * Emits the terms of an identifier in ASCII, as most are, without patterns: those took most of the time of analysing.
 * `tokenize` says which terms; a test compares them with those of the patterns.
 */
export function asciiIdentifier(
  found: string,
  language: Language,
  emit: Emit,
  first: number,
  start: number,
  end: number,
  emitKnown?: EmitKnown,
): number {
  const lexicon = lexicons[language];
  let position = first;
  let isJoined = false;
  const part = (from: number, to: number) => {
    if (to - from > longestWord) emit(lowerCut(found, from, to), position, start + from, start + to);
    else {
      spelling.begin();
      for (let at = from; at < to; at++) spelling.add(found.charCodeAt(at));
      const number = lexicon.find(spelling);
      if (emitKnown) emitKnown(number, position);
      else emit(lexicon.termOf(number), position, start + from, start + to);
    }
    position += 1;
  };
  for (let at = 0; at < found.length; ) {
    if (!isWordAt(found, at)) {
      isJoined ||= found.charCodeAt(at) !== apostrophe;
      at += 1;
      continue;
    }
    const from = at;
    let isCamel = false;
    while (isWordAt(found, at)) {
      isCamel ||= isHumpAt(found, from, at) && kinds[found.charCodeAt(at - 1)] !== digit;
      at += 1;
    }
    const whole = position;
    let begin = from;
    if (isCamel)
      for (let i = from + 1; i < at; i++)
        if (isHumpAt(found, from, i)) {
          part(begin, i);
          begin = i;
        }
    part(begin, at);
    if (isCamel) emit(lowerCut(found, from, at), whole, start + from, start + at);
  }
  if (isJoined) {
    emit(lowerCut(found, 0, found.length), first, start, end);
    const slash = Math.max(found.lastIndexOf('/'), found.lastIndexOf('\\'));
    const fileName = found.slice(slash + 1);
    if (slash > 0 && isJoinedName(fileName)) emit(lowerCut(fileName, 0, fileName.length), first, start, end);
  }
  return position;
}

const apostrophe = 39;

const lowerCut = (text: string, from: number, to: number): string =>
  text.slice(from, Math.min(to, from + longestTerm)).toLowerCase();

/** Whether a word that begins at `from` is cut before `at`: before a capital, or the last of several. */
function isHumpAt(text: string, from: number, at: number): boolean {
  if (at === from || kinds[text.charCodeAt(at)] !== upper) return false;
  if (kinds[text.charCodeAt(at - 1)] !== upper) return true;
  return at + 1 < text.length && kinds[text.charCodeAt(at + 1)] === lower;
}

/** Whether a name has other characters than letters, digits and apostrophes. */
function isJoinedName(name: string): boolean {
  for (let at = 0; at < name.length; at++)
    if (!isWordAt(name, at) && name.charCodeAt(at) !== apostrophe) return true;
  return false;
}
