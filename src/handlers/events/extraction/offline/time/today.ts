import type { Language } from '../document/language.ts';

/** Words for the day of the text itself that are no name of a day. "À ce jour" is a span. */
const words: Record<Language, RegExp> = {
  en: /(?<!\p{L})(?:this (?:morning|afternoon|evening)|(?:earlier|later) today)(?!\p{L})/iu,
  de: /(?<!\p{L})(?:am heutigen (?:tag|morgen|vormittag|nachmittag|abend)|heutige[rnsm]? (?:tag|sitzung|versammlung|treffen))(?!\p{L})/iu,
  fr: /(?<!\p{L})(?<!à )(?:ce (?:jour|matin|midi|soir)|cet(?:te)? après[- ]midi|aujourd['’]hui)(?!\p{L})/iu,
  es: /(?<!\p{L})(?:esta (?:mañana|tarde|noche)|(?:en el|el) día de hoy)(?!\p{L})/iu,
};

/** Where a text speaks of its own day. */
export function todayIn(text: string, language: Language): { start: number; end: number } | undefined {
  const found = words[language].exec(text.slice(0, 500));
  return found === null ? undefined : { start: found.index, end: found.index + found[0].length };
}
