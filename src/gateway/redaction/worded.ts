import { anything, type Context } from './context.ts';
import { isJoinedWords } from './loose.ts';
import { isSaidWord, isTechnical } from './phrases.ts';
import { isSigned } from './sentence-forms.ts';
import { isExample, isPlaceholder } from './values.ts';

const nouns =
  "(?:pass ?word|passwort|kennwort|passphrase|pass ?phrase|passcode|pw|mot de passe|mdp|contraseña|clave|senha|wachtwoord|parola d[’']ordine)";
const anchors = [
  'password',
  'pass word',
  'passwort',
  'passphrase',
  'pass phrase',
  'passcode',
  'pass code',
  'kennwort',
  'pw ',
  'pw:',
  'mot de passe',
  'mdp',
  'contrase',
  'clave',
  'senha',
  'wachtwoord',
  'parola d',
];
const is =
  '(?:is|are|was|ist|lautet|war|est|était|es|era|è|é|eram?|became)(?: (?:now|still|jetzt|nun|noch|maintenant|toujours|ahora|agora|adesso|ora|nu))?:?';
const behind = String.raw`(?=["'\x60”“»]|[.,;:!?)]{0,2}(?:\s|$))`;

/** What is said with hyphens of things that are no secret: `out-of-date`, `end-to-end`. */
const usual =
  /^(?:up-to|out-of|end-to|day-to|one-time|first-time|case-|two-factor|multi-factor|read-only|write-only|base\d|sha|utf|md5|p@|at-least|at-most|non-|self-|auto-|well-|not-|to-be|per-|pre-|re-|un-|left-|right-)/i;

/** Words joined by hyphens, of which one has a digit or which are three or more. */
const isJoined = (value: string): boolean =>
  value.length >= 8 &&
  !usual.test(value) &&
  !isTechnical(value) &&
  !isPlaceholder(value) &&
  !isExample(value) &&
  (value.split('-').length >= 3 || /[0-9]/.test(value)) &&
  isJoinedWords(value.replace(/[0-9]/g, '').replace(/-$/, ''));

/** Passwords and passphrases of words, directly behind what says that they are one. */
export const worded: readonly Context[] = [
  {
    anchors,
    lead: new RegExp(
      String.raw`${nouns}(?: [\p{L}'’.-]{1,20}){0,6}?(?: ?:| ${is}) ["'\x60“„«]?(?=\p{L})`,
      'iuy',
    ),
    value: new RegExp(String.raw`\p{L}{3,14}(?:-[\p{L}\p{N}]{2,14}){1,6}[!?]?${behind}`, 'uy'),
    check: isJoined,
  },
  {
    // `username …, password TwelveKettles!`
    anchors,
    lead: new RegExp(
      String.raw`(?<=(?:user(?:name)?|login|benutzer(?:name)?|utilisateur|usuario|utente)[^\n]{0,80}[,;] ?)${nouns}:? ["'\x60“„«]?(?=\p{L})`,
      'iuy',
    ),
    value: /\p{L}[\p{L}\p{N}]{4,40}[!?]?(?=["'`”“»]|[.,;:)]?(?:\s|$))/uy,
    check: (value) =>
      !isPlaceholder(value) &&
      !isExample(value) &&
      (isSigned(value) || /^\p{Lu}\p{Ll}+\p{Lu}\p{Ll}+[!?]$/u.test(value)),
  },
  {
    // A passphrase in quotes, in which small words may stand.
    anchors,
    lead: new RegExp(
      String.raw`(?:pass ?phrase|passsatz|phrase secrète|frase (?:secreta|segreta|de paso))[^\n"“„«:]{0,60}?(?: ?:| ${is}) ["“„«](?=\p{Ll})`,
      'iuy',
    ),
    value: /\p{Ll}{1,14}(?: \p{Ll}{1,14}){3,9}(?=["”“»])/uy,
    check: (value) => !value.split(' ').some((word) => word.length > 3 && isSaidWord(word)),
  },
  {
    // The digits that a network is entered with.
    anchors: ['wifi', 'wi-fi', 'wlan', 'hotspot'],
    lead: /(?:wi-?fi|wlan|hotspot)[^\n:.]{0,50}(?:code|key|schlüssel|clé|clave|chiave|chave|pin)(?: ?:| (?:is|ist|lautet|est|es|è|é)) (?=[0-9])/iuy,
    value: /[0-9]{8,16}(?![\w-]|[.,][0-9])/y,
    check: anything,
  },
  {
    anchors: ['wifi', 'wi-fi', 'wlan', 'hotspot'],
    lead: /(?:wi-?fi|wlan|hotspot)[^\n:.]{0,60}(?:code|key|schlüssel|clé|clave|chiave|chave)(?: ?:| (?:is|ist|lautet|est|es|è|é)) ["'“„«]?\s?(?=\p{L})/iuy,
    value: /\p{L}{3,14}(?:-[\p{L}\p{N}]{2,14}){1,6}(?=\s?["'”“»]|[.,;:!?)]{0,2}(?:\s|$))/uy,
    check: isJoined,
  },
];
