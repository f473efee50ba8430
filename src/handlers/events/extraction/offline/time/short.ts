import type { ShortDay } from '../document/short-days.ts';

/** Days without a year: in figures, as German writes them ("am 14.8.", "bis zum 3. 9."), or without a month ("on the 17th"). */

/** A number of a section or a version looks alike: a word for a time, a day of the week or another such day stands before it. */
const short =
  /(?<!\p{L})(?:am|zum|bis|vom|von|ab|der|den|dem|seit|und|sowie|oder|zwischen|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|mo|di|mi|do|fr|sa|so)[.,]{0,2} {1,2}(\d{1,2})\. ?(\d{1,2})\.(?!\d| ?\d{2,4}(?!\d|:| Uhr))/giu;

export function shortDaysIn(text: string): ShortDay[] {
  return Array.from(text.slice(0, 500).matchAll(short), ({ 0: all, 1: day = '', 2: month = '', index }) => ({
    day: Number(day),
    month: Number(month),
    start: index + all.search(/\d/),
    end: index + all.length,
  })).filter(({ day, month }) => day >= 1 && day <= 31 && month >= 1 && month <= 12);
}

/** "The 5th of May", "the 3rd time", "the 21st century" are other things. */
const ordinal =
  /(?<!\p{L})(?:on|by|until|since|from|before|after|of|around) (?:the )?(?:morning of |evening of |night of )?(?:the )?(\d{1,2})(?:st|nd|rd|th)\b(?=[.,;:!?)]|$|\s*\n|\s+(?:at|around|and|to|that|with|which|for|in the|we|i|it|the|this)\b|\s+\()/giu;

export function ordinalsIn(text: string): ShortDay[] {
  return Array.from(text.slice(0, 500).matchAll(ordinal), ({ 0: all, 1: day = '', index }) => ({
    day: Number(day),
    month: undefined,
    start: index + all.search(/\d/),
    end: index + all.length,
  })).filter(({ day }) => day >= 1 && day <= 31);
}
