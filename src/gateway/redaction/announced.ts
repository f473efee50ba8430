import { isRandom, isSaid, isTold } from './checks.ts';
import type { Context } from './context.ts';
import { lookOf } from './look.ts';
import { isPhrase } from './phrases.ts';
import { trustIn } from './words.ts';

/** The rest of the announcing line, further text, and the beginning of the line that has the secret alone. */
const next = String.raw`[^\n]{0,120}\r?\n(?:[ \t>|#*=─-]{0,80}\r?\n){0,3}[ \t>|*]{0,12}["'\x60]?`;
const alone = /[^\s"'`<>|(){}]{6,200}(?=["'`]?[ \t|*]{0,12}(?:\r?\n|$))/y;
const aloneWords = /[a-z]{3,10}(?:[ -][a-z]{3,10}){2,8}(?=["'`]?[ \t|*]{0,12}(?:\r?\n|$))/y;

/** Passwords stand alone on a line rarely by chance, but so do names of files and hosts. */
const isAlone = (value: string): boolean => {
  if (/^[\w-]+[.:/][\w./:-]*$|^-|[:=]$|^https?:/.test(value) && !isRandom(value)) return false;
  const { digits, symbols, changes } = lookOf(value);
  return (
    (isTold(value) && (digits + symbols > 1 || trustIn(value) === 'sure')) ||
    isRandom(value) ||
    (value.length >= 12 && changes > 0.3)
  );
};

const kinds =
  '(?:password|passphrase|passwort|pass ?code|passwd|secret|token|credential|api[ -]?key|access[ -]?key|secret[ -]?key|unseal[ -]?key|recovery[ -]?key|master[ -]?key|encryption[ -]?key|private[ -]?key|backup[ -]?key|license[ -]?key|setup[ -]?key|join[ -]?key|auth[ -]?key|preshared[ -]?key|pin|mot de passe|contrase[nñ]a|kennwort)';
const made =
  '(?:initial|temporary|generated|random|one[ -]time|app|application|bot|root|admin|administrator|default|new|your|the|unseal|recovery|master|unlock|setup|install|bootstrap|join|emergency|backup|superuser|database|deploy|personal access|access|refresh|bearer|session|api|client|shared|following|this)';

/** Lines that announce a secret, which stands alone on a line below. */
export const announced: readonly Context[] = [
  {
    anchors: [
      'initial',
      'temporary',
      'generated',
      'random',
      'one-time',
      'one time',
      'app password',
      'app-password',
      'application password',
      'bot password',
      'root password',
      'admin password',
      'default password',
      'new password',
      'your ',
      'unseal',
      'recovery key',
      'recovery-key',
      'master key',
      'master password',
      'unlock',
      'setup',
      'bootstrap',
      'join token',
      'emergency',
      'superuser',
      'personal access',
      'access token',
      'api token',
      'api key',
      'client secret',
      'following',
      'this password',
      'this token',
      'this key',
      'this secret',
    ],
    lead: new RegExp(
      String.raw`(?<![\w-])${made}[ -](?:[\w'()-]{1,20} ){0,3}?(?<!\w)(?:[\w]{1,12}-)?${kinds}s?(?![\w-]| hash| field| polic| file)[^\n=]{0,80}?${next}`,
      'iy',
    ),
    value: alone,
    check: isAlone,
  },
  {
    // `Here is the API key for …`
    anchors: [
      'api',
      'token',
      'password',
      'secret',
      'passphrase',
      'access key',
      'passwort',
      'kennwort',
      'key ',
    ],
    lead: new RegExp(
      String.raw`(?<=(?:(?<![\w-])(?:the|a|my|our|here is|here's|this is|voici|hier ist|hier kommt|das|der|le|la|el)) (?:[\p{L}'-]{1,20} ){0,2})(?:${kinds}|key)(?![\w-]| hash| field| polic| file)[^\n=]{0,80}?${next}`,
      'iuy',
    ),
    value: alone,
    check: isAlone,
  },
  {
    anchors: [
      'passphrase',
      'password',
      'pass phrase',
      'recovery phrase',
      'seed phrase',
      'secret phrase',
      'backup phrase',
    ],
    lead: /(?:pass ?phrase|password|(?:recovery|seed|secret|backup) phrase)(?: [\w'()-]{1,16}){0,8}[:.]?[ \t]*\r?\n(?:[ \t]*\r?\n)?[ \t>]{0,8}["'\x60]?/iy,
    value: aloneWords,
    check: (value) => (value.includes(' ') ? isPhrase(value) : trustIn(value) === 'sure'),
  },
  {
    anchors: [
      'mnemonic',
      'seed',
      'recovery phrase',
      'secret phrase',
      'backup phrase',
      'recovery words',
      'wallet',
      'bip39',
    ],
    lead: /(?:mnemonic|seed|(?:recovery|secret|backup) (?:phrase|words)|wallet|bip39)(?![\w-])[^\n]{0,120}\n(?:[^\n]{0,120}\n){0,4}?[ \t>|*"'`]{0,12}(?=(?:[0-9]{1,2}[.):]? ?)?[a-z]{3,8}[ \t\r\n,])/iy,
    value:
      /(?:[0-9]{1,2}[.):]? ?)?[a-z]{3,8}(?:(?:[ \t]{1,8}|[ \t]{0,4},[ \t]{0,4}|[ \t]{0,8}\r?\n[ \t]{0,8})(?:[0-9]{1,2}[.):]?[ \t]{0,3})?[a-z]{3,8}){11,23}(?=["'`]?[ \t|*]{0,12}(?:\r?\n|$))/y,
    check: isWallet,
    kind: 'mnemonic',
  },
  {
    anchors: ['unseal', 'recovery', 'backup', 'share', 'scratch', 'rescue', 'emergency'],
    lead: /(?:unseal|recovery|backup|shamir|rescue|emergency|scratch)[ -](?:key|code|token|share|password)s?(?![\w-])[^\n]{0,100}\n(?:[ \t]{0,20}\r?\n){0,2}[ \t*>-]{0,8}(?:(?:[0-9]{1,2}[.):]|(?:key|share|code) #?[0-9]{1,2}:?) )?/iy,
    value:
      /[\w+/=-]{8,100}(?:\r?\n[ \t*>-]{0,8}(?:(?:[0-9]{1,2}[.):]|(?:key|share|code) #?[0-9]{1,2}:?) )?[\w+/=-]{8,100}){0,15}(?=[ \t]*(?:\r?\n|$))/iy,
    check: (value) =>
      value
        .split(/\s+/)
        .some(
          (part) =>
            part.length >= 8 &&
            /[0-9]/.test(part) &&
            (isRandom(part) || isSaid(part) || /^[0-9a-z]{4,5}-[0-9a-z]{4,5}$/.test(part)),
        ),
    kind: 'recovery_codes',
  },
];

function isWallet(value: string): boolean {
  const words = value.match(/[a-z]+/g) ?? [];
  return words.length >= 12 && isPhrase(words.join(' '));
}
