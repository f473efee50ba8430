import { isRandom, isSaid } from './checks.ts';
import type { Context } from './context.ts';
import { isFewWords, isWordSecret } from './single-word.ts';

const is = `(?:is|ist|lautet|est|es|è|é|war|was|reads)`;
const manyWords = /\p{L}{2,12}(?: \p{L}{2,12}){2,11}(?=["'\x60”“»]|[.,;!)]?[ \t]*(?:\r?\n|$)| \()/uy;

/** Words of a passphrase, between which small ones may stand. */
export const isSentencePhrase = (value: string): boolean => {
  const words = value.split(' ');
  const long = words.filter((one) => one.length > 4);
  return (
    words.length >= 3 &&
    long.length >= 2 &&
    words.every((one) => /^\p{Ll}+$/u.test(one)) &&
    isFewWords(long.join(' '))
  );
};

const phrases = [
  'passphrase',
  'pass phrase',
  'passsatz',
  'phrase secr',
  'phrase de passe',
  'frase de ',
  'frase secreta',
  'frase segreta',
  'frase d',
  'wachtwoordzin',
];
const speaker = String.raw`[>*_ \t-]{0,6}(?:\[[^\]\n]{1,24}\] ?|\([^)\n]{1,20}\) ?|[0-9:.]{4,8}[ ,-]{1,3})?(?:<?@?[\p{L}\w.-]{1,20}(?: [\p{L}.]{1,15})?>?[*_]{0,2}(?: \([^)\n]{1,20}\))?(?::[*_]{0,2} ?|> ))?`;

/** Passphrases behind what announces them, words agreed on, and what is sent to who asks for a key. */
export const phrased: readonly Context[] = [
  {
    anchors: phrases,
    lead: new RegExp(
      String.raw`(?:pass ?phrase|passsatz|phrase (?:secrète|secrete|de passe)|frase (?:de (?:paso|contraseña|acceso|seguridad)|secreta|segreta|d['’]accesso)|wachtwoordzin)(?: [\p{L}'’.-]{1,20}){0,6}?(?: ?:| ${is}:?)[ \t]{1,3}["'\x60„“«]?(?=\p{Ll})`,
      'iuy',
    ),
    value: manyWords,
    check: isSentencePhrase,
  },
  {
    // What opens a container.
    anchors: [
      'opens with',
      'unlocks with',
      'open with',
      'unlock with',
      'decrypts with',
      'öffnet',
      'geht auf mit',
      'se abre con',
      "s'ouvre avec",
      'si apre con',
    ],
    lead: /(?<=(?:container|veracrypt|vault|disk|drive|volume|luks|keepass|archive|archiv|zip|backup|safe|platte|tresor|disque|disco|caja|coffre|laptop)[^\n]{0,40})(?:(?:opens?|unlocks?|decrypts) with|öffnet (?:sich )?mit|geht auf mit|se abre con|s'ouvre avec|si apre con):? ["'`„“«]?(?=\p{Ll})/iuy,
    value: manyWords,
    check: isSentencePhrase,
  },
  {
    anchors: [
      'code word',
      'codeword',
      'code-word',
      'codewort',
      'kennwort',
      'mot de code',
      'palabra de seguridad',
      'security answer',
    ],
    lead: /(?:code[ -]?word|codewort|kennwort|mot de code|palabra de seguridad|security answer)(?:,? (?:that|which|das|qui|que))?(?: ?:| (?:is|ist|lautet|est|es)) ["'`„“«]?(?=\p{L})/iuy,
    value:
      /\p{L}{5,40}[0-9]{0,4}(?=["'`”“»]|[.,;!)](?:\s|$)|[ \t]*(?:\r?\n|$)| (?:since|seit|depuis|desde)\b)/uy,
    check: isWordSecret,
  },
  {
    // `… is … with a capital T`
    anchors: ['password', 'passwort', 'mot de passe', 'contrase', 'clave', 'kennwort', 'passphrase'],
    lead: /(?:password|passwort|mot de passe|contraseña|clave|kennwort|passphrase) (?:is|ist|est|es) ["'`„“«]?(?=\p{L})/iuy,
    value:
      /\p{L}{5,40}[0-9]{0,4}(?= (?:with (?:an? |one )?(?:capital|upper|lower|zero|dot|number)|mit (?:großem|kleinem|einer null)|avec une? (?:majuscule|minuscule|zéro)|con (?:la )?(?:mayúscula|minúscula|inicial)|all (?:lower|upper)|in (?:caps|lowercase|kleinbuchstaben)))/iuy,
    check: isWordSecret,
  },
  {
    // Somebody asks for a key, and the next message is the key.
    anchors: [
      'key',
      'token',
      'secret',
      'passw',
      'pass ',
      'pw ',
      'pwd',
      'code',
      'clave',
      'contrase',
      'mot de passe',
      'schlüssel',
      'clé',
    ],
    lead: new RegExp(
      String.raw`(?:keys?|token|secret|passwor[dt]|pass|pwd?|code|clave|contraseña|mot de passe|schlüssel|clé)(?=[ ?,.!][^\n=;{]{0,90}\n)(?<=:[^\n:]{0,80})[^\n]{0,60}(?:\?|pls|plz|please|bitte|porfa|por favor|svp|stp|s'il te plaît|alsjeblieft|thx|thanks)[^\n]{0,12}\r?\n[ \t]{0,4}${speaker}["'\x60„“«]?(?=\S)`,
      'iuy',
    ),
    value: /[^\s"'`<>|,;(){}[\]\\”“»]{6,300}(?=["'`”“»]?[.,!]?[ \t]*(?:\r?\n|$))/uy,
    check: (value) => isRandom(value) || isSaid(value),
  },
];
