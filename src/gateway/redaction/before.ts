import { isSaid } from './checks.ts';
import type { Span } from './marks.ts';
import type { Matcher } from './structured.ts';

const keyword =
  /(?:pass ?words?|passphrase|passcode|passwd|pwd|pw|kennwort|passwort)(?=[\s.,;:!?)"'`]|$)(?! (?:hash|field|reset|manager|length|file|polic|input|column|param))/iy;
const longest = 140;

/** What stands between a password and the word for it: `… is the password`, `…, that was the old admin password`. */
const behind =
  /(?:^|[\s"'`(])([^\s"'`<>|;(){}[\]\\]{6,100}?)["'`]{0,2}[.,?!:;)]{0,2} (?:\(|-{1,2} |(?:(?:that|this|it|which)(?:'s| is| was| were)|is|was|as|were|=) )(?:the |my |our |your |their |an? )?(?:[\w-]{1,15} ){0,3}$/;

/** A password in front of the word for it. */
export const spokenBefore: Matcher = ({ text }, at): Span | undefined => {
  // The cheapest condition first: a space in front of the word.
  if (text[at - 1] !== ' ' && text[at - 1] !== '(') return undefined;
  keyword.lastIndex = at;
  if (!keyword.test(text)) return undefined;
  const from = Math.max(0, at - longest);
  const ahead = text.slice(Math.max(from, text.lastIndexOf('\n', at - 1) + 1), at);
  if (!/[0-9-]/.test(ahead)) return undefined;
  const [, value] = behind.exec(ahead) ?? [];
  if (value === undefined || !isSaid(value)) return undefined;
  const start = at - ahead.length + ahead.lastIndexOf(value);
  return { start, end: start + value.length, kind: 'secret_field' };
};
