import { alphabet, isIn } from './alphabets.ts';
import { isGibberish } from './gibberish.ts';
import { classOf, lookOf, looksRandom, upper } from './look.ts';
import { markBegin } from './marks.ts';

/** Longest text that is examined as one value. */
export const longestValue = 500;

const begins = [
  '$',
  '<',
  '%',
  '{',
  '*',
  '...',
  markBegin,
  '(',
  'xxx',
  'XXX',
  '\u2022',
  '\u2026',
  '#{',
  '@{',
  '!vault',
];
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
  'replace_',
  'replaceme',
  '${',
  '{{',
  '<your',
  'redacted',
  'xxxxxx',
  '\u2022\u2022',
  '****',
];
const constant = alphabet('A-Z0-9_');

/** Values that represent a secret without being one: variables, calls, placeholders. */
export function isPlaceholder(value: string): boolean {
  if (begins.some((begin) => value.startsWith(begin))) return true;
  if (codeBegins.some((begin) => value.startsWith(begin))) return true;
  // A tag of YAML, behind which the value or its name stands.
  if (/^![A-Za-z]{2,20}$/.test(value)) return true;
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

/** Sentences: several words with spaces between them, or a text in a script that may have no spaces. */
export function isProse(value: string): boolean {
  const { spaces, letters, foreign, digits: figures, symbols } = lookOf(value);
  if (foreign >= 4 && figures < 3) return true;
  // Words with letters that English does not have: a label in another language.
  if (spaces > 0 && /^\p{L}+(?: \p{L}+)+[.!?:]?$/u.test(value) && /[^\0-\x7f]/.test(value)) return true;
  return spaces >= 3 || (spaces > 0 && letters > 3 * (figures + symbols));
}

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
