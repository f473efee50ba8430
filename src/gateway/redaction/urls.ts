import { isRandom } from './checks.ts';
import type { Context } from './context.ts';
import { isGibberish } from './gibberish.ts';
import { lookOf } from './look.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** A key in a path, where ids are usual too: those are UUIDs, or numbers. */
const isPathKey = (value: string): boolean =>
  isRandom(value) && !uuid.test(value) && lookOf(value).letters >= 4;

/** A token of letters and digits whose parts may be of any case. */
const isCredential = (value: string): boolean =>
  isRandom(value) || (value.length >= 24 && isGibberish(value));

/** Keys in addresses and headers, whatever service they belong to. */
export const urls: readonly Context[] = [
  {
    // A parameter whose name says that it is a key.
    anchors: [
      'key=',
      'appid=',
      'app_id=',
      'token=',
      'secret=',
      'access=',
      'apikey=',
      'auth_key=',
      'license=',
    ],
    lead: /(?<=[?&;][\w.-]{0,24})(?:key|app_?id|token|secret|access|apikey|auth_key|license)=/iy,
    value: /[\w.~%+-]{16,300}(?=[&\s"'`#)<>,;\]}\\]|$)/y,
    check: isRandom,
    kind: 'url_credentials',
  },
  {
    // The last part of an address of an interface, behind its version.
    anchors: ['http', 'wss:'],
    lead: /(?:https?|wss?):\/\/(?=[\w.-]{0,80}(?:api|rpc|net|hook|node|gateway|feed|ingest|push|stream)[\w-]{0,20}[./:])[\w.-]{4,100}(?::[0-9]{2,5})?\/(?:[a-z-]{2,16}\/)?(?:v[0-9]{1,2}(?:\.[0-9])?\/)?(?:bot|key|token|rpc|ws|eth|hooks?|feeds?)?\/?/y,
    value: /[\w-]{24,100}(?=\/?(?:["'`\s)<>,?]|$))/y,
    check: isPathKey,
    kind: 'url_credentials',
  },
  {
    // A link that lets in whoever has it.
    anchors: [
      'reset',
      'verify',
      'confirm',
      'activate',
      'invite',
      'magic',
      'unlock',
      'recover',
      'set-password',
    ],
    lead: /(?<=:\/\/[^\s"'<>]{3,120}\/[\w-]{0,20})(?:reset|verify|confirm|activate|invite|magic|unlock|recover|set-password)[\w-]{0,20}\/(?:[\w.@-]{1,40}\/)??(?=[\w.~=-]{20})/iy,
    value: /[\w.~=-]{20,300}(?=\/?(?:["'`\s)<>,?]|$))/y,
    check: isCredential,
    kind: 'url_credentials',
  },
  {
    anchors: [
      'authorization',
      'api-key',
      'apikey',
      'api_key',
      'auth-token',
      'access-token',
      'x-auth',
      'x-token',
    ],
    lead: /(?:authorization|(?<=x-[\w-]{0,20})(?:api[-_]?key|auth[-_]?token|access-token)|x-auth|x-token|api[-_]key)["']?: ?["']?(?:[A-Za-z][\w-]{1,20} )?/iy,
    value: /[\w.~+/=:-]{20,600}(?=["'`]?[\s,;)\]}]|["'`]|\\|$)/y,
    check: isHeaderValue,
    kind: 'authorization',
  },
  {
    // A token in place of a user, and no password.
    anchors: ['-u ', '-u=', '--user'],
    lead: /(?<![\w-])(?:-u|--user)[ =]["']?/y,
    value: /[\w.-]{20,200}(?=:["']?(?:\s|$))/y,
    check: isCredential,
    kind: 'command_secret',
  },
];

function isHeaderValue(value: string): boolean {
  if (/^(?:pk|pub|public)_(?:live|test)_/.test(value)) return false;
  // `XXXX…` stands for a key.
  if (/(.)\1{7}/.test(value)) return false;
  return isCredential(value) || value.split(/[_:=-]/).some((part) => part.length >= 20 && isCredential(part));
}
