import type { Runs } from './alphabets.ts';
import type { ListMatcher } from './lists.ts';
import { isJoinedWords, isLoose } from './loose.ts';
import type { Span } from './marks.ts';
import { isSentencePhrase } from './phrased.ts';
import { called, calledBegins } from './prose.ts';
import { isChosenWord, isStated, isVariant } from './sentence-forms.ts';
import { hasDigit, isProse, regionOf, type SentenceValue, valuesIn } from './sentence-region.ts';
import { clauseEnd, isNamed, names, says, takes } from './sentence-words.ts';

const noun = new RegExp(
  String.raw`(?:${called}s?|(?<![\p{L}\p{N}_-])(?:passwords|passwörter|passwd|chiave|wpa2?[ -]key|(?:wi-?fi|wlan|network|netzwerk)[ -]?(?:key|schlüssel)|(?:wi-?fi|wlan)(?=[^\n?]{0,30}\?)|(?:enable|master|shared) secret|(?:clé|clave|chave|chiave) (?:du |de la |de |del |do |della )?(?:wi-?fi|wlan|red)|zugangsdaten|credentials|creds|identifiants|credenciales|credenziali|psk))(?![\p{L}\p{N}_-])(?! (?:hash(?:es)?|fields?|reset|managers?|lengths?|files?|polic|input|column|param|prompt|must|should))`,
  'iuy',
);
export const passwordBegins = [
  ...calledBegins,
  'passwd',
  'chiave',
  'enable secret',
  'master secret',
  'shared secret',
  'login',
  'zugang',
  'anmeldung',
  'acceso',
  'accesso',
  'account',
  'wpa',
  'wifi',
  'wi-fi',
  'wlan',
  'network key',
  'netzwerk',
  'clé ',
  'chave',
  'zugangsdaten',
  'creds',
  'credential',
  'identifiants',
  'credenciales',
  'credenziali',
  'psk',
];

/** Words for a way in: a user is called a login too, so that only what is said of `it` counts. */
const way = /(?:log-?ins?|zugang|anmeldung|accès|acceso|accesso|acesso|account|konto)(?![\p{L}\p{N}_-])/iuy;
const farthest = 150;
const open = String.raw`[\s"'\x60“„«‹*_(]{0,4}$`;
const said = new RegExp(`${says}${open}`, 'iu');
const taken = new RegExp(`${takes}${open}`, 'iu');
const speaker = String.raw`(?:[\p{L}\w.@-]{1,20}(?: \([^)\n]{1,20}\))?: )?`;
const paused = new RegExp(String.raw`(?:[,;]|[-–—]|\.\.\.|…|\n)\s{0,4}${speaker}${open}`, 'iu');
const quoted = /["`“„«‹]\s?$|(?<=\s)'$/;
const closed = /^\s?["'`”“»›]/;
const follows = new RegExp(`^${isNamed}`, 'iu');
const hypothetical =
  /(?<!\p{L})(?:e\.g|example|such as|like|policy|must|should|z\. ?b|beispiel|par exemple|por ejemplo|por exemplo|ad esempio|placeholder|default value)(?!\p{L})/iu;

/** The key of a router, printed on it. */
const grouped = /^[0-9]{4}(?:[- ]?[0-9]{4}){3,5}$/;
/** `it's … on the staging box, the password I mean` */
const itIs =
  /(?<!\p{L})(?:it['’]?s|it is|that['’]?s|(?:changed|set|reset) it to|c['’]est|j['’]ai mis|das ist|es ist|es lautet|lautet|auf|ahora es|puse|lo cambié a|ho messo|è|coloquei|é)(?: (?:now|still|jetzt|nun|maintenant|ahora|ora|agora))? ["'`“„«]?$/iu;

const twoNames = /^\p{Lu}\p{Ll}{3,}-\p{Lu}\p{Ll}{3,}$/u;

function isBehind(gap: string, { value, before, after }: SentenceValue): boolean {
  const isSecret = isStated(value) || grouped.test(value);
  // Most words of a sentence are none: what stands before them is not read.
  if (!isSecret && !twoNames.test(value)) return false;
  if (gap.length > farthest || gap.split('\n').length > 3 || hypothetical.test(gap)) return false;
  if (said.test(gap) || (quoted.test(gap) && closed.test(after)))
    return isSecret || (/: ?["'`“„«]?$/.test(gap) && isJoinedWords(value));
  // `…, pw hedgehog_31`
  if (/^ ["'`“„«]?$/.test(gap) && clauseEnd.test(after)) return isChosenWord(value);
  if (names.test(before)) return false;
  return (taken.test(gap) || (paused.test(gap) && clauseEnd.test(after))) && isChosenWord(value);
}

/** The next lines, of which one has the password alone. */
const below = /[^\n=;{]{0,60}\n\s{0,20}(?:[\x60]{3}\w{0,10}\n)?[ \t>*-]{0,12}["'`*]{0,3}(?=\S)/y;
const alone = /[^\s"'`<>|,;(){}[\]\\*]{6,80}(?=["'`*]{0,3}[ \t]*(?:\r?\n|$))/y;

const joinedOrSigned = /\p{L}[-!$%&*~#]\p{Lu}/u;
const few =
  /[^\s"'`“”„«»<>()[\]{}|,;\\/]{1,24}(?: [^\s"'`“”„«»<>()[\]{}|,;\\/]{1,24}){1,3}?(?=["'`”“»]?(?:[.,;!?)](?:\s|$)|\s*$|\s*\n| \())/uy;
const saidFew = new RegExp(`(?: [^\\s=]{1,24}){0,8}? ${says} ["'\x60„“«]?`, 'iuy');
/** A phrase in brackets: `(master password: …)`. */
const bracket = /(?: (?:is|ist|est|es|è|é))?:? {1,2}["'`„“«]?(?=\p{L}[^()\n]{8,60}\))/iuy;
const inBracket = /\p{Ll}{1,14}(?: \p{Ll}{1,14}){2,7}(?=["'`”“»]?\))/uy;

/** A phrase in quotes: `the passphrase "…"`. */
const inQuotes = /(?: \p{L}{2,12}){0,2} ["“„«](?=\p{Ll})/uy;
const inQuote = /\p{Ll}{1,14}(?: \p{Ll}{1,14}){2,7}(?=["”“»])/uy;

/** A password with spaces, behind what says what it is. */
function wordsBehind(text: string, end: number): Span | undefined {
  for (const [lead, value, is] of [
    [saidFew, few, isLoose],
    [bracket, inBracket, isSentencePhrase],
    [inQuotes, inQuote, isSentencePhrase],
  ] as const) {
    lead.lastIndex = end;
    if (!lead.test(text)) continue;
    value.lastIndex = lead.lastIndex;
    const words = value.exec(text)?.[0];
    if (words === undefined || !is(words)) continue;
    return { start: lead.lastIndex, end: lead.lastIndex + words.length, kind: 'secret_field' };
  }
  return undefined;
}

/** The password that stands alone on a line below the one with the word for it. */
function belowLine(text: string, end: number): Span | undefined {
  below.lastIndex = end;
  if (!below.test(text)) return undefined;
  alone.lastIndex = below.lastIndex;
  const value = alone.exec(text)?.[0];
  return value !== undefined && isChosenWord(value)
    ? { start: below.lastIndex, end: below.lastIndex + value.length, kind: 'secret_field' }
    : undefined;
}

/** Passwords in sentences around the word for one, however far apart: told, typed, corrected, on the next line. */
export const sentencePasswords: ListMatcher = ({ text }: Runs, at) => {
  noun.lastIndex = at;
  way.lastIndex = at;
  const isWay = !noun.test(text);
  if (isWay && !way.test(text)) return { spans: [], next: at };
  const end = isWay ? way.lastIndex : noun.lastIndex;
  const { from, to } = regionOf(text, at);
  if (!isProse(text, from, to)) return { spans: [], next: end };
  if (!hasDigit(text, from, to) && !joinedOrSigned.test(text.slice(end, to))) {
    const words = isWay ? undefined : (belowLine(text, end) ?? wordsBehind(text, end));
    return { spans: words ? [words] : [], next: end };
  }
  const values = valuesIn(text, from, to);
  const found = values.filter((one) =>
    one.start >= end
      ? !isWay && isBehind(text.slice(end, one.start), one)
      : one.end <= at &&
        isChosenWord(one.value) &&
        !names.test(one.before) &&
        (follows.test(text.slice(one.end, at)) ||
          (itIs.test(one.before) && !/[\n.!?]/.test(text.slice(one.end, at)))),
  );
  const spans: Span[] = values
    .filter((one) => found.includes(one) || isMistyped(one, found))
    .map(({ start, end: to }) => ({ start, end: to, kind: 'secret_field' }));
  const next = spans.length === 0 && !isWay ? (belowLine(text, end) ?? wordsBehind(text, end)) : undefined;
  return { spans: next ? [next] : spans, next: end };
};

const isMistyped = (one: SentenceValue, found: readonly SentenceValue[]): boolean =>
  found.some(({ value }) => isVariant(value, one.value)) && isChosenWord(one.value);
