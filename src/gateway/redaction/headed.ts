import { isRandom, isSaid } from './checks.ts';
import type { Context } from './context.ts';
import { called, calledBegins } from './prose.ts';
import { isAlone, isFewWords, isWordSecret } from './single-word.ts';

/** The end of a heading or label, and the empty lines or rule below it. */
const below = String.raw`(?: \([^()\n]{1,60}\))?[*_]{0,3} ?:?[*_]{0,3}[ \t]{0,8}\r?\n(?:[-=~]{3,80}[ \t]{0,8}\r?\n)?(?:[ \t]{0,8}\r?\n)?(?:[\x60]{3}\w{0,12}\r?\n)?[ \t>]{0,12}["'\x60*]{0,3}`;
/** The beginning of a line that is a heading or label, which has no more than words on it. */
const label = String.raw`(?=[^\n="';<{]{2,110}\r?\n)`;
const begin = String.raw`${label}(?<=^[ \t#*_>-]{0,12}(?:[^\s:.,#*|_-]{1,16}[ _-]){0,3})`;
const alone = /[^\s"'`<>|,;(){}[\]\\*]{6,200}(?=["'`*]{0,3}[ \t]*(?:\r?\n|$))/y;

/** Secrets alone on a line below a heading or label that names them. */
export const headed: readonly Context[] = [
  {
    anchors: calledBegins,
    lead: new RegExp(String.raw`${begin}${called}(?: [^\s:.,#*|]{1,16}){0,4}${below}`, 'iumy'),
    value: alone,
    check: (value) => isAlone(value) && !isLowerWord(value),
  },
  {
    // A word only where the label ends with a colon, is a heading, or a user stands above it.
    anchors: calledBegins,
    lead: new RegExp(
      String.raw`${label}(?:(?<=^#{1,6} (?:[^\s:.,#*|]{1,16} ){0,3})|(?<=^[ \t*_>-]{0,8}(?:[^\s:.,#*|]{1,16} ){0,3})(?=[^\n]{0,60}:[*_]{0,3}[ \t]{0,8}\r?\n|[^\n]{0,60}\n[-=]{3})|(?<=(?:user(?: ?name)?|login|e-?mail|account|benutzer(?:name)?|utilisateur|identifiant|usuario)[ \t]{0,8}:?\r?\n[^\s]{2,60}[ \t]{0,8}\r?\n))${called}(?: [^\s:.,#*|]{1,16}){0,4}${below}`,
      'iumy',
    ),
    value: alone,
    check: isWordSecret,
  },
  {
    anchors: calledBegins,
    lead: new RegExp(
      String.raw`${label}(?<=^#{1,6} (?:[^\s:.,#*|]{1,16} ){0,3})${called}(?: [^\s:.,#*|]{1,16}){0,4}${below}`,
      'iumy',
    ),
    value: /\p{L}{4,12}(?: \p{L}{4,12}){2,11}(?=["'`*]{0,3}[ \t]*(?:\r?\n|$))/uy,
    check: isFewWords,
  },
  {
    anchors: ['key', 'token', 'secret', 'jeton', 'schlüssel'],
    lead: new RegExp(
      String.raw`${begin}(?:(?<=(?:api|access|client|auth|private|encryption|secret)[ _-])key|token|secret|jeton(?: d['’]accès)?|(?<=(?:api|geheim)[ -])schlüssel)(?: (?!id\b|hash|type|name)[^\s:.,#*|]{1,16}){0,4}${below}`,
      'iumy',
    ),
    value: alone,
    check: isKeyAlone,
  },
];

const isLowerWord = (value: string): boolean => /^\p{L}+$/u.test(value);

/** A key of letters and digits; several groups of either are possible. */
function isKeyAlone(value: string): boolean {
  if (isRandom(value)) return true;
  const digits = value.replace(/[^0-9]/g, '').length;
  const letters = value.replace(/[^A-Za-z]/g, '').length;
  return (
    value.length >= 10 &&
    digits >= 3 &&
    letters >= 3 &&
    !/[./:@]/.test(value) &&
    isSaid(value.replaceAll('-', ''))
  );
}
