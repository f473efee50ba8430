import { isMixedToken, isRandom } from './checks.ts';
import { anything, type Context } from './context.ts';
import { isPhrase } from './phrases.ts';

/** Sentences about a secret, in English, German, French and Spanish. */
export const prose: readonly Context[] = [
  {
    anchors: [
      'password',
      'passwort',
      'passphrase',
      'passcode',
      'kennwort',
      'contrase',
      'mot de passe',
      'clave',
      'pwd',
    ],
    lead: /(?:passwor[dt]|passphrase|passcode|kennwort|contraseña|mot de passe|clave|pwd)(?: [\p{L}'-]{1,20}){0,6}?(?: (?:is|was|to|auf|ist|lautet|est|es|à|a|zu|sera)|:)(?: (?:now|set to|jetzt|nun|still|just|ahora|simply|maintenant))?:? /iuy,
  },
  {
    anchors: ['password', 'passwort', 'mot de passe', 'contrase'],
    lead: /(?:passwor[dt]|contraseña|mot de passe)[ \p{L}]{0,60}:\s{1,6}/iuy,
    check: isRandom,
  },
  {
    anchors: ['token', 'key', 'secret', 'schlüssel', 'clé'],
    lead: /(?:token|key|secret|schlüssel|clé)s?(?: (?:is|was|ist|lautet|est|es))?[?:,.!]{0,2}\s{1,3}/iuy,
    check: isMixedToken,
  },
  {
    anchors: ['pin'],
    lead: /(?<![\p{L}\p{N}])pin(?: \p{L}{1,15}){0,5}? ?(?:is|ist|lautet|est|es|:|=) ?/iuy,
    value: /[0-9]{4,8}(?!\w|\.[0-9])/y,
    check: anything,
  },
  {
    anchors: [
      'log in',
      'login',
      'sign in',
      'credentials',
      'creds',
      'zugangsdaten',
      'anmeld',
      'identifiants',
      'credenciales',
      'acceso',
    ],
    lead: /(?:log ?in|sign ?in|credentials|creds|zugangsdaten|anmeld(?:en|ung)|identifiants|credenciales|acceso)(?: \p{L}{1,12}){0,4}?:? [\w.@-]{2,40} ?\/ ?/iuy,
  },
  {
    anchors: ['mnemonic', 'seed', 'recovery phrase', 'wallet'],
    lead: /(?:mnemonic|seed|recovery phrase|wallet)(?: (?:phrase|words))?(?: is)?["']?\s?[:=]?\s{0,3}["']?/iy,
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
    lead: /(?:recovery|backup|rescue|emergency|scratch)[ -]codes?:?\s{1,4}/iy,
    value:
      /(?:[0-9]{1,2}[.)] )?[A-Za-z0-9]{4,10}(?:-[A-Za-z0-9]{4,10}){0,3}(?:[\s,]{1,3}(?:[0-9]{1,2}[.)] )?(?=[A-Za-z-]{0,9}[0-9])[A-Za-z0-9]{4,10}(?:-[A-Za-z0-9]{4,10}){0,3}){1,30}/y,
    check: (value) => /[0-9]/.test(value.slice(0, 16)),
    kind: 'recovery_codes',
  },
];
