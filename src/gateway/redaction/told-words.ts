import type { Context } from './context.ts';
import { called, calledBegins } from './prose.ts';
import { isFewWords, isWordOrSaid, isWordSecret } from './single-word.ts';

const is = `(?:is|was|auf|ist|war|heißt|hieß|heisst|lautet|lautete|reads|est|était|c['’]est|es|era|é|è|är|jest|(?<=has[łl]o[^\\n]{0,24} )to|sera)`;
/** Words between the name of a password and what it is: none of them says that it is not, or must be. */
const between = String.raw`(?: (?!not|must|should|kein|nicht|pas\b|no\b|não|non\b|manager)[\p{L}\p{N}._'-]{1,20}){0,6}?`;
/** A word, where a clause ends behind it. */
const word =
  /(?!(?<=clave[^\n]{0,40})\p{Ll}{2,16}[aei]r\b)[\p{L}][\p{L}\p{N}_-]{4,60}[!?]?(?=["'`”“»]|[.,;!)](?:\s|$)|[ \t]*(?:\r?\n|$)|(?: [-–—] )| (?:and|und|et|y|e|but|aber|if|in case)\b)/uy;
const fewWords = /\p{L}{4,12}(?: \p{L}{4,12}){1,11}(?=["'`”“»]|[.,;!)]?[ \t]*(?:\r?\n|$))/uy;

/** A clause that takes up what was named in the one before: `…, c'est …`. */
const resumed = `(?:(?:and |und |et |y |e )?(?:now |jetzt |maintenant |ahora |ora |agora )?(?:it['’]?s|it is|that['’]?s|c['’]est|das ist|und zwar|es ist))`;

/** Passwords that are plain words, in sentences whose grammar says what they are. */
export const toldWords: readonly Context[] = [
  {
    anchors: calledBegins,
    lead: new RegExp(
      String.raw`(?=[^\n.;=]{4,90},)${called}(?: [^\s.;=,]{1,20}){0,8}, ${resumed} ["'\x60„“«]?(?=\p{L})`,
      'iuy',
    ),
    value: word,
    check: isWordSecret,
  },
  {
    anchors: calledBegins,
    lead: new RegExp(
      String.raw`(?=\S{2,16}[ \t:])${called}${between} ${is}(?: (?:now|still|just|jetzt|nun|ahora|maintenant|simply))?:?[ \t]{1,3}["'\x60„“«]? ?(?=\p{L})`,
      'iuy',
    ),
    value: word,
    check: isWordSecret,
  },
  {
    // `I changed the password to …`
    anchors: calledBegins,
    lead: new RegExp(
      String.raw`(?=${called} )(?<=(?:chang|set|reset|updat|switch|rotat)\w{0,4} [^\n.;]{0,30})${called}${between} to:?[ \t]{1,3}["'\x60„“«]?(?=\p{L})`,
      'iuy',
    ),
    value: word,
    check: isWordSecret,
  },
  {
    // A line or clause of a message that ends with it: `…, pass: …`
    anchors: calledBegins,
    lead: new RegExp(
      String.raw`(?=\S{2,14}(?: [^:=\n]{0,30})?[:=][ \t])(?:(?<=[\p{L}\p{N},;] )${called}|(?<=[,;] )pass)(?: \([^()\n]{1,30}\))? ?[:=][ \t]{1,3}(?=\p{L})`,
      'iuy',
    ),
    value: /[\p{L}][\p{L}\p{N}_-]{4,60}[!?]?(?=[.,;!)]?[ \t]*(?:\r?\n|$))/uy,
    check: isWordSecret,
  },
  {
    // `use the password … to …`
    anchors: calledBegins,
    lead: new RegExp(
      String.raw`(?=${called}[ \t])(?<=(?<!\p{L})(?:use|using|with|enter|type|try|mit dem|benutze das|avec le|con la|usa la|com a|met het)(?: the)? )${called}[ \t]["'\x60„“«]?(?=\p{L})`,
      'iuy',
    ),
    value:
      /[\p{L}][\p{L}\p{N}_-]{5,60}(?=["'`”“»]|[.,;!)](?:\s|$)|[ \t]*(?:\r?\n|$)| (?:to|for|um|zum|pour|para|per|om)\b)/uy,
    check: isWordSecret,
  },
  {
    anchors: calledBegins,
    lead: new RegExp(
      String.raw`(?=\S{2,16}[ \t:])${called}${between}(?: ${is}|:)[ \t]{1,3}["'\x60„“«](?=\p{L})`,
      'iuy',
    ),
    value: fewWords,
    check: isFewWords,
  },
  {
    anchors: ['passphrase', 'mot de passe', 'contrase', 'kennwort', 'passwort', 'senha'],
    lead: new RegExp(
      String.raw`(?<!\p{L})(?:passphrase|mot de passe|contraseña|kennwort|passwort|senha)${between}(?: ?:| ${is})[ \t]{1,3}(?=\p{L})`,
      'iuy',
    ),
    value: fewWords,
    check: (value) => isFewWords(value) && (value.split(' ').length > 2 || !/^(?:is|a|the)\b/.test(value)),
  },
];

/** Who says something in a chat, at the beginning of a line. */
const speaker = String.raw`[>*_ \t-]{0,6}(?:\[[^\]\n]{1,24}\] ?|\([^)\n]{1,20}\) ?|[0-9:.]{4,8}[ ,-]{1,3})?(?:<?@?[\p{L}\w.-]{1,20}(?: [\p{L}.]{1,15})?>?[*_]{0,2}(?: \([^)\n]{1,20}\))?(?::[*_]{0,2} ?|> ))?`;
const answer = `(?:(?:sure|yes|yep|ja|oui|sí|si|klar|ok|hi|hey)[,:!.]? )?(?:(?:it['’]?s|it is|it was|that['’]?s|try|use|c['’]est|es ist|das ist|ist|es|è|é|to|should be|still)(?: (?:now|still|just|the usual))?:? )?`;
const asks = `(?:what|which|wie |was |welche|quel|cu[áa]l|qual|need|send|give|share|remind|know|hast du|tienes|have)`;

/** What is answered to a question for a password. */
export const replies: readonly Context[] = [
  {
    anchors: calledBegins,
    lead: new RegExp(
      String.raw`(?=[^\n?=;{]{2,76}\?)(?<!(?<!\p{L})(?:who|did|does|do you know|is|are|can|why|when|how|where|wer|warum|hat|qui|quién|chi)(?!\p{L})[^\n]{0,40})${called}[^\n?]{0,60}\?["'”*_]{0,3} ?(?:\r?\n[ \t]{0,4}){1,2}${speaker}${answer}["'\x60„“«]?(?=[^\s])`,
      'iuy',
    ),
    value: /[^\s"'`<>|,;(){}[\]\\”“»]{5,80}(?=["'`”“»]|[.,!)]{0,2}[ \t]*(?:\r?\n|$)|[.,;] )/uy,
    check: isWordOrSaid,
  },
  {
    anchors: calledBegins,
    lead: new RegExp(
      String.raw`(?=[^\n?=;("'<{]{2,60}\n)(?<=${asks}[^\n]{0,40})${called}[^\n?]{0,40}\r?\n[ \t]{0,4}${speaker}${answer}["'\x60„“«]?(?=[^\s])`,
      'iuy',
    ),
    value: /[^\s"'`<>|,;(){}[\]\\”“»]{5,80}(?=["'`”“»]?[.,!)]{0,2}[ \t]*(?:\r?\n|$))/uy,
    check: isWordOrSaid,
  },
  {
    anchors: calledBegins,
    lead: new RegExp(
      String.raw`(?=[^\n?=;{]{2,76}\?)${called}[^\n?]{0,60}\?["'”*_]{0,3} ?(?:\r?\n[ \t]{0,4}|[-–—] ?){1,2}${speaker}${answer}["'\x60„“«]`,
      'iuy',
    ),
    value: fewWords,
    check: isFewWords,
  },
  {
    anchors: calledBegins,
    lead: new RegExp(
      String.raw`(?=[^\n?=;{]{2,76}\?)${called}[^\n?]{0,60}\?["'”*_]{0,3} ?(?:[-–—] ?)?(?:it['’]?s|it is|c['’]est|es ist) ["'\x60„“«]?`,
      'iuy',
    ),
    value: /[^\s"'`<>|,;(){}[\]\\”“»]{5,80}(?=["'`”“»]|[.,!)]{0,2}[ \t]*(?:\r?\n|$)|[.,;] )/uy,
    check: isWordOrSaid,
  },
];
