import { en } from 'chrono-node';
import { utcOf } from '../domain/time.ts';
import { months, weekdays } from './words.ts';

/** Days and hours as people write them; what has none of these is not worth parsing. */
const cue = new RegExp(
  String.raw`\b(?:${months}|${weekdays}|today|tonight|tomorrow|yesterday|noon|midnight|morning|afternoon|evening|(?:next|last|this|coming|past) (?:week|month|quarter|year|spring|summer|autumn|fall|winter|weekend)|ago|days?|weeks?|months?|hours?|\d{4}-\d\d-\d\d|\d{1,2}[./]\d{1,2}|\d{1,2}(?:st|nd|rd|th)|\d{1,2}:\d\d)\b`,
  'i',
);
const monthAndDay = /\bmay\b/i;

export type Clock = {
  /** When a sentence says it happens, as RFC 3339 in UTC; null when it does not, or names a day no year is known of. */
  timeOf(text: string, future: boolean): string | null;
};

/** Reads times in sentences; relative ones count from the document's own date. */
export function clockOf(documentDate: string | null, sourceTime: string | null): Clock {
  const reference = utcOf(documentDate ?? '') ?? utcOf(sourceTime ?? '');
  return {
    timeOf(text, future) {
      // "May" alone is the modal, or a month nobody can place.
      if (
        !cue.test(text) ||
        (monthAndDay.test(text) &&
          !cue.test(text.replace(/\bmay\b/gi, '')) &&
          !/\b(?:in|by|of|until|to|next|last|since|before|after|end) May\b|\d/.test(text))
      )
        return null;
      const read = (part: string) =>
        en.casual
          .parse(
            part,
            { instant: new Date(reference ?? '2000-01-01T12:00:00Z'), timezone: 0 },
            { forwardDate: future },
          )
          .filter(
            ({ start }) =>
              start.isCertain('day') ||
              start.isCertain('weekday') ||
              start.isCertain('month') ||
              (reference !== undefined && !start.isCertain('hour')),
          );
      // "from the 3rd to the 10th": what holds now stands last. (Whole, "from 1 June" is read as an hour.)
      const [chosen] = [/\bfrom\b.+?\bto\b(.+)/is.exec(text)?.[1] ?? '', text].flatMap(read);
      if (chosen === undefined) return null;
      const { start } = chosen;
      // Without a day to count from only a year that is written counts; "tomorrow" is certain of the reference's.
      if (reference === undefined && !(start.isCertain('year') && /\d{4}/.test(chosen.text))) return null;
      const year = start.get('year') ?? 0;
      if (year < 1 || year > 9999) return null;
      const day = start.date();
      if (Number.isNaN(day.getTime())) return null;
      if (!start.isCertain('hour')) day.setUTCHours(0, 0, 0, 0);
      return utcOf(day.toISOString()) ?? null;
    },
  };
}
