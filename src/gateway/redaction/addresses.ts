import type { Span } from './marks.ts';
import type { Matcher } from './structured.ts';
import { isExample, isPlaceholder } from './values.ts';

const longest = 120;

/** The password in front of an address, back to its separator from the user. */
function passwordBefore(text: string, at: number, separator: string, user: RegExp): Span | undefined {
  const ahead = text.slice(Math.max(0, at - longest), at);
  const colon = ahead.indexOf(separator, Math.max(...[...' "\'\n=('].map((c) => ahead.lastIndexOf(c))) + 1);
  if (colon < 1 || !user.test(ahead.slice(Math.max(0, colon - 40), colon))) return undefined;
  const value = ahead.slice(colon + 1);
  if (value.length < 4 || isPlaceholder(value) || isExample(value) || /\s/.test(value)) return undefined;
  return { start: at - value.length, end: at, kind: 'url_credentials' };
}

/** `user:password@tcp(host:3306)/name`, as drivers of Go write it. */
export const goAddress: Matcher = ({ text }, at) =>
  text.startsWith('@tcp', at) || text.startsWith('@unix(', at)
    ? passwordBefore(text, at, ':', /[\w.-]$/)
    : undefined;

/** `user/password@//host:1521/name`. */
export const oracleUser: Matcher = ({ text }, at) =>
  text.startsWith('@//', at) ? passwordBefore(text, at, '/', /(?:^|[\s"'=])[\w$#.-]{1,40}$/) : undefined;

const translator = /(?<![\w-])[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** A key of a translation service: a UUID with `:fx` behind it. */
export const deeplKey: Matcher = ({ text }, at) =>
  /^:fx(?![\w-])/.test(text.slice(at, at + 4)) && translator.test(text.slice(Math.max(0, at - 37), at))
    ? { start: at - 36, end: at + 3, kind: 'deepl_key' }
    : undefined;
