import { isGiven, isMixedToken, isRandom, isSaid, isTold } from './checks.ts';
import { anything, type Context } from './context.ts';
import { isGrouped, isPhrase } from './phrases.ts';
import { trustIn } from './words.ts';

/** What a password is called, as a regular expression and by the characters it begins with. */
export const called = String.raw`(?:(?<![\p{L}\p{N}])(?:pass ?wor[dt]|passphrase|passcode|pw|pwd|kennwort|mot de passe|mdp|contraseña|contrasena|clave|senha|palavra-passe|wachtwoord|hasło|haslo|heslo|parola|salasana|jelszó?|adgangskode|passord|kodeord)|(?<=\p{Ll}s?)(?:kennwort|passwort|wachtwoord)|(?<=l[öo])senord(?:et)?|(?<=[şs])ifre(?:si)?)`;
export const calledBegins = [
  'password',
  'passwort',
  'pass word',
  'passphrase',
  'passcode',
  'kennwort',
  'mot de passe',
  'mdp',
  'contrase',
  'clave',
  'senha',
  'palavra-passe',
  'wachtwoord',
  'has',
  'senord',
  'ifre',
  'heslo',
  'parola',
  'salasana',
  'jelsz',
  'adgangskode',
  'passord',
  'kodeord',
  'pwd',
  'pw ',
  'pw:',
];
/** Words that name a secret token, and what they begin with. */
const token = String.raw`(?<![\p{L}\p{N}_-]|public )(?:tokens?|keys?|secrets?|bearer|credentials?|schlüssel|clé|jeton|llave)`;
const tokenBegins = ['token', 'key', 'secret', 'bearer', 'credential', 'schl', 'clé', 'jeton', 'llave'];
const says = `(?:is|was|to|be|being|auf|ist|war|heißt|hieß|heisst|lautet|lautete|reads|becomes|became|equals|est|était|es|era|est[áa]|é|è|är|jest|à|a|zu|sera|from|von|som|als|=|->|→)`;
const still = `(?: (?:now|set to|jetzt|nun|still|just|ahora|simply|maintenant|currently|again|back to|changed to))?`;

/** Sentences about a secret, in several languages. */
export const prose: readonly Context[] = [
  {
    anchors: calledBegins,
    lead: new RegExp(
      String.raw`${called}(?: [\p{L}'-]{1,20}[,;]?){0,9}?(?: \([^()\n]{1,60}\))?(?: ${says}|:)${still}:? ["'\x60]?`,
      'iuy',
    ),
    check: isTold,
  },
  {
    anchors: calledBegins,
    lead: new RegExp(
      String.raw`${called}(?: [^\s:=]{1,30}){0,8}?(?: ?(?:${says}|:)| ${says} ?:)${still}:?[ \n]{1,3}["'\x60]{0,3}(?=\S{0,60}[0-9!-])`,
      'iuy',
    ),
    check: isSaid,
  },
  {
    anchors: calledBegins,
    lead: new RegExp(String.raw`${called}(?![\w-])[^\n:]{0,70}:\s{1,6}(?=\S{0,60}[0-9])`, 'iuy'),
    check: (value) => isSaid(value) || isRandom(value),
  },
  {
    anchors: calledBegins,
    lead: new RegExp(String.raw`${called}(?: ?[:=])?[ \t]{1,3}["'\x60]?`, 'iuy'),
  },
  {
    anchors: calledBegins,
    lead: new RegExp(
      String.raw`${called}(?: [\p{L}]{1,20}){0,6}?(?: ${says}| ?[:=])[ \t]{1,3}["'\x60]?`,
      'iuy',
    ),
    value: /[a-z]{3,10}(?: [a-z]{3,10}){3,11}(?=["'`]|[.!]?(?:\n|$))/y,
    check: (value) => isGrouped(value) || isPhrase(value),
  },
  {
    anchors: calledBegins,
    lead: new RegExp(String.raw`${called}[ :=]{1,4}["'\x60]?`, 'iuy'),
    value: /[a-z]{4} [a-z]{4} [a-z]{4} [a-z]{4}(?![\w-])/y,
    check: isGrouped,
  },
  {
    // `the old password was …, the new one is …`
    anchors: [
      'new one',
      'old one',
      'other one',
      'neue',
      'alte',
      'nouveau',
      'nuev',
      'now it',
      'it is now',
      'ahora es',
      'jetzt ',
      'maintenant',
      'agora ',
      'ora è',
    ],
    lead: new RegExp(
      String.raw`(?<=${called}[^\n]{0,120}[ ,;.])(?:(?:new one|old one|other one|neue|alte|nouveau|nueva|nuevo) ${says}|now it(?:'s| is)|it is now|ahora es|jetzt (?:ist es|lautet es|ist)|maintenant c['’]est|agora é|ora è):? ["'\x60]?`,
      'iuy',
    ),
    check: isTold,
  },
  {
    // A prompt with what was typed or pasted behind it.
    anchors: ['passphrase for', 'password for', 'passphrase of', 'password of'],
    lead: /(?:passphrase|password) (?:for|of) [^\n:]{1,120}[:?] ["'`]?/iy,
    value: /[a-z]{3,10}(?: [a-z]{3,10}){3,11}(?=["'`]?\s{0,3}(?:\n|$))/y,
    check: isPhrase,
  },
  {
    anchors: ['use ', 'try ', 'using', 'enter ', 'type ', 'with ', 'tried '],
    lead: /(?<![\w-])(?:use|try|using|enter|type|tried|with)(?: with)? ["'`]{0,2}(?=\S{0,60}[0-9-]|[a-z]{3,10} [a-z]{3,10} [a-z]{3,10} )/iy,
    value: /[a-z]{3,10}(?: [a-z]{3,10}){3,11}(?=["'`])|[^\s"'`<>|,;(){}[\]\\?]{6,100}/y,
    behind:
      /[?!,.;:"'`)]{0,3} [^\n]{0,60}?\b(?:passwords?|passphrase|passcode|passwd|pw|pwd|pin|passwort|kennwort)\b(?!-| (?:hash|field|reset|manager|length|file|polic|input))/iy,
    check: (value) => (value.length >= 8 && isSaid(value)) || isPhrase(value),
  },
  {
    anchors: [
      'wifi',
      'wi-fi',
      'wlan',
      'wireless',
      'hotspot',
      'router',
      'guest',
      'network',
      'netzwerk',
      'clé',
      'clave',
    ],
    lead: /(?:wi-?fi|wlan|wireless|hotspot|router|guest|network|netzwerk|clé|clave)[ -](?:(?:key|password|code|passphrase|schlüssel|passwort|kennwort|wi-?fi|wlan|network)s?)(?: [^\s:="'\n]{1,20}){0,7}?(?: ?[:=]| (?:is|was|to|ist|lautet|est|es|è|é))[ \t]{1,3}(?=["'`«“„])/iuy,
    check: (value) => isTold(value) || isPhrase(value) || trustIn(value) !== undefined,
  },
  {
    anchors: calledBegins,
    lead: new RegExp(
      String.raw`${called}(?: [^\s:=]{1,20}){0,7}?(?: ${says}| ?[:=])[ \t]{1,3}(?=["'\x60«“„])`,
      'iuy',
    ),
    check: (value) => isPhrase(value) || trustIn(value) === 'sure' || trustIn(value) === 'fair',
  },
  {
    anchors: tokenBegins,
    lead: new RegExp(
      String.raw`${token}(?: [^\s:=]{1,25}){0,6}?(?: ?(?:${says}|:)| ${says} ?:)?${still}[?:,.!]{0,2}\s{1,3}["'\x60]{0,3}(?=\S{0,60}[0-9])`,
      'iuy',
    ),
    check: isMixedToken,
  },
  {
    anchors: ['api', 'access', 'auth', 'bearer', 'secret', 'token'],
    lead: /(?:(?:api|access|auth|bearer)[ -]?)?(?:token|key|secret)(?: (?!id\b|hash|digest|sha|checksum|commit|public|finger)[^\s:=]{1,25}){0,5}? ?(?:is|ist|est|es|:|=) ?["'`]{0,3}/iy,
    value: /[0-9a-f]{32,128}(?![\w-])/y,
    check: isRandom,
  },
  {
    anchors: ['auth with', 'authenticate with', 'bearer to', 'bearer '],
    lead: /(?:auth(?:enticate)? with|bearer(?: token)?(?: to| is)?)(?: the token)? ["'`]?/iy,
    check: isMixedToken,
  },
  {
    anchors: [
      'pin',
      'otp',
      'code',
      'passcode',
      'tan',
      '2fa',
      'mfa',
      'codice',
      'código',
      'codigo',
      'zugangscode',
      'türcode',
    ],
    lead: /(?<![\p{L}\p{N}_])(?:codice|c[óo]digo|zugangscode|türcode|code d['’]\p{L}{1,10}|pin|otp|(?:s?ms)?tan|(?:2fa|mfa|passcode)(?: code)?)(?: (?:code|for|the|of|my|our|to|is|now|für|die|der|das|del|de|du|la|le|safe|phone|card|sim|app|door|\p{L}{1,12})){0,6}? ?(?:is|was|ist|lautet|est|es|è|é|:|=) ?["'`]?/iuy,
    value: /[0-9]{4,8}#?(?!\w|\.[0-9]|-[0-9])/y,
    check: anything,
  },
  {
    anchors: [
      'verification',
      'security',
      'access',
      'door',
      'unlock',
      'confirmation',
      '2fa',
      'mfa',
      'one-time',
      'authent',
      'sms',
      'alarm',
      'gate',
      'entry',
      'pairing',
      'login',
      'sign-in',
    ],
    lead: /(?:verification|security|access|door|unlock|confirmation|2fa|mfa|one-time|authentication|authenticator|sms|alarm|gate|entry|pairing|login|sign-in)[ -](?:pass)?code(?: \p{L}{1,12}){0,5}? ?(?:is|was|:) ?["'`]?/iuy,
    value: /[0-9]{4,8}#?(?!\w|\.[0-9]|-[0-9])/y,
    check: anything,
  },
  {
    anchors: [
      'log in',
      'login',
      'logged in',
      'log on',
      'sign in',
      'signed in',
      'credentials',
      'creds',
      'zugang',
      'anmeld',
      'melde ',
      'identifiants',
      'credenciales',
      'acceso',
    ],
    lead: /(?<![\p{L}\p{N}])(?:log(?:ged)? ?(?:in|on)|sign(?:ed)? ?in|credentials|creds|zugang(?:sdaten)?|anmeld(?:en|ung)|melde dich|identifiants|credenciales|acceso)(?: (?!with|and|as)\p{L}{1,12}){0,4}?:?(?: (?:as|with|using|mit|als|avec|con))?(?: (?:the )?(?:user(?:name)?|benutzer|account))? ["'`]?[\w.@+-]{2,40}["'`]?(?: ?\/ ?| ?: ?|, ?| and | & | und | with | mit | y | et )(?:(?:the )?(?:password|passwort|pw|pass|pwd) )?["'`]?(?=\S{0,60}[0-9-])/iuy,
    value: /[^\s"'`<>|,;(){}[\]\\/]{6,100}/y,
    check: isTold,
  },
  {
    anchors: [
      'log in',
      'login',
      'sign in',
      'credentials',
      'creds',
      'zugangsdaten',
      'identifiants',
      'credenciales',
    ],
    lead: /(?:log ?in|sign ?in|credentials|creds|zugangsdaten|identifiants|credenciales)(?: \p{L}{1,12}){0,4}?:? [\w.@-]{2,40} ?\/ ?/iuy,
  },
  {
    anchors: ['temporary', 'generated', 'initial', 'one-time', 'random'],
    lead: /(?:temporary|generated|initial|one-time|random) (?:\w{1,12} ){0,2}password[^\n:]{0,60}: /iy,
    value: /\S{8,64}(?=[ \t]*(?:\r?\n|$))/y,
    check: (value) => isGiven(value) && /[A-Z]/.test(value) && /[a-z]/.test(value) && /[^A-Za-z]/.test(value),
  },
  {
    anchors: ['use '],
    lead: /(?<![\w-])use ["'`]?[\w.@+-]{2,40}(?: ?\/ ?|:)(?=\S{0,60}[0-9-])/iuy,
    value: /[^\s"'`<>|,;(){}[\]\\/:]{6,100}(?=\s|[.,]\s|$)/y,
  },
  {
    anchors: ['creds', 'credentials', 'root ', 'admin '],
    lead: /(?:cred(?:ential)?s(?: are)?:? )?(?:root|admin|administrator) ["'`]?(?=[^\s/]{0,60}[0-9])/iy,
    value: /[^\s"'`<>|,;(){}[\]\\/]{8,100}(?=[\s"'`]|$)/y,
    check: (value) => isSaid(value) && !/^[A-Za-z]+-?[0-9]+$/.test(value),
  },
  {
    anchors: ['security question', 'secret answer', 'recovery key', 'bitlocker'],
    lead: /(?:security question|secret answer|recovery key|bitlocker(?: recovery)?(?: key)?)(?: \p{L}{1,12}){0,4}? ?(?:is|was|:|=) ?["'`]?/iuy,
    value: /[0-9]{6}(?:-[0-9]{6}){5,7}|[A-Z0-9]{4,6}(?:-[A-Z0-9]{4,6}){3,9}|[^\s"'`<>|,;(){}[\]\\]{6,100}/y,
    check: (value) => isSaid(value) || /^[A-Z0-9]{4,6}(?:-[A-Z0-9]{4,6}){3,9}$/.test(value),
  },
  {
    anchors: ['mnemonic', 'seed', 'recovery phrase', 'wallet'],
    lead: /(?:mnemonic|seed|recovery phrase|wallet)(?: (?:phrase|words))?(?: is)?(?: \([^()\n]{1,80}\))?["']?\s?[:=]?\s{0,3}["']?/iy,
    value: /[a-z]{3,8}(?: [a-z]{3,8}){11,23}/y,
    check: isPhrase,
    kind: 'mnemonic',
  },
  {
    anchors: ['unseal', 'recovery', 'backup', 'rescue', 'emergency'],
    lead: /(?:unseal|recovery|backup|rescue|emergency) (?:key|code|token|share)s?(?: #?[0-9]{1,2})?: ?/iy,
    check: isRandom,
  },
  {
    anchors: ['recovery', 'backup', 'rescue', 'emergency', 'scratch'],
    lead: /(?:recovery|backup|rescue|emergency|scratch)[ -]codes?(?:(?: [^\n:]{1,100})?:)?\s{1,4}/iy,
    value:
      /(?:[0-9]{1,2}[.)] )?[A-Za-z0-9]{4,10}(?:-[A-Za-z0-9]{4,10}){0,3}(?:[\s,]{1,3}(?:[0-9]{1,2}[.)] )?(?=[A-Za-z-]{0,9}[0-9])[A-Za-z0-9]{4,10}(?:-[A-Za-z0-9]{4,10}){0,3}){1,30}/y,
    check: (value) => /[0-9]/.test(value.slice(0, 16)),
    kind: 'recovery_codes',
  },
];
