import type { Runs } from './alphabets.ts';
import type { ListMatcher } from './lists.ts';
import { isLoose } from './loose.ts';
import type { Span } from './marks.ts';
import { isChosenWord, isStated } from './sentence-forms.ts';
import { isProse, regionOf } from './sentence-region.ts';
import { clauseEnd, names, ofCodes, says } from './sentence-words.ts';
import { isAnySaid } from './single-word.ts';

const open = String.raw`["'\x60“„«‹]?\s?`;
const end = String.raw`(?:[^\s"'\x60“”„«»‹›<>()[\]{}|,;\\/]|,(?=\p{L})){4,64}`;

const enters = String.raw`(?<![\p{L}\p{N}])(?:log(?:s|ged|ging)? ?(?:me |you |us )?(?:in|on)(?: to)?|sign(?:s|ed|ing)? ?(?:me |you |us )?(?:in|on)(?! [0-9])|get(?:s|ting)? (?:me |you |us |him |her |them |anyone |everyone )?in(?:to)?|got (?:me |us )?in(?:to)?|let(?:s|ting)? (?:me|you|us|him|her|them|anyone|everyone) in|i['’]m in|authenticate|connect|unlocks?|unlocked|opens?|opened|(?:ein|an)(?:log|meld)\p{Ll}{0,6}|angemeldet|eingeloggt|logg\p{Ll}{1,3} (?:dich|mich|sich|euch|uns)|geht|ssh(?: in| to| into)?|melde?t? (?:dich|mich|man sich|euch)|(?:rein|hinein)(?:kommt|komme|kommst|kommen| kommt man| kommst du| komme ich| kam ich)?|komm\p{Ll}{1,3} (?:man |du |ich )?(?:rein|hinein|drauf)|öffnet|entsperrt|connecte[sz]?|connecter|on (?:se connecte|entre)|entr(?:e[sz]?|er|a|o|ar|as|i|are|ato|é|ei|amos|iamo)|accède|accéder|acced[eoi]|accedere|acceder|ouvre|abre|apre|abrir|aprire|inicia(?:r)? sesión|conect\p{Ll}{1,4}|acess[eao]r?|faz login|logar|collegat[ie]|collegarsi|si entra|te conectas|)(?!\p{L})`;
const withWords = `(?:with|using|by typing|typing|mit|mittels|avec|con|usando|com|digitando)(?: (?:the|a|das|dem|le|la|el|il|o))?`;
const asWords = `(?:as|als|comme|en tant que|como|come|user(?:name)?|benutzer|utilisateur|usuario|usuário|utente|with|using|mit|avec|con|com)`;
const joins = String.raw`(?: ?\/ ?|, ?| ?: ?| and (?:then )?| & | with | using | und (?:dann )?| mit | et (?:puis )?| puis | avec | y (?:luego )?| con | e (?:poi |depois )?| com | pw | pass | password | passwort | mdp )(?:(?:the )?(?:pw|pass|pwd|password|passwort|mdp|contraseña|senha) )?`;

/** `log on to … as viewer / …` */
const asUser = new RegExp(
  String.raw`${enters}[^\n]{0,70}? ${asWords} ["'\x60“„«]?[\w.@+-]{2,40}["'\x60”“»]?${joins}${open}(?=\S)`,
  'iuy',
);
/** `login for … is now editor / …`, `…: admin and …` */
const pair = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:log-?ins?|credentials|creds|zugang(?:sdaten)?|anmeldung|identifiants|accès|acceso|accesos|credenciales|credenziali|accesso|acesso)(?!\p{L})[^\n=]{0,70}?(?:${says}|,) ["'\x60“„«]?[\w.@+-]{2,40}["'\x60”“»]?${joins}${open}(?=\S)`,
  'iuy',
);
/** `rein kommt man mit …` */
const byTyping = new RegExp(String.raw`${enters}[^\n.;:]{0,50}? ${withWords}[: ]{1,2}${open}(?=\S)`, 'iuy');
const one = new RegExp(end, 'uy');

/** A few words, up to where the sentence goes on. */
const few =
  /[^\s"'`“”„«»<>()[\]{}|,;\\/]{1,24}(?: [^\s"'`“”„«»<>()[\]{}|,;\\/]{1,24}){1,3}?(?=["'`”“»]?(?:[.,;!?](?:\s|$)|\s*$|\s*\n| (?:and|to|then|und|et|y|e)(?!\p{L})))/uy;

/** The value behind a user or verb, if it is one. */
function valueAt(text: string, at: number, start: number, isTyped: boolean): Span | undefined {
  one.lastIndex = start;
  if (!one.test(text)) return undefined;
  const value = text.slice(start, one.lastIndex).replace(/[.,:?]{1,3}$/, '');
  const end = start + value.length;
  const after = text.slice(end, end + 40);
  const span: Span = { start, end, kind: 'secret_field' };
  if (isTyped) {
    const { from, to } = regionOf(text, at);
    const ends = clauseEnd.test(after) || after.startsWith(' ');
    // A capital word with a number may be a program that opens files.
    const isProgram =
      /^(?:open|öffn|ouvr|abr|apr)/iu.test(text.slice(at, at + 4)) && /^\p{Lu}\p{L}+[0-9]+$/u.test(value);
    return ends && !isProgram && (isChosenWord(value) || isDoor(value, text.slice(from, to)))
      ? span
      : undefined;
  }
  if (isStated(value) || isPaired(value)) return span;
  const isWord = /^\p{Ll}+$/u.test(value) && wordEnds.test(after) && isAnySaid(value);
  if (isWord && /(?:with|mit|avec|con|com) ?["'`“„«]?$/.test(text.slice(at, start))) return span;
  few.lastIndex = start;
  const words = few.exec(text)?.[0];
  return words !== undefined && isLoose(words) ? { ...span, end: start + words.length } : undefined;
}

/** What opens an account, a door or a file, behind the verb for entering it. */
export const entered: ListMatcher = ({ text }: Runs, at) => {
  for (const lead of [asUser, pair, byTyping]) {
    lead.lastIndex = at;
    if (!lead.test(text)) continue;
    const start = lead.lastIndex;
    const before = text.slice(Math.max(0, start - 40), start);
    const { from, to } = regionOf(text, at);
    if (names.test(before) || !isProse(text, from, to)) continue;
    const span = valueAt(text, at, start, lead === byTyping);
    if (span) return { spans: [span], next: span.end };
  }
  return { spans: [], next: at };
};
const isPaired = (value: string): boolean =>
  /^\p{Ll}{4,20}[_-][0-9]{1,4}$|^(?=.*[0-9])\p{L}+,\p{L}[\p{L}\p{N}]+$/u.test(value);
const isDoor = (value: string, region: string): boolean =>
  /^[0-9]{4,8}[#*]?$/.test(value) && ofCodes.test(region);
const wordEnds = /^["'`”“»]?(?:[.,;!?](?:\s|$)|\s*$|\s*\n| (?:today|still|and|but|heute|noch|und)(?!\p{L}))/u;

export const enteredBegins =
  'geht mit,ssh ,credentials,creds,zugang,identifiants,accès,acceso,credenciales,credenziali,accesso,acesso,log in,log on,log me,log you,logs in,logged in,logged on,logging in,login,sign in,sign on,signed in,signs in,get in,gets you,gets me,gets us,get you,get me,get us,got in,got me,i’m in,authenticate,connect,unlock,opens,opened,open ,einlog,einlogg,anmeld,angemeldet,eingeloggt,logg,melde,rein,hinein,komme,kommt,kommst,öffnet,entsperrt,entre,entra,entro,entri,accè,accede,acced,ouvre,abre,apre,abrir,aprire,inicia,conect,acess,faz login,logar,collegat,collegarsi,si entra'.split(
    ',',
  );
