import {
  alnum,
  alphabet,
  base64,
  base64url,
  digits,
  inName,
  inUrl,
  isIn,
  keyBody,
  lowerHex,
  type Runs,
} from './alphabets.ts';
import { isGibberish } from './gibberish.ts';
import { lookOf, looksRandom } from './look.ts';
import { markBegin, type Span } from './marks.ts';
import { isExample, isPlaceholder, isWordy } from './values.ts';

/** Matches a secret by its structure instead of a prefix; `at` is the index of its anchor. */
export type Matcher = (runs: Runs, at: number) => Span | undefined;

/** No character before `at` could belong to the token; the letter of an escaped line break does not count. */
const startsWord = (text: string, at: number): boolean =>
  at === 0 || !isIn(base64url, text, at - 1) || isEscape(text, at - 1);

/** Whether the character at the index is the letter of `\\n`, `\\r` or `\\t`. */
export const isEscape = (text: string, at: number): boolean =>
  at > 0 && text[at - 1] === '\\' && 'nrt'.includes(text[at] ?? ' ');

/** A JSON Web Token: `eyJ…`.`eyJ…`.signature. */
export const jwt: Matcher = (runs, at) => {
  const { text } = runs;
  if (!text.startsWith('eyJ', at) || !startsWord(text, at)) return undefined;
  const least = 13;
  const first = runs.end(base64url, at);
  if (first - at < least || text[first] !== '.' || !text.startsWith('eyJ', first + 1)) return undefined;
  const second = runs.end(base64url, first + 1);
  if (second - first - 1 < least || text[second] !== '.') return undefined;
  const end = runs.end(base64url, second + 1);
  return end - second - 1 >= 10 ? { start: at, end, kind: 'jwt' } : undefined;
};

const scheme = alphabet('A-Za-z0-9+.-');
const breaks = ' \t\r\n"\'<>\\`';

/** `scheme://user:password@host`; a password may contain slashes, and a port is not a password. */
export const urlCredentials: Matcher = ({ text }, at) => {
  if (at < 2 || !isIn(scheme, text, at - 1)) return undefined;
  let colon = -1;
  let sign = -1;
  const most = Math.min(text.length, at + 400);
  for (let i = at + 3; i < most; i += 1) {
    const c = text[i] ?? '';
    if (breaks.includes(c) || (c === ':' && text.startsWith('://', i))) break;
    // The user may be an email address.
    if (
      colon < 0 &&
      (c === '/' ||
        (c === '@' && !/^@[\w.-]{1,60}:[^@/\s]{4,100}@/.test(text.slice(i, i + 170))) ||
        i > at + 103)
    )
      break;
    if (c === ':' && colon < 0) colon = i;
    // After a slash, an @ may also begin a package or user name.
    if (c === '@' && colon >= 0 && (sign < 0 || !text.slice(sign, i).includes('/')) && text[i - 1] !== '/')
      sign = i;
  }
  if (colon < 0) return tokenUser(text, at + 3);
  if (sign - colon < 4) return undefined;
  const value = text.slice(colon + 1, sign);
  const slash = value.indexOf('/');
  if (slash >= 0 && Number.isInteger(Number(value.slice(0, slash)))) return undefined;
  if (
    value.length > 200 ||
    isPlaceholder(value) ||
    isExample(value) ||
    /^(?:abc|bar|foo|guest|xyz)$/.test(value)
  )
    return undefined;
  return { start: colon + 1, end: sign, kind: 'url_credentials' };
};

const userToken = /[\w.~-]{20,200}(?=@[\w-])/y;

/** A token in place of a user: `https://TOKEN@host`. */
function tokenUser(text: string, start: number): Span | undefined {
  userToken.lastIndex = start;
  if (!userToken.test(text)) return undefined;
  const end = userToken.lastIndex;
  const value = text.slice(start, end);
  return looksRandom(value, 20) && lookOf(value).digits > 2 && !isPlaceholder(value)
    ? { start, end, kind: 'url_credentials' }
    : undefined;
}

const begin = '-----BEGIN ';
const longestKey = 65_536;

/**
 * A private key in PEM or PGP armor. A key without an end line is removed to the end of the text except for its first
 * line, as the rest may still arrive; if other text follows, it was not a key, or ended there.
 */
export const privateKey: Matcher = (runs, at) => {
  const { text } = runs;
  if (!text.startsWith(begin, at)) return undefined;
  const nameEnd = text.slice(at + begin.length, at + begin.length + 60).indexOf('-----');
  if (nameEnd < 0) return undefined;
  const name = text.slice(at + begin.length, at + begin.length + nameEnd);
  if (
    !name.endsWith('PRIVATE KEY') &&
    name !== 'PGP PRIVATE KEY BLOCK' &&
    !name.startsWith('OpenVPN Static key')
  )
    return undefined;
  const from = at + begin.length + nameEnd + 5;
  if (text.startsWith(markBegin, from)) return undefined;
  const closing = `-----END ${name}-----`;
  const end = runs.next('-----END ', from);
  if (end >= 0 && end - from <= longestKey && text.startsWith(closing, end))
    return { start: at, end: end + closing.length, kind: 'private_key' };
  const bodyEnd = runs.end(keyBody, from);
  // Prose about keys has short words; a key has long lines.
  const head = text.slice(from, Math.min(bodyEnd, from + 400)).trim();
  if (head === '' || (bodyEnd < text.length && longestWord(head) < 40)) return undefined;
  return bodyEnd < text.length
    ? { start: at, end: bodyEnd, kind: 'private_key' }
    : { start: from, end: bodyEnd, kind: unfinishedKey };
};

/** The kind of a private key without an end line: its first line is kept, without a mark. */
export const unfinishedKey = 'unfinished private_key';

const longestWord = (text: string): number =>
  text.split(/[\s\\]/).reduce((most, part) => Math.max(most, part.length), 0);

/** Telegram bot token `123456789:AA…`; the anchor is `:AA`. */
export const telegram: Matcher = (runs, at) => {
  const { text } = runs;
  let start = at;
  while (start > at - 12 && isIn(digits, text, start - 1)) start -= 1;
  const end = runs.end(base64url, at + 1);
  return at - start >= 8 && end - at >= 34 && end - at <= 37
    ? { start, end, kind: 'telegram_token' }
    : undefined;
};

/** Microsoft Entra client secret `…8Q~…`; the anchor is `Q~` after a digit. */
export const azureSecret: Matcher = (runs, at) => {
  const { text } = runs;
  const start = at - 3;
  if (start < 0 || !startsWord(text, start) || !text.startsWith('Q~', at + 1)) return undefined;
  const end = runs.end(inUrl, at + 3);
  return end - at - 3 >= 31 && end - at - 3 <= 37
    ? { start, end: Math.min(end, at + 40), kind: 'azure_secret' }
    : undefined;
};

/** Discord bot token: id.time.signature. */
export const discord: Matcher = (runs, at) => {
  const { text } = runs;
  const first = runs.end(base64url, at);
  if (first - at < 23 || first - at > 28 || text[first] !== '.' || !startsWord(text, at)) return undefined;
  const second = runs.end(base64url, first + 1);
  if (second - first - 1 < 5 || second - first - 1 > 7 || text[second] !== '.') return undefined;
  const end = runs.end(base64url, second + 1);
  return end - second - 1 >= 27 && end - second - 1 <= 38
    ? { start: at, end, kind: 'discord_token' }
    : undefined;
};

/** Terraform Cloud token: 14 characters, `.atlasv1.`, and the rest. */
export const terraform: Matcher = (runs, at) => {
  const { text } = runs;
  let start = at;
  while (start > at - 14 && isIn(alnum, text, start - 1)) start -= 1;
  if (at - start < 14 || !text.startsWith('.atlasv1.', at)) return undefined;
  const end = runs.end(base64url, at + 9);
  return end - at - 9 >= 50 ? { start, end, kind: 'terraform_token' } : undefined;
};

/** Mailchimp key: 32 hexadecimal digits and the data centre, `…-us12`. */
export const mailchimp: Matcher = (runs, at) => {
  const { text } = runs;
  const start = at - 32;
  if (start < 0 || !text.startsWith('-us', at) || !startsWord(text, start)) return undefined;
  for (let i = start; i < at; i += 1) if (!isIn(lowerHex, text, i)) return undefined;
  const end = runs.end(digits, at + 3);
  return end > at + 3 && end <= at + 5 ? { start, end, kind: 'mailchimp_key' } : undefined;
};

/** MaxMind licence key: 6 characters, `_`, 29 characters, `_mmk`. */
export const maxmind: Matcher = ({ text }, at) => {
  const start = at - 36;
  if (start < 0 || !text.startsWith('_mmk', at) || text[start + 6] !== '_') return undefined;
  for (let i = start; i < at; i += 1) if (i !== start + 6 && !isIn(alnum, text, i)) return undefined;
  return { start, end: at + 4, kind: 'maxmind_key' };
};

const hooks: { begins: string; kind: string; least: number }[] = [
  { begins: 'hooks.slack.com/services/', kind: 'slack_webhook', least: 30 },
  { begins: 'hooks.slack.com/workflows/', kind: 'slack_webhook', least: 30 },
  { begins: 'hooks.slack.com/triggers/', kind: 'slack_webhook', least: 30 },
  { begins: 'discord.com/api/webhooks/', kind: 'discord_webhook', least: 60 },
  { begins: 'discordapp.com/api/webhooks/', kind: 'discord_webhook', least: 60 },
  { begins: 'hooks.zapier.com/hooks/catch/', kind: 'zapier_webhook', least: 12 },
];
const inPath = alphabet('A-Za-z0-9_/@-');

/** Webhook URLs, which allow anyone who knows them to post. */
export const webhook: Matcher = (runs, at) => {
  const { text } = runs;
  const known = hooks.find(({ begins }) => text.startsWith(begins, at));
  if (known) {
    const start = at + known.begins.length;
    const end = runs.end(inPath, start);
    const value = text.slice(start, Math.min(end, start + 200));
    // `XXXX…` stands for the secret part.
    const stands = new Set(value.slice(value.lastIndexOf('/') + 1)).size <= 2;
    return end - start >= known.least && lookOf(value).digits > 2 && !stands
      ? { start, end, kind: known.kind }
      : undefined;
  }
  const teams = 'webhook.office.com/webhookb2/';
  if (!text.startsWith(teams, at)) return undefined;
  const end = runs.end(inPath, at + teams.length);
  return end - at > 100 ? { start: at + teams.length, end, kind: 'teams_webhook' } : undefined;
};

const bearerValue = alphabet('A-Za-z0-9._~+/=-');

/** `Bearer …` or `SSWS …` anywhere in a text. */
export const bearer: Matcher = (runs, at) => {
  const { text } = runs;
  const scheme = text.slice(at, at + 7).toLowerCase();
  const from = scheme === 'bearer ' ? at + 7 : scheme.startsWith('ssws ') ? at + 5 : -1;
  if (from < 0) return undefined;
  const end = runs.end(bearerValue, from);
  const value = text.slice(from, Math.min(end, from + 400));
  return value.length >= 16 && looksRandom(value, 16) && !isPlaceholder(value)
    ? { start: from, end, kind: 'authorization' }
    : undefined;
};

/** The values of a `Cookie` header that could be session ids: long and random ones. */
export const cookies = ({ text }: Runs, at: number): { spans: Span[]; next: number } => {
  let i = at + 6;
  if (text.slice(at, i).toLowerCase() !== 'cookie') return { spans: [], next: at };
  while (i < at + 10 && '"\'`\\'.includes(text[i] ?? ' ')) i += 1;
  if (text[i] !== ':' && text[i] !== '=') return { spans: [], next: at };
  const spans: Span[] = [];
  const most = Math.min(text.length, at + 4096);
  for (i += 1; i < most; ) {
    while (' "\'\\'.includes(text[i] ?? '\n')) i += 1;
    const name = i;
    while (i < most && isIn(inName, text, i)) i += 1;
    if (i === name || text[i] !== '=') break;
    const start = i + 1;
    i = start;
    while (i < most && (isIn(inUrl, text, i) || isIn(base64, text, i) || text[i] === ':')) i += 1;
    const value = text.slice(start, i);
    if (value.length >= 16 && (looksRandom(value, 16) || isGibberish(value)) && !isPlaceholder(value))
      spans.push({ start, end: i, kind: 'cookie' });
    if (text[i] !== ';') break;
    i += 1;
  }
  return { spans, next: i };
};

/** `"auth": "dXNlcjpwYXNz"` in Docker's configuration. */
export const dockerAuth: Matcher = (runs, at) => {
  const { text } = runs;
  if (!text.startsWith('auth', at)) return undefined;
  let i = at + 4;
  if (text[i] === '\\') i += 1;
  if (text[i] !== '"') return undefined;
  i += 1;
  while (text[i] === ' ') i += 1;
  if (text[i] !== ':') return undefined;
  i += 1;
  while (text[i] === ' ') i += 1;
  if (text[i] === '\\') i += 1;
  if (text[i] !== '"') return undefined;
  const end = runs.end(base64, i + 1);
  const value = text.slice(i + 1, Math.min(end, i + 500));
  return value.length >= 12 && value.length % 4 === 0 && !isWordy(value) && atob(value).includes(':')
    ? { start: i + 1, end, kind: 'docker_auth' }
    : undefined;
};
