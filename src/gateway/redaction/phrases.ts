import { isGibberish } from './gibberish.ts';
import { lookOf } from './look.ts';
import { partNames } from './words.ts';

/** Words of algorithms and encodings, which end in digits as passwords do. */
export const isTechnical = (value: string): boolean =>
  /^(?:base|sha|md|utf|aes|hs|rs|es|argon|pbkdf|oauth|http|ipv|x5|pkcs|rfc|bcrypt|scrypt|blake|ed2|win|python|int|uint|float)[-_]?[0-9]/i.test(
    value,
  );

const shortWord = /^[a-z]{3,10}$/;
const saidWords = new Set(
  'the your you for with and this that must not enter please from key passphrase password phrase here when are was has use set used only has can may will should protect string value words required wrong invalid missing incorrect again try then into stored hashed encrypted empty users account login reset change changed email which been does match should always never also only same different strong weak minimum maximum least characters contains provided given expected allow more than they them their what how why who our its'.split(
    ' ',
  ),
);

/** Whether a word is one of sentences about passwords. */
export const isSaidWord = (word: string): boolean => saidWords.has(word);

/** Random words with spaces between them: a passphrase, or the words of a wallet. */
export function isPhrase(value: string): boolean {
  const words = value.split(' ');
  return (
    words.length >= 4 &&
    words.length <= 24 &&
    words.every((word) => shortWord.test(word) && !saidWords.has(word)) &&
    new Set(words).size >= words.length / 2
  );
}

/** Four random words or more, or three and a number, joined by hyphens. */
export const isJoined = (value: string): boolean =>
  /^[a-z]{3,10}(?:-[a-z]{3,10}){2,8}(?:-?[0-9]{1,4})?$/.test(value) &&
  (value.split('-').length > 3 || /[0-9]{2}$/.test(value)) &&
  !value.split('-').some((part) => partNames.has(part));

/** Four groups of four letters, as mail services make passwords for apps. */
export const isGrouped = (value: string): boolean =>
  /^[a-z]{4}(?: [a-z]{4}){3}$/.test(value) && isGibberish(value.replaceAll(' ', ''));

/** Random characters of all kinds: what begins like a variable or a call is not one then. */
export function isWild(value: string): boolean {
  if (value.length < 24 || /["'`\s]|\$\{|\{\{|<your/.test(value) || value.startsWith('{')) return false;
  const { letters, digits: figures, symbols, distinct } = lookOf(value);
  return (
    letters >= 8 &&
    figures >= 3 &&
    symbols >= (value.length >= 40 ? 3 : 4) &&
    distinct >= 16 &&
    new Set(value.replace(/[\w]/g, '')).size >= 4
  );
}

/** Long text of letters, digits and very many other characters, as WordPress makes it. */
export function isSalt(value: string): boolean {
  const { letters, digits: figures, symbols, spaces, distinct } = lookOf(value);
  return value.length >= 40 && letters > 0 && figures > 0 && symbols >= 10 && spaces < 5 && distinct >= 25;
}
