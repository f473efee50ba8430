import { markBegin, type Span } from './marks.ts';
import type { Strength } from './names.ts';
import { isSaidWord } from './phrases.ts';
import { isPart, saidEnding } from './single-word.ts';
import { isPlaceholder } from './values.ts';

const small =
  /^(?:of|or|is|to|in|at|on|the|an|a|by|if|no|not|and|for|with|see|und|oder|der|die|das|zu|im|mit|le|la|les|de|du|ou|el|los|y|o|un|una|il|e|di|min|max)$/i;
const parts =
  /^(?=.{0,40}[0-9])[\p{Script=Latin}\p{N}][\p{Script=Latin}\p{N}\p{M}!#%&*+?@/.,'’-]{0,23}(?: [\p{Script=Latin}\p{N}!#&+*-][\p{Script=Latin}\p{N}\p{M}!#%&*+?@/.'’-]{0,23}){1,4}$/u;

/**
 * A few words and a number with spaces between them, as people choose them: `dusty Attic 4`. None of the words says
 * anything about passwords, or names a part of a program.
 */
export function isLoose(value: string): boolean {
  if (value.length < 8 || value.length > 48 || value.includes(markBegin) || isPlaceholder(value))
    return false;
  if (!parts.test(value)) return false;
  const words = value.split(' ');
  const long = words.filter((word) => /\p{L}{4}/u.test(word));
  return (
    long.length > 0 &&
    !words.some((word) => small.test(word)) &&
    long.every((word) => {
      const letters = word.toLowerCase().replace(/[^\p{L}]/gu, '');
      return isPart(letters) && !isSaidWord(letters) && !saidEnding.test(letters);
    })
  );
}

/** Three words or more in small letters of which two are no words of programs or of sentences about passwords. */
export function isPlainPhrase(value: string): boolean {
  const words = value.split(' ');
  const long = words.filter((word) => word.length > 3);
  return (
    words.length >= 3 &&
    words.length <= 8 &&
    long.length >= 2 &&
    words.every((word) => /^\p{Script=Latin}{2,14}$/u.test(word) && word === word.toLowerCase()) &&
    long.every((word) => isPart(word) && !isSaidWord(word)) &&
    !isSaidWord(words[0] ?? '')
  );
}

/** Words joined by a sign, of which none names a part of a program: `Uhu-im-Wald`. */
export const isJoinedWords = (value: string): boolean =>
  /^\p{L}{3,14}(?:[-_.]\p{L}{2,14}){1,5}$/u.test(value) &&
  value
    .toLowerCase()
    .split(/[-_.]/)
    .filter((word) => word.length > 3)
    .every((word) => isPart(word) && !isSaidWord(word));

const rest = /[^\s"'`<>(){}[\];|\\]{1,24}(?: [^\s"'`<>(){}[\];|\\]{1,24}){1,4}(?=[ \t]{0,8}(?:\r?\n|$)|;)/y;
/** What may stand in front of the name on its line: nothing, an export, or other settings of the same value. */
const ahead =
  /^[ \t]{0,40}(?:(?:export|set|env|setenv|-|#?[A-Z]{2,6})[ \t=]{1,4})?["'$]?(?:[\w.-]{1,60}[.:/])?$|[;]\s?$/i;

/** A password with spaces in it, up to the end of its line or setting. */
export function looseSecret(
  text: string,
  { name, from, quote }: { name: number; from: number; quote: string },
  strength: Strength,
): Span | undefined {
  if (quote !== '' || (strength !== 'password' && strength !== 'phrase')) return undefined;
  rest.lastIndex = from;
  const value = rest.exec(text)?.[0];
  if (value === undefined || !isLoose(value)) return undefined;
  const back = text.slice(Math.max(0, name - 120), name);
  if (!ahead.test(back.slice(back.lastIndexOf('\n') + 1))) return undefined;
  return { start: from, end: from + value.length, kind: 'secret_field' };
}
