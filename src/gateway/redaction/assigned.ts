import { allBut, alnum, alphabet, bare, inName, isIn, type Runs } from './alphabets.ts';
import { apartValue, isBlock, mayBeApart } from './apart.ts';
import { isQuoted, isUnquoted, shortest } from './judged.ts';
import { lookOf, looksRandom } from './look.ts';
import { looseSecret } from './loose.ts';
import { markBegin, type Span } from './marks.ts';
import { type Strength, strengthOf } from './names.ts';
import { isWild } from './phrases.ts';
import { hasUser, plainSecret } from './plain.ts';
import { isCode, isPlaceholder, isWordy, longestValue } from './values.ts';

/** Longest part of a field or variable name that is examined, on each side of its keyword. */
const longestHalf = 48;

const credential = alphabet('A-Za-z0-9._~+/=:-');
const schemes = [
  'bearer ',
  'basic ',
  'token ',
  'apikey ',
  'ssws ',
  'digest ',
  'key ',
  'splunk ',
  'genie-key ',
  'genie_key ',
];
/** Any other scheme, and parameters such as `key=`. */
const otherScheme = /[A-Za-z][\w-]{1,30}(?: |=(?=["'\w]))/y;
const quotes = '"\'`';
/** Everything but spaces and quotes: random characters of all kinds. */
const dense = allBut('"\'`');
const flagValue = allBut('"\'`;&|<>()');

/** Where a value begins, and how it is written there. */
type ValueStart = {
  from: number;
  /** The opening quote with its backslashes; empty for an unquoted value. */
  quote: string;
  /** Name and value are joined by `=` without spaces, as no code formatter writes it. */
  tight: boolean;
  flag: boolean;
};

/** The secret assigned to a name, if any, and where to continue looking for names. */
export type Outcome = { span: Span | undefined; next: number };

/**
 * The value of a field, variable, header or flag that is named like a secret.
 *
 * @param at index of a keyword such as `password` or `token` within the name.
 */
export function assigned(runs: Runs, at: number): Outcome {
  const { text } = runs;
  let start = at;
  const earliest = Math.max(0, at - longestHalf);
  while (start > earliest && isIn(inName, text, start - 1)) start -= 1;
  let end = at;
  const latest = Math.min(text.length, at + longestHalf);
  while (end < latest && isIn(inName, text, end)) end += 1;
  const flag = text[start] === '-' && (start === 0 || !isIn(alnum, text, start - 1));
  while (start < at && !isIn(alnum, text, start)) start += 1;
  while (end > at && !isIn(alnum, text, end - 1)) end -= 1;
  const nothing = { span: undefined, next: end };
  if (start >= 10 && text.startsWith(markBegin, start - markBegin.length)) return nothing;
  const whole = flag
    ? /["'`]-{1,2}$/.test(text.slice(start - 3, start))
    : quotes.includes(text[start - 1] ?? ' ');
  const place = isBlock(text, end) ? undefined : placeOf(text, end, flag, whole);
  if (!place && mayBeApart(text, end)) {
    const as = strengthOf(text.slice(start, end)) ?? strengthOf(spaced(text, start, end));
    const span = as && apartValue(text, end, as);
    return span ? { span, next: span.end } : nothing;
  }
  // Most names have no value or a short one, so that their words need not be examined.
  if (
    !place ||
    (place.quote === '' &&
      runs.end(bare, place.from) - place.from < shortest &&
      !place.flag &&
      !isIn(alnum, text, place.from))
  )
    return nothing;
  // Part of a URN: `arn:aws:secretsmanager:…:secret:name`.
  if (text[start - 1] === ':' && text[end] === ':' && text[end + 1] !== ' ') return nothing;
  // The digest of a configuration that has the name: `checksum/secret`.
  if (text.startsWith('checksum/', start - 9)) return nothing;
  const named = strengthOf(text.slice(start, end)) ?? strengthOf(spaced(text, start, end));
  if (!named) return nothing;
  // Below a user, a secret is a password.
  const strength =
    named === 'weak' && text.slice(start, end) === 'secret' && hasUser(text, start) ? 'password' : named;
  const outcome = judge(runs, { ...place, strength }, end);
  if (outcome.span) return outcome;
  const where = { ...place, name: start, nameEnd: end };
  const span = plainSecret(text, where, strength) ?? looseSecret(text, where, strength);
  return span ? { span, next: span.end } : outcome;
}

/** A name of two words, such as `API key`. */
function spaced(text: string, start: number, end: number): string {
  if (text[start - 1] !== ' ' || end - start > 6) return '';
  let first = start - 1;
  while (first > start - 20 && isIn(alnum, text, first - 1)) first -= 1;
  return text.slice(first, end).replace(' ', '_');
}

const skipSpaces = (text: string, at: number, most: number): number => {
  let i = at;
  while (i < at + most && (text[i] === ' ' || text[i] === '\t')) i += 1;
  return i;
};

/** Reads what separates a name from its value. */
function placeOf(text: string, end: number, flag: boolean, whole: boolean): ValueStart | undefined {
  let i = end;
  let quoted = false;
  while (text[i] === '\\') i += 1;
  if (quotes.includes(text[i] ?? ' ')) {
    i += 1;
    quoted = true;
  }
  if (text[i] === ']') i += 1;
  // An array of characters in C.
  else if (text.startsWith('[]', i)) i += 2;
  const afterName = i;
  i = skipSpaces(text, i, 30);
  const gap = i - afterName;
  const pair = pairedValue(text, afterName);
  if (pair >= 0)
    return text[pair - 1] === '>'
      ? inElement(text, pair)
      : opened(text, skipSpaces(text, pair, 4), false, false);
  if (text.startsWith('=>', i) || text.startsWith(':=', i) || text.startsWith('<- ', i)) i += 2;
  else if (text[i] === '=' && text[i + 1] !== '=' && text[i + 1] !== '~') i += 1;
  else if (text[i] === ':' && text[i + 1] !== ':') {
    i += 1;
    i = afterType(text, i);
  } else if (text[i] === ',' && quoted && whole && quotes.includes(text[skipSpaces(text, i + 1, 12)] ?? ' '))
    i = skipSpaces(text, i + 1, 12);
  else if (text[i] === '>' && gap === 0) return inElement(text, i + 1);
  else if (!quoted && flag && gap === 1) return opened(text, i, false, true);
  else if (!quoted && gap === 1 && (text.startsWith('is ', i) || text.startsWith('was ', i)))
    return opened(text, skipSpaces(text, text.indexOf(' ', i), 3), false, false);
  else if (!quoted && gap === 0 && text[i] === '(' && quotes.includes(text[i + 1] ?? ' ')) i += 1;
  else if (!quoted && gap > 0 && isSaid(text, i)) return opened(text, i, false, false);
  else if (!quoted && gap === 1 && isNumbered(text, i)) return opened(text, i + 2, true, false);
  else return undefined;
  const tight = text[afterName] === '=' && i === afterName + 1;
  return opened(text, skipSpaces(text, i, 40), tight, false);
}

const saidValue = /(["'])[^"'(\n]{6,200}\1/y;

/** A quoted value directly behind its name: `PASSWORD '…'`, `passphrase "…"`. */
function isSaid(text: string, at: number): boolean {
  saidValue.lastIndex = at;
  return '"\''.includes(text[at] ?? ' ') && saidValue.test(text);
}

/** The digit before a router's password says how it is encrypted: `enable secret 0 …`. */
const isNumbered = (text: string, at: number): boolean =>
  '05789'.includes(text[at] ?? ' ') && text[at + 1] === ' ' && isIn(alnum, text, at + 2);

const paired =
  /["']?[,;]?(?:<\/\w{1,12}>)?[ \t]{0,20}\r?\n?[ \t]{0,40}(?:["']?\w{1,12}["']?[:=] ?["']\w{1,30}["'],? {0,2}){0,2}(?:\w{1,12}="\w{1,12}">)?["'<]?(?:(?:\w{1,12}_?)?value|string)(?:["']?[ \t]{0,4}[:=]|>)/iy;

/** Index after `value:` where the name is the value of another field; negative when there is none. */
function pairedValue(text: string, at: number): number {
  if (!' ,;\n\r"\'<\t'.includes(text[at] ?? 'x')) return -1;
  paired.lastIndex = at;
  return paired.test(text) ? paired.lastIndex : -1;
}

/** Skips a type annotation, if there is one: `secret: string = "…"`. */
function afterType(text: string, at: number): number {
  const type = skipSpaces(text, at, 2);
  let end = type;
  while (end < type + 30 && (isIn(inName, text, end) || '&[]?'.includes(text[end] ?? ' '))) end += 1;
  const equals = skipSpaces(text, end, 2);
  let literal = skipSpaces(text, equals + 1, 2);
  if ('rb'.includes(text[literal] ?? ' ')) literal += 1;
  return end > type && text[equals] === '=' && quotes.includes(text[literal] ?? ' ') ? equals + 1 : at;
}

const nested = /\s{0,20}<(?:value|string|plaintext|text)>/iy;

/** The text of an XML element, or of the element in it: `<password>…</password>`. */
const inElement = (text: string, at: number): ValueStart | undefined => {
  nested.lastIndex = at;
  const from = nested.test(text) ? nested.lastIndex : at;
  const close = text.slice(from, from + longestValue).indexOf('</');
  return close > 0 ? { from, quote: '</', tight: true, flag: false } : undefined;
};

function opened(text: string, at: number, tight: boolean, flag: boolean): ValueStart {
  let from = at;
  // String prefixes: r"", b"", f"", @"".
  if ('rbfuRBFU@'.includes(text[from] ?? ' ') && quotes.includes(text[from + 1] ?? ' ')) from += 1;
  const begin = from;
  while (text[from] === '\\') from += 1;
  // ODBC puts a value in braces.
  if (tight && text[from] === '{' && isIn(alnum, text, from + 1))
    return { from: from + 1, quote: '}', tight, flag };
  if (!quotes.includes(text[from] ?? ' ')) return { from: begin, quote: '', tight, flag };
  const quote = text.slice(begin, from + 1);
  return { from: from + 1, quote, tight, flag };
}

function judge(
  runs: Runs,
  { strength, from, quote, tight, flag }: ValueStart & { strength: Strength },
  name: number,
): Outcome {
  const { text } = runs;
  const nothing = { span: undefined, next: name };
  if (strength === 'header') return header(runs, from, quote !== '', name);
  let end: number;
  if (quote === '') {
    end = runs.end(flag ? flagValue : bare, from);
    if (end - from > longestValue) return { span: undefined, next: end };
    const whole = tight ? runs.end(dense, from) : end;
    if (whole > end && whole - from <= longestValue && isWild(text.slice(from, whole)))
      return { span: { start: from, end: whole, kind: 'secret_field' }, next: whole };
    const next = parameterEnd(text, from, end);
    if (!isUnquoted(text.slice(from, next), strength, tight || flag, text[next]))
      // What follows an option may be the name of a secret itself.
      return { span: undefined, next: flag ? name : Math.max(name, next) };
    end = next;
    while (end - 1 > from && '.,:!?'.includes(text[end - 1] ?? '') && !isIn(alnum, text, end) && !tight)
      end -= 1;
  } else {
    end = closing(text, from, quote);
    if (end < 0 || !isQuoted(text.slice(from, end), strength)) return nothing;
    // Outside of ODBC, braces enclose an expression.
    if (quote === '}' && (strength !== 'password' || isCode(text.slice(from, end)))) return nothing;
  }
  if (end - from < shortest) return nothing;
  return { span: { start: from, end, kind: 'secret_field' }, next: end };
}

/** A value in a query string ends with its parameter. */
function parameterEnd(text: string, from: number, end: number): number {
  for (let i = text.indexOf('&', from); i >= 0 && i < end; i = text.indexOf('&', i + 1)) {
    let name = i + 1;
    while (name < i + 40 && isIn(inName, text, name)) name += 1;
    if (name > i + 1 && text[name] === '=') return i;
  }
  return end;
}

/** Index of the closing quote; negative when the string does not end on its line or is too long. */
function closing(text: string, from: number, quote: string): number {
  const most = Math.min(text.length, from + longestValue);
  for (let i = from; i < most; i += 1) {
    const c = text[i];
    if (c === '\n' || c === '\r') return -1;
    // YAML and SQL double a quote to have it in a string.
    if (quote === "'" && text.startsWith("''", i) && isIn(alnum, text, i - 1) && isIn(alnum, text, i + 2))
      i += 2;
    else if (text.startsWith(quote, i)) return i;
    // A nested quote has one more level of escaping.
    if (c === '\\' && quote.length === 1) i += 1;
  }
  return -1;
}

/** The credentials in a header, without the scheme. */
function header(runs: Runs, from: number, quoted: boolean, name: number): Outcome {
  const { text } = runs;
  const ahead = text.slice(from, from + 12).toLowerCase();
  otherScheme.lastIndex = from;
  const scheme = schemes.find((candidate) => ahead.startsWith(candidate)) ?? otherScheme.exec(text)?.[0];
  let start = from + (scheme?.length ?? 0);
  if (scheme !== undefined && quotes.includes(text[start] ?? ' ')) start += 1;
  const end = runs.end(credential, start);
  const value = end - start > 4 * longestValue ? '' : text.slice(start, end);
  const isCredential =
    value.length >= 12 &&
    // Zeros stand for a token in documentation.
    new Set(value).size > 3 &&
    !isPlaceholder(value) &&
    !isWordy(value) &&
    (looksRandom(value, 12) ||
      ((scheme !== undefined || quoted) && lookOf(value).digits > 0 && !isCode(value)));
  return isCredential
    ? { span: { start, end, kind: 'authorization' }, next: end }
    : { span: undefined, next: name };
}
