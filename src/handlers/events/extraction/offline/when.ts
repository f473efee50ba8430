import { en } from 'chrono-node';
import type { Category } from '../domain/event.ts';
import { utcOf } from '../domain/time.ts';
import type { Clause } from './grammar/clause.ts';
import { verbForms } from './grammar/verbs.ts';
import { months, weekdays } from './grammar/words.ts';
import { time } from './rules/rule.ts';

/** Words for days and hours; texts without any of them are not parsed. */
const cue = new RegExp(
  String.raw`\b(?:${months}|${weekdays}|today|tonight|tomorrow|yesterday|noon|midnight|morning|afternoon|evening|(?:next|last|this|coming|past) (?:week|month|quarter|year|spring|summer|autumn|fall|winter|weekend)|ago|days?|weeks?|months?|hours?|\d{4}-\d\d-\d\d|\d{1,2}[./]\d{1,2}|\d{1,2}(?:st|nd|rd|th)|\d{1,2}:\d\d)\b`,
  'i',
);
const monthAndDay = /\bmay\b/i;

/** Direction in which to resolve a day without a date: plans look forward, reports back. */
export type Direction = 'forward' | 'backward' | 'nearest';

/** "by Friday", "to Monday": the statement may be about the past, but the day is not. */
const ahead = new RegExp(
  String.raw`\b(?:by|until|till|to|for|from|starting|as of|before|effective|due)(?: (?:the|next|this|coming|end of|on|in))* ${time}`,
  'i',
);

/** "decided to launch on Friday": a plan followed by its day. */
const planned = (text: string): boolean =>
  Array.from(text.matchAll(/\bto ([a-z]+)\b(.*)/gi)).some(
    ([, verb = '', after = '']) =>
      cue.test(after) && verbForms.get(verb.toLowerCase())?.some(({ form }) => form === 'base'),
  );

export function directionOf(category: Category, { verb }: Clause, text: string): Direction {
  if (/\b(?:since|ago)\b/i.test(text)) return 'backward';
  if (category === 'Commitment') return 'forward';
  const plan = category === 'Decision' || category === 'Change' || category === 'Stakeholder';
  switch (verb?.tense) {
    case 'future':
    case 'modal':
    case 'proposal':
      return 'forward';
    case 'past':
    case 'perfect':
      return plan && (ahead.test(text) || planned(text)) ? 'forward' : 'backward';
    default:
      return plan ? 'forward' : category === 'Execution' || category === 'Feedback' ? 'backward' : 'nearest';
  }
}

export type Clock = {
  /** Time stated by a sentence, as RFC 3339 in UTC; null without one, or when the year of a day is unknown. */
  timeOf(text: string, direction: Direction): string | null;
};

/** Parses times in sentences; relative ones count from the document's date. */
export function clockOf(documentDate: string | null, sourceTime: string | null): Clock {
  const reference = utcOf(documentDate ?? '') ?? utcOf(sourceTime ?? '');
  return {
    timeOf(text, direction) {
      // "May" alone is the modal verb, or a month that cannot be resolved.
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
            { forwardDate: direction === 'forward' },
          )
          .filter(
            ({ start }) =>
              start.isCertain('day') ||
              start.isCertain('weekday') ||
              start.isCertain('month') ||
              (reference !== undefined && !start.isCertain('hour')),
          );
      // "from the 3rd to the 10th": the new value comes last. (In the whole text, "from 1 June" is parsed as an hour.)
      const [chosen] = [/\bfrom\b.+?\bto\b(.+)/is.exec(text)?.[1] ?? '', text].flatMap(read);
      if (chosen === undefined) return null;
      const { start } = chosen;
      // Without a reference date only an explicit year counts; chrono marks "tomorrow" as certain.
      if (reference === undefined && !(start.isCertain('year') && /\d{4}/.test(chosen.text))) return null;
      const year = start.get('year') ?? 0;
      if (year < 1 || year > 9999) return null;
      const day = start.date();
      if (Number.isNaN(day.getTime())) return null;
      if (!start.isCertain('hour')) day.setUTCHours(0, 0, 0, 0);
      const late = reference !== undefined && day.getTime() > Date.parse(reference);
      if (late && direction === 'backward' && !/^(?:next|this|coming)\b/i.test(chosen.text)) {
        if (start.isCertain('weekday') && !start.isCertain('day')) day.setUTCDate(day.getUTCDate() - 7);
        else if (start.isCertain('month') && !start.isCertain('year')) day.setUTCFullYear(year - 1);
      }
      return utcOf(day.toISOString()) ?? null;
    },
  };
}
