import { isGiven, isRandom, isSaid } from './checks.ts';
import type { Context } from './context.ts';
import { isWordSecret } from './single-word.ts';

/** A line that begins with a prompt, up to the place where the lead begins. */
const prompted = String.raw`(?<=^[\w@:~./\\[\] -]{0,40}[$#%>❯»] [^\n]{0,160})`;
const oneLine = /[^\s]{6,500}(?=[ \t]*(?:\r?\n|$))/y;
const isPrinted = (value: string): boolean =>
  isSaid(value) || isRandom(value) || (isGiven(value) && !/[./(){}[\]<>,]/.test(value));

/** Commands that print a secret, which follows on the next line. */
export const printed: readonly Context[] = [
  {
    anchors: [
      'openssl rand',
      'pwgen',
      'genkey',
      'genpsk',
      '/dev/urandom',
      'randombytes',
      'token_hex',
      'token_urlsafe',
      'apg ',
      'makepasswd',
      'mkpasswd',
      'gpg --gen-random',
      'random_password',
      'get-random-password',
    ],
    lead: /(?:openssl rand|pwgen|genkey|genpsk|\/dev\/u?random|randombytes|token_hex|token_urlsafe|apg |makepasswd|mkpasswd|gpg --gen-random|random_password|get-random-password)[^\n]{0,160}\n{1,2}/iy,
    value: oneLine,
    check: isPrinted,
  },
  {
    anchors: [
      'print-access-token',
      'print-identity-token',
      'get-access-token',
      'get-login-password',
      'auth token',
      'auth:token',
      'create-token',
      'print token',
      'token create',
      'rclone reveal',
      'bw get',
      'op read',
      'op item get',
      'pass show',
      'gopass show',
      'lpass show',
      'find-generic-password',
      'secrets versions access',
      'get-parameter',
      'get-secret',
      'base64 -d',
      'base64 --decode',
      'sops -d',
      'keyring get',
      'secret-tool lookup',
      'reset-password',
    ],
    lead: new RegExp(
      String.raw`${prompted}(?:print-(?:access|identity)-token|get-access-token|get-login-password|auth[ :]token|create-token|print token|token create|rclone reveal|bw get|op (?:read|item get)|(?:go)?pass show|lpass show|find-generic-password|secrets versions access|get-parameter|get-secret|base64 (?:-d|--decode)|sops -d|keyring get|secret-tool lookup|reset-password)[^\n]{0,160}\n{1,2}`,
      'imy',
    ),
    value: oneLine,
    check: (value) => isPrinted(value) || isWordSecret(value),
  },
  {
    anchors: ['pass', 'pwd', 'secret', 'token', 'api_key', 'api-key', 'apikey', 'credential', 'private_key'],
    // What is cheap to see comes first: the line ends soon.
    lead: /(?=[^\n]{0,136}\n)(?<=^[^\n]{0,40}[$#%>❯»] [^\n]{0,280})(?<=^[\w@:~./\\[\] -]{0,40}[$#%>❯»] (?!git|ls|grep|rg|find|sha|md5|which|ps |diff)[^\n]{0,160}(?:cat|echo|printenv|print|get|read|show|reveal|view|access|output|decrypt|head|jq|yq|node|python|psql)[^\n]{0,120})(?:pass|pwd|secret|token|api[_-]?key|credential|private_key)[^\n]{0,120}\n{1,2}/imy,
    value: oneLine,
    check: isPrinted,
  },
  {
    anchors: ['password', 'token', 'secret', 'credential'],
    lead: /(?:password|token|secret|credential)[^\n]{0,100}\n{1,2}[ \t]{0,8}(?:(?:the |your )?new )?(?:value|result|output|secret|it is)(?: is)?[ \t]{0,4}[:=][ \t]{0,4}/iy,
    check: isPrinted,
  },
];
