import type { Language } from '../document/language.ts';
import { namedPartsIn } from './parts-of-year.ts';

/** A day by which something is due that is counted from the day it is said. */
export type Deadline = { iso: string; kind: 'span' | 'end' | 'next' | 'today' | 'ordinal'; start: number };

const oneDay = 86_400_000;
/** Sentences are short; what follows in a long one repeats. */
const longest = 500;

/** "Within two weeks of signature" is counted from a day that the text does not give. */
const span =
  /(?<!\p{L})(?:within|in(?: the next)?|over the next|innerhalb(?: von)?|binnen|in den nächsten|nach(?: ca\.?)?|dans(?: les)?|d['’]ici|sous|en|dentro de|en los próximos) (?:\d{1,2} ?[-–] ?|(?:one|two|three|1|2|3) (?:or|to) )?(\d{1,2}|an?|eine[rsmn]?|une?|una?|\p{L}{2,8}) (?:(working|business|week) )?(days?|weeks?|months?|tage?n?|werktagen?|arbeitstagen?|wochen?|monate?[ns]?|jours?|semaines?|mois|d[ií]as?|semanas?|mes(?:es)?)(?!\p{L})( (?:ouvrée?s|ouvrables|hábiles|laborables))?(?! (?:of|after|from(?! today| now)|following|upon|ago|nach|ab|seit|après|suivant|à compter|desde|tras|de la|a partir|después)(?!\p{L}))/iu;
const numbers = [
  '',
  'one a an ein eine einer eines einem einen un une una',
  'two zwei deux dos',
  'three drei trois tres',
  'four vier quatre cuatro',
  'five fünf cinq cinco',
  'six sechs seis',
  'seven sieben sept siete',
  'eight acht huit ocho',
  'nine neun neuf nueve',
  'ten zehn dix diez',
  'eleven elf onze once',
  'twelve zwölf douze doce',
].map((words) => words.split(' '));

const end: Record<Language, RegExp> = {
  en: /\b(?:end of(?: the| this)? (?<next>next )?(?<of>day|week|month|year)|(?<year>year['’]?s?[- ]end)|(?<short>eod|cob|eow|eom|eoy))\b/iu,
  de: /(?<!\p{L})(?:ende (?:der |des |dieser |dieses |(?<next>(?:der |des )?(?:nächste|kommende)[rns] ))?(?<of>tages|woche|monats|jahres)|(?<year>jahresende))(?!\p{L})/iu,
  fr: /(?<!\p{L})fin (?:de |du |de la |de l['’])(?<of>journée|semaine|mois|année)(?<next> prochaine?)?(?!\p{L})/iu,
  es: /(?<!\p{L})(?:fin|final(?:es)?) (?:de |del |de la )(?<next>próxim[oa] )?(?<of>día|semana|mes|año)(?<later> que viene)?(?!\p{L})/iu,
};
const spans: readonly (readonly ['day' | 'week' | 'month' | 'year', RegExp])[] = [
  ['day', /^(?:day|eod|cob|tages|journée|día)$/i],
  ['week', /^(?:week|eow|woche|semaine|semana)$/i],
  ['month', /^(?:month|eom|monats|mois|mes)$/i],
  ['year', /./],
];

const next: Record<Language, RegExp> = {
  en: /\b(next|this) week\b(?! ?end)/i,
  de: /(?<!\p{L})(nächste[rn]?|kommende[rn]?|diese[rn]?) woche(?!\p{L})/iu,
  fr: /(?<!\p{L})(?:la semaine (prochaine)|(cette) semaine)(?!\p{L})/iu,
  es: /(?<!\p{L})(?:(próxima) semana|semana que (viene)|(esta) semana)(?!\p{L})/iu,
};
const present = /^(?:this|diese|cette|esta)/i;

const today: Record<Language, RegExp> = {
  en: /\b(?:today|tonight)\b/i,
  de: /(?<!\p{L})heute(?!\p{L})/iu,
  fr: /(?<!\p{L})(?:aujourd['’]hui|ce soir)(?!\p{L})/iu,
  es: /(?<!\p{L})hoy(?!\p{L})/iu,
};

const ordinal: Record<Language, RegExp> = {
  en: /\b(?:by|before|until|till|on) the (\d{1,2})(?:st|nd|rd|th)\b(?! (?:of )?\p{Lu})/u,
  de: /(?<!\p{L})(?:bis zum|bis|am|vor dem) (\d{1,2})\.(?! ?\d| ?\p{Lu}\p{L}{2})/u,
  fr: /(?<!\p{L})(?:avant le|d['’]ici le|jusqu['’]au|pour le|le) (\d{1,2})(?!\d|[/.:]\d| ?\p{L}| ?%)/u,
  es: /(?<!\p{L})(?:antes del|para el|hasta el) (\d{1,2})(?!\d|[/.:]\d| de \p{L}| ?%)/u,
};

const afterWork = (from: Date, many: number): Date => {
  const day = new Date(from);
  for (let left = many; left > 0; ) {
    day.setUTCDate(day.getUTCDate() + 1);
    if (day.getUTCDay() % 6 !== 0) left -= 1;
  }
  return day;
};

function afterSpan(from: Date, many: number, unit: string): Date {
  if (!/^m/i.test(unit))
    return new Date(from.getTime() + (/^(?:w|s)/i.test(unit) ? many * 7 : many) * oneDay);
  const [year, month] = [from.getUTCFullYear(), from.getUTCMonth() + many];
  // A month after the 31st is the last day of a shorter one.
  return new Date(
    Date.UTC(year, month, Math.min(from.getUTCDate(), new Date(Date.UTC(year, month + 1, 0)).getUTCDate())),
  );
}

/** The days by which a text says that something is due, in words that count from `reference`. */
export function deadlinesIn(text: string, language: Language, reference: string | undefined): Deadline[] {
  if (reference === undefined) return [];
  const said = text.slice(0, longest);
  const from = new Date(`${reference.slice(0, 10)}T00:00:00Z`);
  const found: Deadline[] = [];
  const add = (kind: Deadline['kind'], start: number, day: Date) => {
    if (!Number.isNaN(day.getTime())) found.push({ iso: day.toISOString(), kind, start });
  };
  const after = (days: number) => new Date(from.getTime() + days * oneDay);
  /** Work is due on a Friday, unless it is said on a later day of the week. */
  const friday = (weeks: number) => after(Math.max(0, 5 - (from.getUTCDay() || 7)) + weeks * 7);
  const orTwo = language === 'en' ? /\bin (?:a|one) (day|week) or (?:two|so)\b/i.exec(said) : null;
  if (orTwo !== null)
    add('span', orTwo.index, afterSpan(from, orTwo[0].endsWith('two') ? 2 : 1, orTwo[1] ?? ''));
  const counted = orTwo === null ? span.exec(said) : null;
  if (counted !== null) {
    const [, count = '', working, unit = '', ouvré] = counted;
    const many = Number(count) || numbers.findIndex((words) => words.includes(count.toLowerCase()));
    if (many > 0) {
      const isWorking = working !== undefined || ouvré !== undefined || /^(?:werk|arbeit)/i.test(unit);
      add('span', counted.index, isWorking ? afterWork(from, many) : afterSpan(from, many, unit));
    }
  }
  const last = end[language].exec(said);
  if (last !== null) {
    const { of: word = '', short = '', year: ofYear, next: isNext, later } = last.groups ?? {};
    const of = spans.find(([, one]) => one.test(word || short || ofYear || ''))?.[0];
    const ahead = isNext === undefined && later === undefined ? 0 : 1;
    const [year, month] = [from.getUTCFullYear(), from.getUTCMonth()];
    add(
      'end',
      last.index,
      of === 'day'
        ? after(ahead)
        : of === 'week'
          ? friday(ahead)
          : of === 'month'
            ? new Date(Date.UTC(year, month + ahead + 1, 0))
            : new Date(Date.UTC(year + ahead, 11, 31)),
    );
  }
  for (const { day, start } of last === null ? namedPartsIn(said, language, from) : [])
    add('end', start, day);
  const week = next[language].exec(said);
  if (week !== null && last === null)
    add('next', week.index, friday(present.test(week[1] ?? week[2] ?? week[3] ?? '') ? 0 : 1));
  const now = today[language].exec(said);
  if (now !== null) add('today', now.index, from);
  const nth = ordinal[language].exec(said);
  const day = Number(nth?.[1] ?? 0);
  if (nth !== null && day > 0 && day < 32) {
    const month = from.getUTCMonth() + (day < from.getUTCDate() ? 1 : 0);
    add('ordinal', nth.index, new Date(Date.UTC(from.getUTCFullYear(), month, day)));
  }
  return found;
}
