import type { Context } from './context.ts';
import { anything } from './context.ts';
import type { Span } from './marks.ts';
import type { Matcher } from './structured.ts';

/** Four to eight digits, perhaps in two groups. */
const figures = /[0-9]{3} [0-9]{3}(?![\w.,-])|[0-9]{4,8}#?(?!\w|[.,][0-9]|-[0-9])/y;

/** What German words for a code begin with, in front of `code`, `pin` or `nummer`. */
export const germanCodeBegins: readonly string[] = [
  'zugangs',
  'verifizierungs',
  'freischalt',
  'einmal',
  'anmelde',
  'aktivierungs',
];

const bitLockerKey = /[0-9]{6}(?:-[0-9]{6}){7}(?![\w-])/y;

/** One-time codes and PINs with the words that announce them, in several languages. */
export const codes: readonly Context[] = [
  {
    anchors: ['bitlocker', 'recovery key', 'recovery password', 'wiederherstellungsschl', 'récupération'],
    lead: /(?:bitlocker|recovery key|recovery password|wiederherstellungsschl|récupération)[\s\S]{0,200}?(?<![\w-])(?=[0-9]{6}-[0-9]{6}-[0-9]{6}-)/iy,
    value: bitLockerKey,
    check: anything,
    kind: 'recovery_codes',
  },
  {
    anchors: [
      'sicherheits',
      'bestätigungs',
      'bestatigungs',
      ...germanCodeBegins,
      'toegangs',
      'verificatie',
      'login-code',
      'tor-code',
      'alarm',
    ],
    lead: /(?:sicherheits|best[äa]tigungs|zugangs|verifizierungs|freischalt|einmal|anmelde|aktivierungs|toegangs|verificatie|login-?|tor-?|alarm-?)code(?: \p{L}{1,12}){0,5}? ?(?:ist|lautet|is|:) ?["'`]?/iuy,
    value: figures,
    check: anything,
  },
  {
    anchors: ['code d', 'code p', 'code c', 'code t', 'code f', 'code to'],
    lead: /(?:code (?:d['’e] ?|pour |confidentiel|temporaire|porte)[^\n:.]{0,40}?|code (?:to|for) (?:the |my |our )?(?:safe|door|gate|alarm|garage|lock|lockbox|building|front door|locker|vault)(?: \p{L}{1,12}){0,3}?) ?(?:est|is|:) ?["'`]?/iuy,
    value: figures,
    check: anything,
  },
  {
    anchors: [
      'door code',
      'gate code',
      'alarm code',
      'entry code',
      'safe code',
      'access code',
      'lock code',
      'otp',
      'pin',
    ],
    lead: /(?<![\w-])(?:(?:door|gate|alarm|entry|safe|access|lock) code|otp|pin(?:-code| code)?(?: lautet| is| ist| est| es)?)[ :]{1,2}["'`]?(?=[0-9])/iy,
    value: /[0-9]{4,8}#?(?!\w|[.,][0-9]|-[0-9]| (?:of|on|at|is|to|and)\b)/y,
    check: anything,
  },
  {
    anchors: ['use ', 'enter '],
    lead: /(?<![\w-])(?:use|enter)(?: code)? (?=[0-9 ]{4,8}#? (?:to (?:sign|log|verify|confirm|unlock|authenticate)|as (?:your|the) (?:code|otp|pin)|at the (?:gate|door|keypad)))/iuy,
    value: figures,
    check: anything,
  },
];

const words = ['verification', 'security', 'otp', 'bestätigung', 'sicherheit', 'verifizierung'];
const before =
  /(?<![\w.])([0-9]{4,8}) (?:is|ist|est|es|è|é) (?:your|the|my|ihr|dein|votre|ton|tu|su|il tuo|o seu)(?: [\p{L}-]{1,20}){0,3} $/iu;

/** A code in front of the words that say what it is: `… is your verification code`. */
export const codeBefore: Matcher = ({ text }, at): Span | undefined => {
  if (text[at - 1] !== ' ') return undefined;
  const ahead = text.slice(at, at + 16).toLowerCase();
  if (!words.some((word) => ahead.startsWith(word))) return undefined;
  const behind = text.slice(Math.max(0, at - 100), at);
  const found = before.exec(behind);
  if (!found) return undefined;
  const start = at - behind.length + found.index;
  return { start, end: start + (found[1] ?? '').length, kind: 'secret_field' };
};
export const codeBeforeBegins = words;
