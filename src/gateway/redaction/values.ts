import { alphabet, isIn } from './alphabets.ts';
import { isGibberish, isHexKey } from './gibberish.ts';
import { markBegin } from './marks.ts';

/** Character statistics of a value. */
type Look = {
  letters: number;
  digits: number;
  symbols: number;
  spaces: number;
  /** Share of neighbouring pairs that differ in class: lower case, upper case, digit. */
  changes: number;
  distinct: number;
};

const separators = alphabet('_./:=@,-');
const none = 0;
const lower = 1;
const upper = 2;
const digit = 3;

const classOf = (code: number): number =>
  code >= 97 && code <= 122
    ? lower
    : code >= 65 && code <= 90
      ? upper
      : code >= 48 && code <= 57
        ? digit
        : none;

export function lookOf(value: string): Look {
  const seen = new Set<number>();
  let letters = 0;
  let figures = 0;
  let symbols = 0;
  let spaces = 0;
  let pairs = 0;
  let changes = 0;
  let before = none;
  for (let i = 0; i < value.length; i += 1) {
    const code = value.charCodeAt(i);
    const now = classOf(code);
    seen.add(code);
    if (now === digit) figures += 1;
    else if (now !== none) letters += 1;
    else if (code <= 32) spaces += 1;
    else if (separators[code] !== 1) symbols += 1;
    if (now !== none && before !== none) {
      pairs += 1;
      if (now !== before) changes += 1;
    }
    before = now;
  }
  return {
    letters,
    digits: figures,
    symbols,
    spaces,
    changes: pairs === 0 ? 0 : changes / pairs,
    distinct: seen.size,
  };
}

/** Random text changes between lower case, upper case and digits at about every second character; names do not. */
export function looksRandom(value: string, atLeast = 8): boolean {
  if (value.length < atLeast) return false;
  if (isHexKey(value)) return true;
  const look = lookOf(value);
  if (look.spaces > 0 || look.distinct < Math.min(8, value.length / 2)) return false;
  if (look.digits > 0 && look.letters > 0) return look.changes >= (value.length >= 16 ? 0.22 : 0.3);
  return look.letters >= 20 && look.changes >= 0.4;
}

/** Longest text that is examined as one value. */
export const longestValue = 500;

const begins = ['$', '<', '%', '{', '*', '...', markBegin, '(', 'xxx', 'XXX', '\u2022', '\u2026', '#{', '@{'];
const codeBegins = [
  'process.',
  'process[',
  'os.',
  'env.',
  'env[',
  'config.',
  'config[',
  'settings.',
  'import.',
  'secrets.',
];
const says = new Set([
  'null',
  'none',
  'undefined',
  'true',
  'false',
  'required',
  'string',
  'optional',
  'redacted',
  'hidden',
  'removed',
]);
const exampleWords = [
  'example',
  'changeme',
  'change-me',
  'change_me',
  'placeholder',
  'your-',
  'your_',
  'insert-',
  'replace-',
  '${',
  '{{',
  '<your',
  'redacted',
];
const constant = alphabet('A-Z0-9_');

/** Values that represent a secret without being one: variables, calls, placeholders. */
export function isPlaceholder(value: string): boolean {
  if (begins.some((begin) => value.startsWith(begin))) return true;
  if (codeBegins.some((begin) => value.startsWith(begin))) return true;
  const small = value.toLowerCase();
  if (says.has(small) || exampleWords.some((part) => small.includes(part))) return true;
  return isConstant(value);
}

/** A variable name in capitals: `OPENAI_API_KEY`. */
function isConstant(value: string): boolean {
  const first = classOf(value.charCodeAt(0));
  if (first !== upper || !value.includes('_') || value.endsWith('_')) return false;
  for (let i = 0; i < value.length; i += 1) if (!isIn(constant, value, i)) return false;
  return lookOf(value).changes < 0.3;
}

const nameLike = alphabet('A-Za-z_$');
const nameRest = alphabet('A-Za-z0-9_$.');
const wordy = alphabet('A-Za-z_./:@, -');

/** Letters only, perhaps with separators: a word, a name, a class, a translation key. */
export function isWordy(value: string): boolean {
  for (let i = 0; i < value.length; i += 1) if (!isIn(wordy, value, i)) return false;
  return !looksRandom(value, 20);
}

/** A variable, property or call: an unquoted expression in code. */
export function isCode(value: string): boolean {
  if (!isIn(nameLike, value, 0)) return false;
  for (let i = 1; i < value.length; i += 1) {
    if (isIn(nameRest, value, i)) continue;
    // TypeScript's `a?.b` and `a!`.
    if (
      (value[i] === '?' && value[i + 1] === '.') ||
      (value[i] === '!' && '.[('.includes(value[i + 1] ?? (/[0-9]/.test(value) ? '-' : '.')))
    )
      continue;
    // A bracket directly after a name is a call or an access.
    return '([<'.includes(value[i] ?? '');
  }
  return value.includes('.')
    ? !looksRandom(value, 16) && !value.split('.').some((part) => isNoName(part))
    : !looksRandom(value) && !isGibberish(value);
}

/** No name of a variable or property: it begins with a digit, or is random. */
const isNoName = (part: string): boolean => /^[0-9]+[A-Za-z]/.test(part) || isGibberish(part);

/** URLs and paths; secrets in them have rules of their own. */
export const isAddress = (value: string): boolean =>
  (value.startsWith('/') && !isBase64Key(value)) ||
  value.startsWith('./') ||
  value.startsWith('../') ||
  value.startsWith('~/') ||
  value.slice(0, 40).includes('://');

/** Random base64, which may begin with a slash; in paths, upper and lower case seldom change. */
const isBase64Key = (value: string): boolean =>
  /^[A-Za-z0-9+/_-]{20,}={0,2}$/.test(value) && lookOf(value).changes >= 0.4 && looksRandom(value);

/** Sentences: several words with spaces between them. */
export function isProse(value: string): boolean {
  const { spaces, letters, digits: figures, symbols } = lookOf(value);
  return spaces >= 3 || (spaces > 0 && letters > 3 * (figures + symbols));
}

/** A password without digits: its case changes more often than in any name. */
export const isMixed = (value: string): boolean => {
  const { letters, changes } = lookOf(value);
  return letters >= 8 && changes >= 0.4;
};

const exampleSecrets = new Set([
  'pass',
  'password',
  'passwd',
  'passw',
  'pwd',
  'pw',
  'secret',
  'token',
  'test',
  'user',
  'key',
  'apikey',
  'api_key',
  'mypassword',
  'mypass',
  'credentials',
  'auth',
]);

/** Example passwords in documentation. */
export const isExample = (value: string): boolean =>
  value
    .toLowerCase()
    .split(/%[0-9a-f]{2}|[^a-z_]/)
    .every((part) => part === '' || exampleSecrets.has(part)) && !/[0-9]{3}/.test(value);

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
