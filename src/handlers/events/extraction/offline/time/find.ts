import { de, en, es, fr } from 'chrono-node';
import { type FoundDate, fullDate } from '../document/dates.ts';
import type { Language } from '../document/language.ts';
import { nearestTo } from '../document/short-days.ts';
import { ordinalsIn, shortDaysIn } from './short.ts';
import { todayIn } from './today.ts';

/** A day that a text names, in full or relative to another day. */
export type NamedDay = {
  /** RFC 3339 in UTC; midnight when no time of day is named. */
  iso: string;
  start: number;
  end: number;
  /** `full`: with its year; `day`: day and month; `weekday`: Friday; `relative`: tomorrow. */
  kind: 'full' | 'day' | 'weekday' | 'relative';
};

export type Direction = 'forward' | 'backward';

const parsers = { en: en.casual, de: de.casual, fr: fr.casual, es: es.casual };

/** Words for days; texts without any of them are not parsed. */
const numeric = /\d{4}-\d\d|\d{1,2}[./] ?\d{1,2}|\d(?:st|nd|rd|th|er)\b/;
const cues: Record<Language, RegExp> = {
  en: /\b(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?|today|tonight|tomorrow|yesterday|last night|ago|in \w+ (?:days|weeks))\b/i,
  de: /(?<!\p{L})(?:jan(?:uar)?|feb(?:ruar)?|märz|april?|mai|juni?|juli?|aug(?:ust)?|sept?(?:ember)?|okt(?:ober)?|nov(?:ember)?|dez(?:ember)?|(?:mon|diens|donners|frei|sams|sonn)tags?|mittwochs?|heute|morgen|gestern|übermorgen|vorgestern|letzte nacht|vor \d|in \p{L}+ (?:tagen|wochen))(?!\p{L})/iu,
  fr: /(?<!\p{L})(?:janv(?:ier)?|févr(?:ier)?|mars|avril|mai|juin|juillet|août|sept(?:embre)?|oct(?:obre)?|nov(?:embre)?|déc(?:embre)?|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|hier|demain|aujourd'hui|dans \d|il y a)(?!\p{L})/iu,
  es: /(?<!\p{L})(?:ene(?:ro)?|feb(?:rero)?|marzo|abr(?:il)?|mayo|junio|julio|ago(?:sto)?|sept(?:iembre)?|oct(?:ubre)?|nov(?:iembre)?|dic(?:iembre)?|lunes|martes|miércoles|jueves|viernes|sábado|domingo|hoy|ayer|mañana|hace|en \d)(?!\p{L})/iu,
};
/** Spans, ages and repetitions are not days. */
const notDay =
  /^(?:now|right now|at the moment|jetzt|maintenant|ahora|this (?:week|month|year|quarter)|(?:last|next|past|nächste\w*|letzte\w*) (?:week|month|year|quarter|few|couple|\w+ (?:weeks|months|days|years)|woche|monat|jahr)|second|minute|hour|(?:a|an|one|the) (?:day|week|month|year)s?)$/i;
const spanBefore =
  /(?:\b(?:every|each|for|within|per|over|during|after|takes?|last|past|next|jede\w*|innerhalb|chaque|pendant|sous|cada|durante)\s+|~)$/i;

const repeated = /\b(?:every|each|jede\w*|chaque|cada)\s+$/i;

/** The days that a text names; relative ones count from `reference`, an RFC 3339 time. */
export function daysIn(
  text: string,
  language: Language,
  reference: string | undefined,
  direction: Direction,
): NamedDay[] {
  const today = reference === undefined ? undefined : todayIn(text, language);
  if (today === undefined && !numeric.test(text) && !cues[language].test(text)) return [];
  const found: NamedDay[] = [];
  const links = Array.from(text.matchAll(/https?:\/\/[^\s)>\]]+/g), ({ index, 0: link }) => [
    index,
    index + link.length,
  ]);
  const linked = (at: number) => links.some(([from = 0, to = 0]) => at >= from && at < to);
  const seen = fullDate(text, language !== 'en');
  if (seen !== undefined && !linked(seen.start))
    found.push({ iso: midnight(likelier(seen, reference)), start: seen.start, end: seen.end, kind: 'full' });
  if (today !== undefined && reference !== undefined)
    found.push({ iso: midnight(reference.slice(0, 10)), ...today, kind: 'relative' });
  if (reference !== undefined)
    for (const short of language === 'de' ? shortDaysIn(text) : language === 'en' ? ordinalsIn(text) : []) {
      const { start, end } = short;
      if (!linked(start) && !found.some((one) => start < one.end && one.start < end))
        found.push({ iso: nearestTo(reference, short, direction === 'forward'), start, end, kind: 'day' });
    }
  const instant = new Date(reference ?? '2000-01-01T12:00:00Z');
  const results = parsers[language].parse(
    // "Thursday, Oct. 25th": the dot would end the day.
    text.slice(0, 500).replace(shortMonth, ' '),
    { instant, timezone: 0 },
    { forwardDate: direction === 'forward' },
  );
  for (const { index, text: words, start } of results) {
    const end = index + words.length;
    if (linked(index) || /^\d{4}\.\d/.test(words) || found.some((one) => index < one.end && one.start < end))
      continue;
    const kind = kindOf(
      words,
      start.isCertain('year'),
      start.isCertain('day') && start.isCertain('month'),
      start.isCertain('weekday'),
    );
    if (kind === undefined || (kind !== 'full' && reference === undefined)) continue;
    // "For July 8" is that day, "for two days" is none.
    const before = text.slice(Math.max(0, index - 16), index);
    const named = kind === 'full' || kind === 'day';
    if (notDay.test(words.trim()) || (named ? repeated : spanBefore).test(before)) continue;
    const year = start.get('year') ?? 0;
    if (year < 1900 || year > 2100) continue;
    const day = start.date();
    if (Number.isNaN(day.getTime())) continue;
    if (!start.isCertain('hour')) day.setUTCHours(0, 0, 0, 0);
    if (/avant-$/i.test(before) && /^hier/i.test(words)) day.setUTCDate(day.getUTCDate() - 1);
    const late = reference !== undefined && day.getTime() > Date.parse(reference);
    if (
      late &&
      direction === 'backward' &&
      !/^(?:next|this|coming|nächst|kommend|prochain|próxim|demain|tomorrow|morgen|mañana)/i.test(words)
    ) {
      if (kind === 'weekday') day.setUTCDate(day.getUTCDate() - 7);
      // In November, "in January" is of next year, and "in October" was last month.
      else if (kind === 'day' && day.getTime() - Date.parse(reference) > 200 * 86_400_000)
        day.setUTCFullYear(year - 1);
    }
    found.push({ iso: day.toISOString(), start: index, end, kind });
  }
  return found.sort((a, b) => a.start - b.start);
}

const shortMonth = /(?<=\b(?:jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec))\.(?= ?\d)/giu;
const month = 31 * 86_400_000;

/** Of two readings of a day in figures, the one that is near to the day it is said on, if the other is not: "04.08.2020" of April. */
function likelier({ iso, other }: FoundDate, reference: string | undefined): string {
  if (other === undefined || reference === undefined) return iso;
  const far = (one: string) => Math.abs(Date.parse(one) - Date.parse(reference));
  return far(other) < month && far(iso) > 2 * month ? other : iso;
}

export const midnight = (iso: string): string =>
  new Date(iso.length === 10 ? `${iso}T00:00:00Z` : iso).toISOString();

function kindOf(words: string, year: boolean, day: boolean, weekday: boolean): NamedDay['kind'] | undefined {
  if (/\d{4}/.test(words) && year && day) return 'full';
  if (
    /\d/.test(words) &&
    day &&
    /\p{L}{3}|\d[./]\d/u.test(words) &&
    !/\b(?:in|ago|vor|hace|dans|il y a|weeks?|days?|months?|years?|hours?|minutes?)\b/i.test(words)
  )
    return 'day';
  if (weekday) return 'weekday';
  // "in an hour", "two months ago" name no day.
  if (
    /\b(?:hours?|minutes?|months?|years?|stunden?|minuten|monate?n?|jahre?n?|heures?|mois|ans?|années?|horas?|minutos?|meses|mes|años?|seconds?)\b/i.test(
      words,
    )
  )
    return undefined;
  return /\b(?:today|tonight|tomorrow|yesterday|last night|letzte nacht|heute|morgen|gestern|übermorgen|vorgestern|hier|demain|aujourd|hoy|ayer|mañana|days? ago|in \w+ days?|in (?:a|one|two|three|\d+) weeks?|weeks? ago|vor \w+ tagen|in \w+ (?:tagen|wochen)|dans \w+ (?:jours|semaines)|hace \w+ días)/i.test(
    words,
  )
    ? 'relative'
    : undefined;
}
