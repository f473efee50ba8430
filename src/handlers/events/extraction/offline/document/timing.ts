import { monthWords } from './dates.ts';

/** Times as heads of messages give them, down to "Today at 10:02". */

const clock = String.raw`\d{1,2}[:h]\d\d(?::\d\d)?(?:[.,]\d{1,9})?(?: ?[ap]\.?m\b\.?)?|\d{1,2} ?[ap]m\b`;
const figures = String.raw`\d{4}[-/.]\d{1,2}[-/.]\d{1,2}T?|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}`;
const named = String.raw`\d{1,2}(?:st|nd|rd|th|er|\.|º)?[ -]?(?:of |de )?(?:${monthWords})\b\.?(?:,? (?:de )?\d{4}\b|-\d{2,4}\b)?|(?:${monthWords})\b\.? \d{1,2}(?:st|nd|rd|th)?\b(?:,? \d{4}\b)?`;
const weekday = String.raw`(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lunes|martes|miércoles|jueves|viernes|sábado|domingo|mon|tues?|wed|thur?s?|fri|sat|sun)\b\.?`;
const near = `today|yesterday|heute|gestern|aujourd['’]hui|hier|hoy|ayer`;
const unit = `(?:seconds?|secs?|minutes?|mins?|hours?|hrs?|days?|weeks?|months?|years?|[smhdwy])`;
const ago = String.raw`(?:an?|\d{1,3}) ?${unit} ago|(?:vor|il y a|hace) (?:\d{1,3}|einem|einer|une?|una?) (?:sekunden?|minuten?|minutos?|stunden?|heures?|horas?|tag(?:en)?|jours?|días?|wochen?|semaines?|semanas?|monat(?:en)?|mois|mes(?:es)?|jahr(?:en)?|ans?|años?)`;
const zone = String.raw`(?:UTC|GMT|Z|[CEMPW]E?[SD]?T|BST|JST|IST|Uhr)\b`;

/** One or several that follow each other: "Mon, 3 May 2021 at 10:02 UTC", "10:02 --> 10:05". */
const one = `(?:${[clock, figures, named, weekday, near, ago].join('|')})`;
const joint = `(?:,? (?:at|on|um|à|a las|le|am|el) |[,.]? {0,2}(?:[-–—·•|]|-->)? {0,2}|T)`;
export const timing = new RegExp(
  String.raw`(?<![a-z\d.:/à-ÿ-])${one}(?:${joint}(?:${one}|${zone}|\(?[+-]\d\d:?\d\d\)?)){0,6}(?![a-z\d/à-ÿ])`,
  'i',
);
/** Whether a text is no more than a time, in brackets or not. */
export function isTimeAlone(text: string): boolean {
  const found = timing.exec(text);
  return (
    found !== null &&
    !/[\p{L}\p{N}]/u.test(text.slice(0, found.index) + text.slice(found.index + found[0].length))
  );
}
