import type { Language } from '../document/language.ts';

/** What is done to a thing, in the languages whose clauses are not parsed. */
const passives: Record<Exclude<Language, 'en'>, RegExp> = {
  de: /(?<!\p{L})(?:wird|werden|wurden?|worden)(?!\p{L})[^.;]{0,160}(?<!\p{L})(?:\p{L}{0,12}ge\p{L}{2,20}(?:t|en)|(?:be|ver|er|ent|zer|über|unter|wieder)\p{L}{2,20}(?:t|ssen|chen|ben|men|nen)|\p{L}{2,20}iert)(?!\p{L})/iu,
  fr: /(?<!\p{L})(?:est|sont|été|sera|seront|fut|furent|soit|soient|être) (?:\p{L}{2,12} ){0,2}\p{L}{2,20}(?:ée?s?|ies?|ues?|ises?|ites?)(?!\p{L})/iu,
  es: /(?<!\p{L})(?:fue|fueron|es|son|será|serán|sido|ser|queda|quedan) (?:\p{L}{2,12} ){0,2}\p{L}{2,20}(?:ad|id)[oa]s?(?!\p{L})|(?<!\p{L})se (?:ha |han )?\p{L}{2,20}(?:[ao]n?|ado|ido|ará|arán|ó)(?!\p{L})/iu,
};

/** The form of the verb, in which the subject is or is not who acts. */
export const formOf = (known: readonly string[], text: string, language: Language): string =>
  known.some((name) => name.startsWith('verb:') && name.includes('passive')) ||
  (language !== 'en' && passives[language].test(text.slice(0, 400)))
    ? 'passive'
    : known.includes('looks:order')
      ? 'order'
      : known.includes('verb:none')
        ? 'verbless'
        : 'active';
