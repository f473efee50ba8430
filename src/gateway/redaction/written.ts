import { isChosen, isRandom } from './checks.ts';
import { anything, type Context } from './context.ts';

/** Configuration files, connection strings and statements. */
export const written: readonly Context[] = [
  { anchors: ['login'], lead: /login\s{1,4}\S{1,100}\s{1,8}password\s{1,4}/y, check: isChosen },
  {
    anchors: [':00'],
    lead: /:(?:[0-9]{2,5}|\*):(?![0-9]+:)[\w*-]{1,63}:[\w.@*-]{1,63}:/y,
    value: /[^\s:"'<>]{6,200}(?=\s|$)/y,
  },
  {
    anchors: ['identified'],
    lead: /identified(?: with [\w'"]{1,40})? (?:by|as) (?:password )?(?=['"])/iy,
    check: isChosen,
  },
  {
    anchors: ['requirepass', 'masterauth', 'securestring'],
    lead: /(?:requirepass|masterauth|securestring(?: -string)?)[ \t]{1,8}/iy,
    check: isChosen,
  },
  {
    anchors: ['jdbc:oracle', 'sqlplus'],
    lead: /(?:jdbc:oracle:\w{1,10}:|sqlplus (?:-\w )?)[\w$#.-]{1,64}\//iy,
    value: /[^\s@"']{3,100}(?=@)/y,
    check: isChosen,
  },
  {
    anchors: ['private-lines'],
    lead: /private-lines: [0-9]{1,3}\s{1,2}/iy,
    value: /[A-Za-z0-9+/=\r\n]{20,20000}/y,
    check: anything,
    kind: 'private_key',
  },
  {
    anchors: ['kty', 'crv'],
    lead: /(?:kty|crv)\\?"[^{}]{0,2500}?"(?:d|k)\\?"\s?:\s?\\?"/y,
    value: /[\w-]{20,1500}(?:\\?"\s{0,20},\s{0,20}\\?"(?:p|q|dp|dq|qi)\\?"\s?:\s?\\?"[\w-]{20,1500}){0,5}/y,
    check: anything,
    kind: 'private_key',
  },
  {
    anchors: ['hook'],
    lead: /hooks?(?:\.[\w.-]{1,60})?\/(?:[\w-]{1,40}\/){0,4}/y,
    value: /[\w-]{18,200}/y,
    check: isRandom,
    kind: 'webhook',
  },
  {
    anchors: ['code=', 'sig=', 'signature=', 'auth=', 'sign=', 'hmac='],
    lead: /(?<=[?&])(?:code|sig|signature|auth|sign|hmac)=/iy,
    value: /[\w.~%+=-]{16,500}/y,
    check: isRandom,
    kind: 'url_credentials',
  },
  {
    anchors: ['$2a', '$2b', '$2x', '$2y', '$1$', '$ap', '$ar', '$y$', '$sc'],
    lead: /\$(?=(?:2[abxy]|[156y]|apr1|argon2i?d?|scrypt)\$)/y,
    value: /[\w$=,./+-]{20,250}/y,
    check: (value) => value.split('$').length >= 3 && /[A-Za-z]/.test(value),
    kind: 'password_hash',
  },
];
