import { isGiven, isSaid } from './checks.ts';
import { markBegin } from './marks.ts';
import { isTechnical } from './phrases.ts';
import { isAddress, isExample, isPlaceholder } from './values.ts';
import { inNames, partNames, standing } from './words.ts';

const longest = 64;
const mostRemembered = 500;

/** Every word for a password looks at what stands around it, so that each value is asked for several times. */
function remembered(judge: (value: string) => boolean): (value: string) => boolean {
  const known = new Map<string, boolean>();
  return (value) => {
    let is = known.get(value);
    if (is !== undefined) return is;
    is = judge(value);
    if (known.size >= mostRemembered) known.clear();
    known.set(value, is);
    return is;
  };
}

/** Addresses, files, versions, dates, amounts, and identifiers of code and tickets. */
const named =
  /^[\w.+-]+@[\w-]+\.|@[\^~><=v0-9]|^[\w-]+(?:\.[\w-]+)*\.[a-z]{2,5}$|^[vV]?[0-9]|^[A-Z]{1,8}-?[0-9]{1,6}$|^(?:[A-Za-z0-9]+[-_])*v[0-9]+$|[/\\]|::|^[a-z]+(?:[-_.][a-z0-9]+)+$|^[\w$]+(?:\.[\w$]+)+$/;
/** A word, and a number with or without a sign behind it: `Cornichon8`, `Zanzara5#`. */
const worded =
  /^(\p{Lu}?\p{Ll}{4,24}(?:\p{Lu}\p{Ll}{2,14}){0,3})(?:(?<=^\p{Lu}.{0,40})[-_])?[0-9]{1,4}[!?#$*+%&.]{0,2}$/u;
/** Parts joined by a sign that no name has, or with both cases and a digit. */
const signs = /[!#$%&*+?^~=§€@]/;
const joined =
  /^(?=.*\p{Lu})(?=.*\p{Ll})(?=.*[0-9])\p{L}[\p{L}\p{N}]{1,24}(?:[-_.][\p{L}\p{N}]{1,24}){1,5}[!?]?$/u;

/** Words written together, with a number among them: `OmaErnaBackt3Kuchen`. */
const together = /^(?:\p{Lu}\p{Ll}{1,14}){2,6}[0-9]{1,4}(?:\p{Lu}\p{Ll}{2,14}){1,4}$/u;

/** A word in which a digit stands for a letter: `Ca5cabel`. */
const leet = /^\p{L}{0,4}(?<!log)[013457](?=\p{Ll}{2}|\p{Lu}{2})\p{L}{2,20}(?:[-_.]\p{L}{2,20}){0,3}[!?]?$/u;

const stands = (value: string): boolean =>
  value.length < 6 ||
  value.length > longest ||
  value.includes(markBegin) ||
  isPlaceholder(value) ||
  isExample(value) ||
  isAddress(value) ||
  isTechnical(value);

const isName = (word: string): boolean => partNames.has(word) || standing.has(word) || inNames.test(word);

/** A word with a number behind it, where the word names nothing in programs. */
export function isWorded(value: string): boolean {
  if (stands(value)) return false;
  const stem = worded.exec(value)?.[1];
  return stem !== undefined && !stem.split(/(?=\p{Lu})/u).some((word) => isName(word.toLowerCase()));
}

/** Letters with a digit and a sign, or joined words with both cases and a digit: nothing but a chosen secret looks so. */
export function isStrong(value: string): boolean {
  if (stands(value) || named.test(value)) return false;
  const letters = value.replace(/[^\p{L}]/gu, '').length;
  if (letters < 3) return false;
  if (together.test(value))
    return !value.split(/(?=\p{Lu})|[0-9]/u).some((word) => isName(word.toLowerCase()));
  if (/[0-9]/.test(value) && signs.test(value.slice(0, -1))) return !/^[\w.-]+=|^[#@&?]/.test(value);
  return (
    letters >= 5 && joined.test(value) && !value.split(/[-_.0-9]/).some((word) => isName(word.toLowerCase()))
  );
}

/** Letters around a sign that stands in no name: `Saffron!Hill`, `Cigarra!15`. */
export const isSigned = (value: string): boolean =>
  !stands(value) &&
  !named.test(value) &&
  /^\p{L}[\p{L}\p{N}_-]{2,24}[!$%&*?~][\p{L}\p{N}_-]{2,24}[!?#]?$|^\p{L}{4,24}[!$%*~#][0-9]{1,4}$/u.test(
    value,
  );

/** A word in which a digit stands for a letter, and its other letters make no name of a program. */
export const isLeet = (value: string): boolean =>
  !stands(value) &&
  /^\p{L}/u.test(value) &&
  leet.test(value) &&
  value.replace(/[^\p{L}]/gu, '').length >= 5 &&
  !value
    .toLowerCase()
    .replace(/[-_.]/g, ' ')
    .split(/[ 0-9]/)
    .some(isName);

/** Whether a value is chosen, where words of a sentence are possible as well. */
export const isChosenWord = remembered(
  (value) => isStrong(value) || isWorded(value) || isLeet(value) || isSigned(value),
);

/** As {@link isChosenWord}, behind words which say that a secret follows. */
export const isStated = remembered(
  (value) => isChosenWord(value) || (isSaid(value) && isGiven(value) && !named.test(value)),
);

/** Whether two values differ as a mistyped one differs from the right one: in case, or by a sign or two. */
export function isVariant(one: string, other: string): boolean {
  if (one === other || Math.abs(one.length - other.length) > 2) return false;
  const a = one.toLowerCase();
  const b = other.toLowerCase();
  let begin = 0;
  while (begin < a.length && begin < b.length && a[begin] === b[begin]) begin += 1;
  let end = 0;
  while (end < a.length - begin && end < b.length - begin && a[a.length - 1 - end] === b[b.length - 1 - end])
    end += 1;
  return begin + end >= 4 && Math.max(a.length, b.length) - begin - end <= 2;
}
