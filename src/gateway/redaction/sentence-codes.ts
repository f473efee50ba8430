import type { Runs } from './alphabets.ts';
import type { ListMatcher } from './lists.ts';
import type { Span } from './marks.ts';
import { aheadOfWord, hasDigit, isProse, regionOf } from './sentence-region.ts';
import { clauseEnd, codeNouns, ofCodes, says } from './sentence-words.ts';

const noun = new RegExp(codeNouns, 'iuy');
/** A code of any kind, where the text around it says of which. */
const bare =
  /(?<![\p{L}\p{N}_-])(?:code|codice|c[óo]digo)(?= ?(?:is |ist |lautet |est |es |è |é |: ?|[^\n.;=]{0,40}?\.\.\. ?)?["'`]?[0-9]{3})/iuy;
/** Four to eight digits, also in groups, with a letter or sign of a keypad; or groups of capitals and digits. */
const figure =
  /(?<![\w.,:/#$€£+-])(?:[0-9]{3}[ -][0-9]{3}|[0-9]{2} [0-9]{2} [0-9]{2}|[0-9]{4} [0-9]{4}|[*#]?[A-Z]?[0-9]{4,8}[A-Z]?[*#]?|[0-9]{1,3}[A-Z][0-9]{1,4}|[0-9](?:-[0-9]){3,7}|(?=[A-Z-]{0,12}[0-9])(?=[0-9-]{0,12}[A-Z])[A-Z0-9]{2,6}(?:-[A-Z0-9]{2,6}){1,4})(?![\w@/%-]|[.,:][0-9])/g;
/** What makes a number another thing: a year, an amount, a reference. */
const otherBefore =
  /(?<![\p{L}\p{N}])(?:rfc|iso|port|ports|in|since|line|lines|issue|ticket|error|http|status|version|v|page|chapter|section|room|raum|zimmer|order|invoice|seit|im jahr|depuis|desde|dal|dans|number|nr|no|numéro|número|numero|row|step|bit|size|after|every|within|für|bis|until|between|only|about|over|around|up to|max|min|gpio|physical|ext|extension|ids?|channel|kanal|building|floor|street|straße|rue|calle)\.? ?#?$/iu;
const otherAfter =
  /^ ?(?:digits?|times?|users?|characters?|chars|letters|seconds?|secs?|ms|minutes?|mins?|hours?|days?|bytes?|bits?|px|mm|€|\$|eur|usd|percent|attempts?|combinations?|requests?|versuche|ziffern|stellen|zeichen|sekunden|minuten|tage|chiffres|dígitos|cifras|cifre|segundos|secondi|secondes|tentatives|people|rows|entries)(?!\p{L})/iu;
const never = /must|should(?! be )|e\.g|example|such as|z\. ?B\.|Beispiel|default|[={}]|\n[^\n]*\n/;
/** What links a code with the word for one in front of it. */
const linked = new RegExp(
  String.raw`(?:${says}(?: \p{L}{1,12}){0,2}|[,;(]|[-–—]|\.\.\.|…|\n|(?<![\p{L}\p{N}])(?:to|from|with|use|type|enter|dial|press|first|then|says|shows|takes|wants|code|pin|auf|mit|von|erst|zuerst|dann|zeigt|nimmt|tippe?|wähle?|avec|d['’]abord|puis|affiche|tape[sz]?|mets|con|primero|luego|dice|muestra|marca|pon|com|primeiro|depois|mostra|digite?|disca|prima|poi|premi|componi|a))["'\x60“„«\s(*_>]{0,5}$`,
  'iu',
);
const direct = /^(?:[ :#]{1,3}|s? ?(?:is|ist|lautet|est|es|è|é|:) )["'`“„«*]{0,2}$/u;

/** Whether what stands between the word and the figures says that they are the code. */
const isSaid = (gap: string, after: string): boolean =>
  gap.length <= close &&
  !never.test(gap) &&
  (linked.test(gap) ||
    (direct.test(gap) &&
      (clauseEnd.test(after) || / (?:for|für|pour|para|per|on|an|am)(?!\p{L})/u.test(after.slice(0, 6)))));

/** The words in front of a code are a question, an answer, or a few words up to it. */
const close = 90;
/** What follows a code in front of its name. */
const named =
  /^["'`”“»]?,? (?:is|as|als|ist|comme|como|come|est|es|è|é|for|für|pour|para|per|on|at|auf|into|in)(?: (?:the|a|my|your|our|das|die|der|den|dein|deine|ihr|ihre|mein|meine|le|la|el|il|o|ton|tu|su|mon|mi|un|une|una|eine|einen)){0,2}(?: [\p{L}-]{2,14}){0,2} $/iu;

/** Codes and numbers near the words for one. */
export const sentenceCodes: ListMatcher = ({ text }: Runs, at) => {
  // The cheapest condition first.
  if (!hasDigit(text, Math.max(0, at - aheadOfWord), Math.min(text.length, at + close + 40)))
    return { spans: [], next: at };
  noun.lastIndex = at;
  bare.lastIndex = at;
  const isBare = !noun.test(text);
  if (isBare && !bare.test(text)) return { spans: [], next: at };
  const end = isBare ? bare.lastIndex : noun.lastIndex;
  const { from, to } = regionOf(text, at);
  if (!isProse(text, from, to)) return { spans: [], next: end };
  const region = text.slice(from, to);
  if (text[end] === '_' || (isBare && !ofCodes.test(region))) return { spans: [], next: end };
  const spans: Span[] = [];
  let reached = end;
  for (const { 0: value, index } of region.matchAll(figure)) {
    const start = from + index;
    const stop = start + value.length;
    const before = text.slice(Math.max(0, start - 24), start);
    const after = text.slice(stop, stop + 24);
    if (otherBefore.test(before) || otherAfter.test(after)) continue;
    // A year, unless it is said to be the code.
    const isYear = /^(?:19|20)[0-9]{2}$/.test(value);
    const fits =
      start >= reached
        ? isSaid(text.slice(reached, start), after) &&
          (!isYear || /[:=] ?["'`]?$|(?:is|ist|est|es|è|é) ["'`]?$/.test(before))
        : stop <= at && at - stop < aheadOfWord && !isYear && named.test(text.slice(stop, at));
    if (!fits) continue;
    spans.push({ start, end: stop, kind: 'secret_field' });
    if (start >= reached) reached = stop;
  }
  return { spans, next: reached };
};

const arrives =
  /(?:text(?:ed)?|sms|message|authenticator|app|phone|code|codice|c[óo]digo|handy|nachricht|téléphone|móvil|celular|telefono|telemóvel)(?!\p{L})/iu;
const ends =
  /(?:expires?|expire|times? out|timing out|hurry|quick|before it|runs out|valid for|seconds|verfällt|abläuft|läuft ab|schnell|gültig|beeil|vite|expirer|avant|dépêche|caduca|caduque|rápido|date prisa|antes de|expira|logo|scade|scada|sbrigati|veloce|prima che)/iu;
const texted = /texted (?:me|us)|sms|2fa|authenticator/i;
const six = /(?<![\w.,:/#$€£+-])(?:[0-9]{6}|[0-9]{3}[ -][0-9]{3})(?![\w@/%-]|[.,:][0-9])/g;

/** Six digits that somebody has just been sent and that will soon be worth nothing. */
export const sentOneTimeCodes: ListMatcher = ({ text }: Runs, at) => {
  const { from, to } = regionOf(text, at);
  const next = to > at ? to : at + 1;
  if (!hasDigit(text, from, to) || !isProse(text, from, to)) return { spans: [], next };
  const region = text.slice(from, to);
  if (!arrives.test(region) || !(ends.test(region) || texted.test(region))) return { spans: [], next };
  const spans = [...region.matchAll(six)].flatMap(({ 0: value, index }) => {
    const start = from + index;
    const stop = start + value.length;
    return otherBefore.test(text.slice(Math.max(0, start - 24), start)) ||
      otherAfter.test(text.slice(stop, stop + 24))
      ? []
      : [{ start, end: stop, kind: 'secret_field' }];
  });
  return { spans: spans.length > 2 ? [] : spans, next };
};
export const sentBegins =
  'sms ,sms:,texted,expires,times out,timing out,hurry,before it,runs out,verfällt,abläuft,läuft ab,schnell,beeil,vite,expirer,caduca,caduque,rápido,date prisa,antes de,antes que,expira,digita logo,scade,scada,sbrigati,prima che'.split(
    ',',
  );
