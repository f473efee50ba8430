import { lookOf } from './look.ts';

/** Words of algorithms and encodings, which end in digits as passwords do. */
export const isTechnical = (value: string): boolean =>
  /^(?:base|sha|md|utf|aes|hs|rs|es|argon|pbkdf|oauth|http|ipv|x5|pkcs|rfc|bcrypt|scrypt|blake|ed2|win|python|int|uint|float)[-_]?[0-9]/i.test(
    value,
  );

const shortWord = /^[a-z]{3,10}$/;
const saidWords = new Set(
  'the your you for with and this that must not enter please from key passphrase password phrase here when are was has use set used only has can may will should protect string value words required wrong invalid missing'.split(
    ' ',
  ),
);

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

/** Long text of letters, digits and very many other characters, as WordPress makes it. */
export function isSalt(value: string): boolean {
  const { letters, digits: figures, symbols, spaces, distinct } = lookOf(value);
  return value.length >= 40 && letters > 0 && figures > 0 && symbols >= 10 && spaces < 5 && distinct >= 25;
}
