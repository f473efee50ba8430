import { allBut, alnum, alphabet, bare, inName, isIn, type Runs } from './alphabets.ts';
import { markBegin, type Span } from './marks.ts';
import { type Strength, strengthOf } from './names.ts';
import {
  isAddress,
  isCode,
  isExample,
  isMixed,
  isPlaceholder,
  isProse,
  isWordy,
  longestValue,
  lookOf,
  looksRandom,
} from './values.ts';

/** Longest part of a field or variable name that is examined, on each side of its keyword. */
const longestHalf = 48;
const shortest = 6;

const credential = alphabet('A-Za-z0-9._~+/=-');
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
const quotes = '"\'`';
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
  const place = placeOf(text, end, flag, quotes.includes(text[start - 1] ?? ' '));
  // Most names have no value or a short one, so that their words need not be examined.
  if (
    !place ||
    (place.quote === '' &&
      runs.end(bare, place.from) - place.from < shortest &&
      !place.flag &&
      !isIn(alnum, text, place.from))
  )
    return nothing;
  const strength = strengthOf(text.slice(start, end));
  return strength ? judge(runs, { ...place, strength }, end) : nothing;
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
  const afterName = i;
  i = skipSpaces(text, i, 30);
  const gap = i - afterName;
  if (text.startsWith('=>', i) || text.startsWith(':=', i)) i += 2;
  else if (text[i] === '=' && text[i + 1] !== '=' && text[i + 1] !== '~') i += 1;
  else if (text[i] === ':' && text[i + 1] !== ':') {
    i += 1;
    i = afterType(text, i);
  } else if (text[i] === ',' && quoted && whole && quotes.includes(text[skipSpaces(text, i + 1, 2)] ?? ' '))
    i += 1;
  else if (text[i] === '>' && gap === 0) return inElement(text, i + 1);
  else if (!quoted && flag && gap === 1) return opened(text, i, false, true);
  else if (!quoted && gap === 1 && (text.startsWith('is ', i) || text.startsWith('was ', i)))
    return opened(text, skipSpaces(text, text.indexOf(' ', i), 3), false, false);
  else if (quoted && text.slice(i, i + 6).toLowerCase() === 'value=') i += 6;
  else return undefined;
  const tight = text[afterName] === '=' && i === afterName + 1;
  return opened(text, skipSpaces(text, i, 4), tight, false);
}

/** Skips a type annotation, if there is one: `secret: string = "…"`. */
function afterType(text: string, at: number): number {
  const type = skipSpaces(text, at, 2);
  let end = type;
  while (end < type + 30 && (isIn(inName, text, end) || '&[]?'.includes(text[end] ?? ' '))) end += 1;
  const equals = skipSpaces(text, end, 2);
  return end > type && text[equals] === '=' && quotes.includes(text[skipSpaces(text, equals + 1, 2)] ?? ' ')
    ? equals + 1
    : at;
}

/** The text of an XML element: `<password>…</password>`. */
const inElement = (text: string, from: number): ValueStart | undefined => {
  const close = text.slice(from, from + longestValue).indexOf('</');
  return close > 0 ? { from, quote: '</', tight: true, flag: false } : undefined;
};

function opened(text: string, at: number, tight: boolean, flag: boolean): ValueStart {
  let from = at;
  // String prefixes: r"", b"", f"", @"".
  if ('rbfuRBFU@'.includes(text[from] ?? ' ') && quotes.includes(text[from + 1] ?? ' ')) from += 1;
  const begin = from;
  while (text[from] === '\\') from += 1;
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
    const next = parameterEnd(text, from, end);
    if (!isUnquoted(text.slice(from, next), strength, tight || flag, text[next]))
      return { span: undefined, next: Math.max(name, next) };
    end = next;
    while (end - 1 > from && '.,:!?'.includes(text[end - 1] ?? '') && !isIn(alnum, text, end) && !tight)
      end -= 1;
  } else {
    end = closing(text, from, quote);
    if (end < 0 || !isQuoted(text.slice(from, end), strength)) return nothing;
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
    if (text.startsWith(quote, i)) return i;
    // A nested quote has one more level of escaping.
    if (c === '\\' && quote.length === 1) i += 1;
  }
  return -1;
}

function isQuoted(value: string, strength: Strength): boolean {
  if (value.length < shortest || isPlaceholder(value) || isAddress(value)) return false;
  if (value.includes('${') || value.includes('{{') || value.includes(markBegin)) return false;
  if (isExample(value)) return false;
  if (strength === 'password' && isMixed(value)) return true;
  if (isProse(value) || isWordy(value)) return false;
  const look = lookOf(value);
  if (strength === 'password') return look.digits > 0 || look.symbols > 0;
  if (look.spaces > 0) return false;
  if (strength === 'key')
    return (
      looksRandom(value, shortest) ||
      (value.length >= 16 && look.digits + look.symbols >= 3 && look.changes >= 0.15)
    );
  return looksRandom(value, 8);
}

function isUnquoted(value: string, strength: Strength, tight: boolean, after: string | undefined): boolean {
  if (value.length < shortest || isPlaceholder(value) || isAddress(value)) return false;
  if (isExample(value)) return false;
  if (strength === 'password' && tight && isMixed(value)) return true;
  if (isWordy(value)) return false;
  if (value.includes('${') || value.includes('{{') || value.includes(markBegin)) return false;
  const isArgument = after === ')' || after === ',';
  if (strength === 'password') {
    const look = lookOf(value);
    if (isCode(value))
      return tight && !isArgument && look.digits > 0 && !value.includes('.') && !value.includes('(');
    return look.digits > 0 || look.symbols > 0;
  }
  if (isCode(value) && !(looksRandom(value) && !value.includes('(') && !value.includes('['))) return false;
  return looksRandom(value, strength === 'key' ? shortest : 8);
}

/** The credentials in a header, without the scheme. */
function header(runs: Runs, from: number, quoted: boolean, name: number): Outcome {
  const { text } = runs;
  const ahead = text.slice(from, from + 12).toLowerCase();
  const scheme = schemes.find((candidate) => ahead.startsWith(candidate));
  const start = from + (scheme?.length ?? 0);
  const end = runs.end(credential, start);
  const value = end - start > 4 * longestValue ? '' : text.slice(start, end);
  const isCredential =
    value.length >= 12 &&
    !isPlaceholder(value) &&
    !isWordy(value) &&
    (looksRandom(value, 12) ||
      ((scheme !== undefined || quoted) && lookOf(value).digits > 0 && !isCode(value)));
  return isCredential
    ? { span: { start, end, kind: 'authorization' }, next: end }
    : { span: undefined, next: name };
}
