import { isGivenName } from '../document/given-names.ts';

/** A body or the holder of a role that a text calls by a noun; `by`: it is named as the one who acts in a passive sentence. */
export type Party = { name: string; start: number; end: number; by: boolean };

const joint =
  '(?:of|for|to|by|in|at|and|or|that|which|who|an|am|auf|für|im|mit|von|vor|zu|zum|zur|und|oder|au|aux|de|du|des|en|et|par|pour|sur|y|con|para|por)';
const article =
  "(?<!\\p{L})(?:(?:the|our|der|die|das|dem|den|vom|beim|zum|zur|le|la|les|du|au|el|los|las|del|al) |l['’])";
const nouns =
  'team|committee|board|council|group|community|foundation|association|working group|tsc|sig|maintainers|developers|users|members|participants|project|company|government|department|office|secretary|treasurer|president|chair|director|committer|vorstand|vorsitzende[nr]?|\\p{L}*versammlung|gemeinderat|ausschuss|beirat|aufsichtsrat|geschäftsführung|kassenwart|schatzmeister(?:in)?|schriftführer(?:in)?|verein|gruppe|verwaltung|stadtrat|fraktion|conseil|équipe|comité|commission|bureau|commune|mairie|président|présidente|trésorier|trésorière|secrétaire|organisateurs|participants|membres|développeurs|utilisateurs|association|assemblée(?: générale)?|consejo|equipo|junta|comisión|ayuntamiento|comunidad|asamblea|presidente|presidenta|tesorero|tesorera|secretario|secretaria|asociación|organizadores|miembros|desarrolladores|usuarios';
const party = new RegExp(`${article}((?:(?!${joint} )[\\p{L}-]+ ){0,2}(?:${nouns}))(?!\\p{L})`, 'giu');

/** Nouns whose last part tells that they are of people: "Wahlleiter", "Kassenprüfer". With an article, or first in a sentence. */
const german =
  /(?:^[^\p{L}]{0,8}|(?<!\p{L})(?:[Dd]er|[Dd]ie|[Dd]as|[Dd]em|[Dd]en|[Vv]om|[Bb]eim|[Zz]um|[Zz]ur|[Bb]eiden?|[Aa]lle|[Uu]nsere?|[Jj]eder?|[Ee]ine?[mnr]?) )((?:\p{Ll}[\p{L}-]{2,30} )?\p{Lu}[\p{L}-]{0,30}(?:leiter|leiterin|leitung|prüfer|prüferin|prüferinnen|führer|führerin|wart|wartin|sprecher|sprecherin|vorsitzender?|vorsitzenden|beauftragter?|beauftragten|mitglieder|mitgliedern|helfer|entwickler|entwicklerinnen|nutzer|nutzern|nutzerinnen|teilnehmer|teilnehmern|teilnehmerinnen|veranstalter|verwalter|redaktion|vorstand|rat|ausschuss|kommission|verein|gruppe|club|kreis|kollegen|kolleginnen|experten|leister|etreiber|nbieter|ersteller|atoren|nternehmen|gentur|ehörde))(?!\p{L})/gu;

const actor =
  /(?<!\p{L})(?:by|par|por|durch|von|vom)(?: (?:the|our|an?|der|die|das|dem|den|le|la|les|el|los|las))? ?(?:l['’])?$/iu;

export function partiesIn(text: string, isGerman: boolean): Party[] {
  return (isGerman ? [party, german] : [party]).flatMap((pattern) =>
    Array.from(text.matchAll(pattern), (match) => {
      const name = match[1]?.trim() ?? '';
      const end = match.index + match[0].length;
      const at = end - name.length;
      return {
        name,
        start: match.index,
        end,
        by: actor.test(text.slice(Math.max(0, at - 24), at)),
      };
    }),
  );
}

const abbreviated =
  /(?<!\p{L})((?:\p{Lu}[\p{L}-]{0,30} (?:(?:of|for|and|the) ){0,2}){1,5}(?:Board|Council|Committee|Initiative|Foundation|Group|Team|Association|Union|Agency|Institute|Department|Office|Community|Alliance|Consortium|Fund|Trust|Society|Federation|Conservancy|Network|Project|Cent(?:er|re)|Forum|Coalition|Commission|Authority|University|Laboratory)) \(["“„]?(\p{Lu}{2,6})["”“]?\)/gu;

const handled =
  /(?<![\p{L}\p{N}])(\p{Lu}[\p{L}.'’-]{1,30}(?: \p{Lu}[\p{L}.'’-]{0,30}){1,2}) \(\[?@([\p{L}\p{N}][\p{L}\p{N}_-]{1,38})\]?[),]/gu;

const explained =
  /(?<![\p{L}\p{N}])@([\p{L}\p{N}][\p{L}\p{N}_-]{1,38}) \((\p{Lu}[\p{L}.'’-]{1,30}(?: \p{L}[\p{L}.'’-]{1,30}){1,2})\)/gu;

/** "[Ana Lopez](https://github.com/alo)" */
const profiled =
  /\[(\p{Lu}[\p{L}.'’-]{1,30}(?: \p{Lu}[\p{L}.'’-]{0,30}){1,2})\]\(https?:\/\/(?:www\.)?(?:github|gitlab|twitter|x|codeberg|bitbucket|bsky|mastodon)\.[a-z]{2,6}\/@?([\p{L}\p{N}][\p{L}\p{N}_-]{1,38})\/?\)/gu;

/** Short names that a text explains, with what they stand for: "Technical Oversight Board (“TOB”)", "Ana Lopez (@alo)". */
export function shortNamesIn(text: string): [short: string, full: string][] {
  const read = text.slice(0, 60_000);
  const bodies = Array.from(read.matchAll(abbreviated), ([, full = '', short = '']): [string, string] => [
    short,
    full.replace(/^The /, ''),
  ]).filter(([short, full]) => (full.match(/(?<!\p{L})\p{Lu}/gu) ?? []).join('').endsWith(short));
  const people = [handled, profiled].flatMap((pattern) =>
    Array.from(read.matchAll(pattern), ([, full = '', short = '']): [string, string] => [short, full]),
  );
  const reversed = Array.from(read.matchAll(explained), ([, short = '', full = '']): [string, string] => [
    short,
    full,
  ]).filter(([, full]) => isGivenName(full.split(' ')[0] ?? ''));
  return [...bodies, ...people, ...reversed];
}
