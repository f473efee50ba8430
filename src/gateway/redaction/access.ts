import { isTold } from './checks.ts';
import { anything, type Context } from './context.ts';
import { trustIn } from './words.ts';

/** Sentences about access: networks with their keys, users with their passwords, keys to be typed into an authenticator. */
export const access: readonly Context[] = [
  {
    // The network of a house or office, and its key.
    anchors: ['network', 'netzwerk', 'wifi', 'wi-fi', 'wlan', 'ssid', 'hotspot', 'router'],
    lead: /(?:network|netzwerk|wi-?fi|wlan|ssid|hotspot|router)[^\n]{0,60}?[ ,;:(](?:key|code|pw|pass|schlüssel|clé|clave|password|passwort)(?: (?:is|ist|est|es))?[ :=]{1,3}["'`„“]?/iuy,
    check: (value) => isTold(value) || trustIn(value) !== undefined,
  },
  {
    // A user, a slash, and the password.
    anchors: [
      'user',
      'login',
      'account',
      'benutzer',
      'nutzer',
      'konto',
      'utilisateur',
      'compte',
      'usuario',
      'cuenta',
    ],
    lead: /(?:user(?:name)?|login|account|benutzer(?:name)?|nutzer|konto|utilisateur|compte|usuario|cuenta)(?: (?:is|ist|est|es|for|für)| ?:)? ["'`]?[\w.@+-]{2,40}["'`]? ?\/ ?["'`]?(?=\S{0,60}[0-9!?#$%&*])/iuy,
    value: /[^\s"'`<>|,;(){}[\]\\/]{6,100}/y,
    check: isTold,
  },
  {
    // The key of an authenticator, to be typed.
    anchors: ['manual', 'setup', 'authent', '2fa', 'totp', 'mfa', 'qr code', 'qr-code'],
    lead: /(?:manual|setup|authent|2fa|totp|mfa|qr[ -]code)[^\n:=]{0,60}?[:=] ?["'`]?/iy,
    value:
      /(?=[A-Z2-7 ]{0,70}[2-7])(?:[A-Z2-7]{16}|[A-Z2-7]{26}|[A-Z2-7]{32}|[A-Z2-7]{52}|[A-Z2-7]{4}(?: [A-Z2-7]{4}){3,12})(?![\w=-])/y,
    check: anything,
    kind: 'totp_secret',
  },
];
