import type { Language } from '../document/language.ts';

/** As whom a sentence speaks, by its pronouns. */
export type Person = 'I' | 'we' | 'you' | 'they' | 'none';

/** Pronouns of one language are other words in another: French "on", German "er". */
const pronouns: Record<Language, Record<Exclude<Person, 'none'>, RegExp>> = {
  en: {
    I: /(?<!\p{L})(?:i|i'm|i've|i'll|i'd|me|my|i’m|i’ve|i’ll|i’d)(?!\p{L})/iu,
    we: /(?<!\p{L})(?:[Ww]e|WE|[Uu]s|[Oo]ur|OUR)(?!\p{L})/u,
    they: /(?<!\p{L})(?:he|she|they)(?!\p{L})/iu,
    you: /(?<!\p{L})(?:you|your)(?!\p{L})/iu,
  },
  de: {
    I: /(?<!\p{L})(?:ich|mir|mich)(?!\p{L})/iu,
    we: /(?<!\p{L})(?:wir|uns|unser(?:e[nmrs]?)?)(?!\p{L})/iu,
    they: /(?<!\p{L})(?:er|sie)(?!\p{L})/iu,
    you: /(?<!\p{L})(?:du|ihr|euch|dir|dich|ihnen)(?!\p{L})/iu,
  },
  fr: {
    I: /(?<!\p{L})(?:je|moi|j['’](?=\p{L})\p{L}+)(?!\p{L})/iu,
    we: /(?<!\p{L})(?:nous|notre|nos|on)(?!\p{L})/iu,
    they: /(?<!\p{L})(?:il|elle|ils|elles)(?!\p{L})/iu,
    you: /(?<!\p{L})(?:vous|votre|vos|tu)(?!\p{L})/iu,
  },
  es: {
    I: /(?<!\p{L})(?:yo|mi|me)(?!\p{L})/iu,
    we: /(?<!\p{L})(?:nosotr[oa]s|nuestr[oa]s?|(?:[a-zñ]+|\p{L}*í)(?:amos|emos|imos))(?!\p{L})/iu,
    they: /(?<!\p{L})(?:él|ella|ellos|ellas)(?!\p{L})/iu,
    you: /(?<!\p{L})(?:usted(?:es)?|tu|tú|vosotr[oa]s|vuestr[oa]s?)(?!\p{L})/iu,
  },
};

export const personOf = (text: string, language: Language): Person =>
  (['I', 'we', 'they', 'you'] as const).find((name) => pronouns[language][name].test(text)) ?? 'none';
