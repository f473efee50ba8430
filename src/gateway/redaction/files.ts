import { isChosen, isGiven, isRandom, isTold } from './checks.ts';
import { anything, type Context } from './context.ts';

/** The other lines of a file that says how to reach a service. */
const reached =
  '(?:e?mail|site|url|uri|user|user_?name|host|hostname|endpoint|server|account|domain|realm|address|base_?url|id|region|zone)';

/** Files in which the name of a secret is short, or stands on an element or line outside of it. */
export const files: readonly Context[] = [
  {
    anchors: ['key=', 'key =', 'key:'],
    lead: new RegExp(
      String.raw`(?<=^${reached}[ \t]?[=:][^\n]{1,120}\n(?:[\w.-]{1,24}[ \t]?[=:][^\n]{0,100}\n){0,3})key[ \t]?[=:][ \t]?["']?`,
      'imy',
    ),
    value: /[\w+/=.~-]{20,200}(?=["']?[ \t]*(?:\r?\n|$))/y,
    check: isRandom,
  },
  {
    anchors: ['key=', 'key =', 'key:'],
    lead: /(?<=^)key[ \t]?[=:][ \t]?["']?/imy,
    value: /[\w+/=.~-]{20,200}(?=["']?[ \t]*(?:\r?\n|$))/y,
    behind: new RegExp(
      String.raw`["']?[ \t]*\r?\n(?:[\w.-]{1,24}[ \t]?[=:][^\n]{0,100}\n){0,2}${reached}[ \t]?[=:]`,
      'iy',
    ),
    check: isRandom,
  },
  {
    anchors: [
      'password>',
      'secret>',
      'token>',
      'apikey>',
      'passphrase>',
      'pass>',
      'credential>',
      'accesskey>',
      'secretkey>',
    ],
    lead: /(?:password|secret|token|apikey|passphrase|pass|credential|accesskey|secretkey)>\s{1,40}<(?:\w{1,12}:)?(?:value|string|text|plain|clear(?:text)?|content|data|secret|key)(?: [^<>\n]{0,60})?>\s{0,40}/iy,
    value: /[^\s<>]{6,300}(?=\s{0,40}<\/)/y,
    check: isChosen,
  },
  {
    anchors: ['password:', 'secret:', 'token:', 'apikey:', 'api_key:', 'passphrase:'],
    lead: /(?:password|secret|token|api_?key|passphrase):[ \t]{0,4}\r?\n[ \t]{1,20}(?:value|plain|plaintext|text|string|data|content|literal): ?["']?/iy,
    value: /[^\s"'{}$<>][^\s"'{}]{5,300}(?=["']?[ \t]*(?:\r?\n|$))/y,
    check: isTold,
  },
  {
    anchors: ['encoded', 'auth', 'basic', 'credential', 'b64', 'base64', 'token', 'api_key', 'apikey'],
    lead: /(?:encoded|_?auth|basic|credentials?|b(?:ase)?64|token|api_?key)\\?["']?\s?[:=]\s?\\?["']?(?=[A-Za-z0-9+/])/iy,
    value: /[A-Za-z0-9+/]{16,400}={0,2}(?![\w+/=])/y,
    check: isPairInBase64,
  },
  {
    anchors: ['machine', 'default', 'login', 'account'],
    lead: /(?:machine \S{1,80}|default)\s{1,8}(?:account \S{1,60}\s{1,8})?login \S{1,80}\s{1,8}passw(?:or)?d ["']?/iy,
    check: isChosen,
  },
  {
    anchors: [
      'rootpw',
      'bindpw',
      'rcon',
      'sv_password',
      'enable password',
      'enable secret',
      'username',
      'line vty',
      'credentials',
    ],
    lead: /(?:^|(?<=\n[ \t]{0,8}))(?:rootpw|bindpw|rcon_?password|sv_password|enable (?:password|secret)(?: level [0-9]{1,2})?(?: [05])?|username \S{1,40}(?: privilege [0-9]{1,2})? (?:password|secret)(?: [05])?) ["']?/iy,
    check: isChosen,
  },
  {
    anchors: ['sshpass', 'pass:', 'passwd:', 'chpasswd'],
    lead: /(?:-passin|-passout|-pass|passwd:|user-pass) ["']?pass:/iy,
    check: isGiven,
  },
  {
    anchors: ['<key>'],
    lead: /<key>\w{0,24}(?:password|secret|token|passphrase|apikey|api_key|authkey|sharedsecret)<\/key>\s{1,40}<(?:string|data)>\s{0,20}/iy,
    value: /[^<>]{6,300}(?=\s{0,20}<\/)/y,
    check: (value) => isChosen(value.trim()),
  },
  {
    anchors: ['autologon', 'localaccount', 'userpassword'],
    lead: /<password>\s{0,40}<value>\s{0,20}/iy,
    value: /[^\s<>]{4,200}(?=\s{0,40}<\/)/y,
    check: anything,
  },
];

const pair = /^[\x21-\x39\x3b-\x7e]{2,120}:[\x20-\x7e]{6,200}$/;

/** Base64 of a user and a secret. */
function isPairInBase64(value: string): boolean {
  if (value.length % 4 === 1 || !/[A-Z]/.test(value) || !/[0-9a-z]/.test(value)) return false;
  try {
    const text = atob(value);
    return pair.test(text) && !text.includes('://') && !/^[\w-]+: /.test(text);
  } catch {
    return false;
  }
}
