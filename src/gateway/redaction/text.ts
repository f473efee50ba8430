import { type Alphabet, alphabet, isIn, Runs, word } from './alphabets.ts';
import { assigned } from './assigned.ts';
import { valueIn } from './context.ts';
import { foreignSecrets } from './foreign.ts';
import { anchors, type Leads } from './leads.ts';
import { type ListMatcher, pairedSecrets } from './lists.ts';
import { lookOf, looksRandom } from './look.ts';
import { count, mark, type Redactions, type Span } from './marks.ts';
import { RecentTexts } from './recent-texts.ts';
import { cookies, isEscape, unfinishedKey } from './structured.ts';
import type { TokenRule } from './tokens.ts';

/** Number of characters of a token that decide whether it is random. */
const enough = 64;

/**
 * Whether an anchor in lower case stands at an index. Of its first three characters, which were found in a table, a digit
 * stands for any digit.
 */
function beginsWith(text: string, at: number, anchor: string): boolean {
  for (let i = 0; i < anchor.length; i += 1) {
    const code = anchor.charCodeAt(i);
    if (i < 3 && code >= 48 && code <= 57) continue;
    const found = text.charCodeAt(at + i);
    if (found !== code && (code < 97 || (found | 32) !== code)) return false;
  }
  return true;
}

function tokenAt(
  runs: Runs,
  at: number,
  { kind, prefix, rest, min, max, random }: TokenRule,
): Span | undefined {
  const { text } = runs;
  if (!text.startsWith(prefix, at)) return undefined;
  if (at > 0 && isIn(random ? joined(rest) : word, text, at - 1) && !isEscape(text, at - 1)) return undefined;
  const from = at + prefix.length;
  const end = runs.end(rest, from);
  if (end - from < min || end - from > max) return undefined;
  // `AKIAXXXXXXXXXXXXXXXX` stands for a key.
  if (new Set(text.slice(from, Math.min(end, from + enough))).size <= 3) return undefined;
  // Examples in documentation say what they stand for: `ghp_PersonalAccessToken0123456789`.
  if (
    /accesstoken|example|placeholder|your[-_]?\w{0,12}[-_]?(?:token|key|secret)/i.test(
      text.slice(from, Math.min(end, from + enough)),
    )
  )
    return undefined;
  return random && !looksRandom(text.slice(from, Math.min(end, from + enough)), 10)
    ? undefined
    : { start: at, end, kind };
}

/** Characters that must not precede a token that has to look random: its own, so that each run is examined once. */
const joined = (rest: Alphabet): Alphabet => {
  const known = joinedSets.get(rest);
  if (known) return known;
  const made = rest.map((is, code) => is | (word[code] ?? 0));
  // A query parameter's value begins after `=`.
  made['='.charCodeAt(0)] = 0;
  joinedSets.set(rest, made);
  return made;
};
const joinedSets = new Map<Alphabet, Alphabet>();

/** All secrets in a text, in order; they may overlap. */
function secretsIn(text: string): Span[] {
  const runs = new Runs(text);
  const spans: Span[] = [...awsSecrets(text), ...foreignSecrets(text), ...pairedSecrets(text)];
  let namesFrom = 0;
  let cookiesFrom = 0;
  const listsFrom = new Map<ListMatcher, number>();
  const tokenIn = (leads: Leads | undefined, at: number): Span | undefined => {
    if (!leads) return undefined;
    for (const token of leads.tokens) {
      const span = tokenAt(runs, at, token);
      if (span) return span;
    }
    for (const match of leads.matchers) {
      const span = match(runs, at);
      if (span) return span;
    }
    return undefined;
  };
  anchors.walk(text, (leads, at) => {
    const fourth = text.charCodeAt(at + 3);
    if (leads.any.at(fourth).length === 0) return at;
    const span = tokenIn(leads, at);
    if (span) {
      spans.push(span);
      if (span.start <= at) return span.end;
    }
    for (const name of leads.names.at(fourth)) {
      if (at < namesFrom || !beginsWith(text, at, name)) continue;
      const outcome = assigned(runs, at);
      namesFrom = outcome.next;
      // A known service token is reported under its own kind.
      const value = outcome.span;
      if (value && !tokenIn(anchors.at(text, value.start), value.start)) {
        spans.push(value);
        return value.end;
      }
    }
    for (const { anchor, contexts } of leads.words.at(fourth)) {
      if (!beginsWith(text, at, anchor)) continue;
      for (const context of contexts) {
        const found = valueIn(runs, at, context);
        if (found && !tokenIn(anchors.at(text, found.start), found.start)) spans.push(found);
      }
    }
    if (leads.cookie && at >= cookiesFrom) {
      const found = cookies(runs, at);
      spans.push(...found.spans);
      cookiesFrom = found.next;
    }
    for (const { anchor, match } of leads.lists.at(fourth)) {
      if (at < (listsFrom.get(match) ?? 0)) continue;
      // Three characters are all that was compared, and a space among them may be another character.
      if (anchor.length > 3 && !beginsWith(text, at, anchor)) continue;
      const found = match(runs, at);
      for (const told of found.spans)
        if (!tokenIn(anchors.at(text, told.start), told.start)) spans.push(told);
      listsFrom.set(match, found.next);
    }
    return at;
  });
  return spans.sort((x, y) => x.start - y.start || x.end - y.end);
}

const awsAlphabet = alphabet('A-Za-z0-9+/');
const awsLength = 40;
/** In random base64, 16 of 25 neighbouring characters differ in class; in paths and names, few do. */
const awsChanges = 0.42;

/**
 * AWS secret keys have no prefix: they are forty random base64 characters on their own. Probing every fortieth character
 * hits each of them.
 */
function awsSecrets(text: string): Span[] {
  const spans: Span[] = [];
  for (let at = awsLength - 1; at < text.length; ) {
    if (!isIn(awsAlphabet, text, at)) {
      at += awsLength;
      continue;
    }
    let start = at;
    while (isIn(awsAlphabet, text, start - 1)) start -= 1;
    let end = at + 1;
    while (isIn(awsAlphabet, text, end)) end += 1;
    if (end - start === awsLength && isAwsSecret(text, start, end))
      spans.push({ start, end, kind: 'aws_secret' });
    at = end + awsLength;
  }
  return spans;
}

function isAwsSecret(text: string, start: number, end: number): boolean {
  if ('=-_.%~$'.includes(text[end] ?? ' ') || '-_.%~@$'.includes(text[start - 1] ?? ' ')) return false;
  // The last line of a longer value.
  if ((text[start - 1] ?? ' ') === '\n' && isIn(awsAlphabet, text, start - 2)) return false;
  const value = text.slice(start, end);
  const look = lookOf(value);
  // Every third character or more is an A in UTF-16.
  if (value.split('A').length > 10) return false;
  const small = value === value.toLowerCase() || value === value.toUpperCase();
  return !small && look.digits > 0 && look.digits < 20 && look.changes >= awsChanges && look.distinct >= 20;
}

/** A message is examined twice, as its text and in its raw line, and some fields of lines, such as a folder, are the same. */
const harmless = new RecentTexts();

/** Makes the replacement for a secret. */
type Paint = (kind: string, length: number) => string;

/** One pass over a text; the result may contain what looks like another secret. */
function once(text: string, found: Redactions, paint: Paint): string {
  if (harmless.has(text)) return text;
  const spans = secretsIn(text);
  if (spans.length === 0) {
    harmless.add(text);
    return text;
  }
  let result = '';
  let from = 0;
  for (const { start, end, kind } of spans) {
    if (end <= from) continue;
    const unfinished = kind === unfinishedKey;
    const name = unfinished ? 'private_key' : kind;
    if (start >= from) {
      count(found, name);
      result +=
        text.slice(from, start) +
        (unfinished ? unfinishedMark(paint, end - start) : paint(kind, end - start));
    } else if (paint !== mark) result += paint(kind, end - from);
    from = end;
  }
  return result + text.slice(from);
}

/** The rest of an incomplete key is dropped, or masked if positions must stay. */
const unfinishedMark = (paint: Paint, length: number): string => (paint === mark ? '' : paint('', length));

/** Marks may make the text between them look like a secret. In practice, every text settles within these rounds. */
const mostRounds = 4;

/**
 * Removes secrets from a text and counts them by kind in `found`. Deterministic and idempotent. Takes linear time for any
 * text.
 */
export const redactText = (text: string, found: Redactions): string => settled(text, found, mark);

/** As {@link redactText}, but replaces each character with an asterisk, so that positions in the text stay valid. */
export const maskText = (text: string, found: Redactions): string =>
  settled(text, found, (_, length) => '*'.repeat(length));

function settled(text: string, found: Redactions, paint: Paint): string {
  if (text.length < shortestSecret) return text;
  let result = text;
  for (let round = 0; round < mostRounds; round += 1) {
    const next = once(result, found, paint);
    if (next === result) break;
    result = next;
  }
  return result;
}

const shortestSecret = 8;
