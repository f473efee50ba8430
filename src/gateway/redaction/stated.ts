import { isChosen, isGiven, isRandom, isSaid } from './checks.ts';
import { anything, type Context } from './context.ts';
import { isWordOrSaid } from './single-word.ts';

const given = (value: string): boolean => isChosen(value) || isWordOrSaid(value);

/** Lines of installers, servers and tools that hold a secret at a certain place. */
export const stated: readonly Context[] = [
  {
    anchors: ['rootpw', 'sshpw'],
    lead: /(?:rootpw|sshpw)(?: --(?:plaintext|allow-ssh|lock|username=\S{1,30}))* (?!--)/y,
    check: given,
  },
  {
    anchors: ['password ', 'secret '],
    lead: /(?<=\s)(?:password|secret) (?:simple|plain|clear|plaintext|cleartext|clear-text) ["']?/y,
    check: given,
  },
  {
    // The database, its user and the password.
    anchors: ['sqlconnectinfo', 'authbasicdb', 'dbconnectinfo'],
    lead: /(?:sqlconnectinfo|authbasicdb|dbconnectinfo) \S{3,100} \S{1,40} (?=\S)/iy,
    check: given,
  },
  {
    anchors: ['setuser'],
    lead: /setuser \S{1,40} (?:["']?[\w~*+@&:-]{1,30}["']? ){0,6}?["']?>/iy,
    check: isChosen,
    kind: 'command_secret',
  },
  {
    anchors: ['configure ', 'login ', 'auth '],
    lead: /(?:configure|login|auth) (?:--?\w{1,12}[ =]\S{1,80} ){0,3}?-[skpt] (?=[\w"'])/y,
    check: isRandom,
    kind: 'command_secret',
  },
  {
    anchors: ['sensitive'],
    lead: /sensitive["']?\s?[:=]\s?true,?\s{0,20}(?:["']?type["']?\s?[:=]\s?["'][^"'\n]{1,30}["'],?\s{0,20})?["']?value["']?\s?[:=]\s?(?=["'])/iy,
    check: isChosen,
  },
  {
    // An element with an attribute.
    anchors: ['pass', 'pwd', 'secret', 'token', 'apikey'],
    lead: /(?<=<)(?:pass(?:word|wd|phrase)?|pwd|secret|token|apikey) [\w:.-]{1,20}=["'][^"'\n<>]{0,40}["']\s?>\s{0,4}/iy,
    value: /[^<>\s]{4,300}(?=\s{0,4}<\/)/y,
    check: isChosen,
  },
  {
    // What a task about a password prints: a user, and the password.
    anchors: ['credential', 'password', 'passwort', 'secret'],
    lead: /(?:credential|password|passwort|secret)s?\][^\n]{0,120}\n[^\n]{0,100}\n\s{0,12}["']?msg["']?: ["'](?:[\w.@-]{1,40} ?[/:] ?)?/iy,
    value: /[^\s"']{8,100}(?=["'])/y,
    check: (value) => isGiven(value) && (isRandom(value) || isSaid(value)),
  },
  {
    // The key of an authenticator in small letters.
    anchors: ['manual', 'this key', 'setup key', 'secret key', 'authenticator'],
    lead: /(?:manual(?:ly)?|(?:this|setup|secret) key|authenticator)[^\n:]{0,40}: {0,4}["'`]?/iy,
    value: /(?=[a-z2-7 ]{0,70}[2-7])[a-z2-7]{4}(?: [a-z2-7]{4}){3,15}(?![\w=-])/y,
    check: anything,
    kind: 'totp_secret',
  },
  {
    anchors: ['pin'],
    lead: /(?<=(?<!\p{L})\p{L}{2,16}-)pin(?: ist| lautet| is| est| es| code|:)? (?=[0-9])/iuy,
    value: /[0-9]{4,8}(?!\w|[.,][0-9]|-[0-9])/y,
    check: anything,
  },
  {
    // `… PIN for … has been set to …`
    anchors: ['pin '],
    lead: /(?<![\w-])pin [^\n:=;]{0,50}?(?:(?:set|changed|reset|updated) to|(?:auf|now|is|ist|est|es|è)) (?=[0-9])/iy,
    value: /[0-9]{4,8}(?!\w|[.,][0-9]|-[0-9])/y,
    check: anything,
  },
  {
    anchors: ['pin"', "pin'", 'pin_code', 'pincode'],
    lead: /(?<=["'_])pin(?:_?code)?["']\s?:\s?["']/iy,
    value: /[0-9]{4,8}(?=["'])/y,
    check: anything,
  },
  {
    anchors: ['combination', 'kombination', 'combinaison', 'combinación', 'combinazione', 'zahlenschloss'],
    lead: /(?:combination|kombination|combinaison|combinación|combinazione|zahlenschloss)[^\n:=.]{0,50}?(?::| is| ist| est| es| è|(?<=[nñ])) {0,2}(?=[0-9])/iuy,
    value: /[0-9]{1,2}(?:[ /-][0-9]{1,2}){2,3}(?![\w-]|[./:][0-9])/y,
    check: anything,
  },
];
