import type { Runs } from './alphabets.ts';
import { isSaid } from './checks.ts';
import type { Span } from './marks.ts';

/** Words after which a secret follows in a certain form. */
export type Context = {
  /** What the words begin with, in lower case; three characters or more. */
  anchors: readonly string[];
  /** Sticky: the words, up to the value or its opening quote. */
  lead: RegExp;
  /** Sticky: the value; a quoted or unquoted word unless given. */
  value?: RegExp;
  /** Sticky: what must follow the value. */
  behind?: RegExp;
  /** What a value must be; a password of prose unless given. */
  check?: (value: string) => boolean;
  kind?: string;
};

const quotes: Record<string, string> = {
  '"': '"',
  "'": "'",
  '`': '`',
  '“': '”',
  '„': '“',
  '«': '»',
};
const unquoted = /[^\s"'`<>|,;(){}[\]\\“”„«»]{4,300}/y;
const longestQuoted = 200;

/** The value of a context whose words begin at an index. */
export function valueIn(
  { text }: Runs,
  at: number,
  { lead, value = unquoted, behind, check = isSaid, kind = 'secret_field' }: Context,
): Span | undefined {
  lead.lastIndex = at;
  if (!lead.test(text)) return undefined;
  let start = lead.lastIndex;
  let end: number;
  const quote = value === unquoted ? quotes[text[start] ?? ''] : undefined;
  if (quote !== undefined) {
    start += 1;
    const quoted = text.slice(start, start + longestQuoted);
    const length = quoted.indexOf(quote);
    if (length < 0 || quoted.slice(0, length).includes('\n')) return undefined;
    end = start + length;
    // The line break that `expect` sends.
    while (/\\[nr]$/.test(text.slice(start, end))) end -= 2;
  } else {
    value.lastIndex = start;
    if (!value.test(text)) return undefined;
    end = value.lastIndex;
    // A call or an access, not a value.
    if (value === unquoted && '(['.includes(text[end] ?? ' ')) return undefined;
    if (value === unquoted) while ('.,:!?'.includes(text[end - 1] ?? ' ') && end > start) end -= 1;
  }
  if (behind) {
    behind.lastIndex = end;
    if (!behind.test(text)) return undefined;
  }
  const found = text.slice(start, end);
  return check(found) ? { start, end, kind } : undefined;
}

/** A check for values whose form is enough. */
export const anything = (): boolean => true;
