import type { Language } from '../document/language.ts';

/** Finite verbs that tell of who does something, where clauses are not parsed. */
const verbs: Record<Exclude<Language, 'en'>, { aux: RegExp; act: RegExp }> = {
  de: {
    aux: /^(?:hat|haben|wird|werden|ist|sind|war|waren|kann|können|soll|sollen|will|wollen|möchten?|muss|müssen)$/,
    act: /^(?:berichte[nt]|erklär(?:t|en|te)|stell(?:t|en|te)|schlägt|schlagen|bitte[nt]|fragt?e?|informier(?:t|en|te)|übernimmt|übernehmen|kümmer(?:t|n)|mach(?:t|en|te)|gibt|geben|bedank(?:t|en)|lädt|organisier(?:t|en)|erstell(?:t|en)|prüf(?:t|en)|schreib(?:t|en)|schick(?:t|en)|such(?:t|en)|plan(?:t|en)|arbeite[nt]|biete[nt]|forder(?:t|n)|weist|teilt|melde[nt]|begrüß(?:t|te)|eröffnet|leitet|verliest|beantragt|meint|sagt|findet|dankt)$/,
  },
  fr: {
    aux: /^(?:a|ont|est|sont|va|vont|avait|avaient|était|étaient|doit|doivent|peut|peuvent|sera|aura)$/,
    act: /^(?:propose(?:nt)?|annonce(?:nt)?|indique(?:nt)?|précise(?:nt)?|rappelle(?:nt)?|demande(?:nt)?|présente(?:nt)?|souhaite(?:nt)?|explique(?:nt)?|informe(?:nt)?|remercie(?:nt)?|accepte(?:nt)?|organise(?:nt)?|publie(?:nt)?|travaille(?:nt)?|signale(?:nt)?|confirme(?:nt)?|prend|prennent|reçoit|envoie|tient|tiennent|participe(?:nt)?|fait|font|se|s['’]\p{L}+|\p{L}{3,}era|\p{L}{3,}eront)$/u,
  },
  es: {
    aux: /^(?:ha|han|es|son|va|van|fue|fueron|será|debe|deben|puede|pueden|había)$/,
    act: /^(?:propone[n]?|informan?|presentan?|explican?|piden?|comentan?|indican?|solicitan?|agradecen?|organizan?|publican?|anuncian?|trabajan?|se|hacen?|señalan?|pregunta|\p{L}{3,}ará|\p{L}{3,}erá|\p{L}{3,}arán|\p{L}{3,}ó)$/u,
  },
};

/** What stands after a name: a colon, a dash, "to" or, in German, French and Spanish, a verb of acting. */
export function followedBy(text: string, name: string, language: Language): string[] {
  const at = text.indexOf(name);
  if (at === -1) return [];
  const rest = text.slice(at + name.length, at + name.length + 40);
  const mark = /^[*_`)\]]{0,4} ?(:|[-–—→]|to(?= ))/u.exec(rest)?.[1];
  const found = mark === undefined ? [] : [mark === ':' ? 'colon' : mark === 'to' ? 'to' : 'dash'];
  if (language === 'en') return found;
  const [next = ''] = /(?<=^[*_`)\]]{0,4}\s)\p{L}[\p{L}'’]{0,20}/u.exec(rest) ?? [];
  const { aux, act } = verbs[language];
  return [...found, ...(aux.test(next) ? ['aux'] : act.test(next) ? ['act'] : [])];
}
