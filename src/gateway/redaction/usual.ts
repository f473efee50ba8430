import { alphabet, base64url, isIn, type Runs } from './alphabets.ts';
import { isGibberish, isHexKey } from './gibberish.ts';
import { lookOf, looksRandom } from './look.ts';
import type { Span } from './marks.ts';
import { usualParts } from './token-more.ts';

const named = alphabet('a-z0-9_-');
const longestName = 24;
const fewest = 24;

/** Tokens of services that are not known, in the usual form: a name, what the token is for, and random characters. */
export function usualToken(runs: Runs, at: number): Span | undefined {
  const { text } = runs;
  const part = usualParts.find((candidate) => text.startsWith(candidate, at));
  if (part === undefined) return undefined;
  const from = at + part.length;
  const end = runs.end(base64url, from);
  if (end - from < fewest || end - from > 200) return undefined;
  let start = at;
  while (start > at - longestName && isIn(named, text, start - 1)) start -= 1;
  if (start > 0 && isIn(base64url, text, start - 1)) return undefined;
  // A separator, or the beginning, precedes the part.
  if (start < at && !'_-'.includes(text[at - 1] ?? '')) return undefined;
  // Keys that may be seen by everyone.
  if (/^(?:pk|pub|public|publishable)[_-]/.test(text.slice(start, start + 16))) return undefined;
  const value = text.slice(from, end);
  const { digits, changes, distinct } = lookOf(value);
  const random =
    /[A-Z]/.test(value) && /[a-z]/.test(value)
      ? digits >= 2 && changes >= 0.35 && distinct >= 14 && looksRandom(value, fewest)
      : isHexKey(value) || (digits >= 4 && !/[_-]/.test(value) && isGibberish(value) && distinct >= 12);
  return random ? { start, end, kind: 'service_token' } : undefined;
}
