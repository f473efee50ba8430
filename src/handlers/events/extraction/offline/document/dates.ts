/** Full dates in headers, headings and entries, in English, German, French and Spanish. */

const names: readonly (readonly string[])[] = [
  ['january', 'jan', 'januar', 'jänner', 'janvier', 'janv', 'enero'],
  ['february', 'feb', 'februar', 'février', 'fevrier', 'févr', 'febrero'],
  ['march', 'mar', 'märz', 'mrz', 'mars', 'marzo'],
  ['april', 'apr', 'avril', 'avr', 'abril'],
  ['may', 'mai', 'mayo'],
  ['june', 'jun', 'juni', 'juin', 'junio'],
  ['july', 'jul', 'juli', 'juillet', 'juil', 'julio'],
  ['august', 'aug', 'août', 'aout', 'agosto', 'ago'],
  ['september', 'sep', 'sept', 'septembre', 'septiembre', 'setiembre'],
  ['october', 'oct', 'oktober', 'okt', 'octobre', 'octubre'],
  ['november', 'nov', 'novembre', 'noviembre'],
  ['december', 'dec', 'dezember', 'dez', 'décembre', 'decembre', 'déc', 'diciembre', 'dic'],
];
const monthOf = new Map(names.flatMap((all, at) => all.map((name): [string, number] => [name, at + 1])));
const month = [...monthOf.keys()].sort((a, b) => b.length - a.length).join('|');
/** The names of months and their short forms, as alternatives of a regular expression. */
export const monthWords = month;
/** 1 to 12; undefined where it is no name of a month. */
export const monthNumber = (name: string | undefined): number | undefined =>
  name === undefined ? undefined : monthOf.get(name.toLowerCase());

/** Matches one full date; a clock time may follow. */
const full = new RegExp(
  [
    String.raw`(?<![\d.-])(?<y1>\d{4})[-/](?<m1>\d{1,2})[-/](?<d1>\d{1,2})(?![\d])`,
    String.raw`(?<![\d.-])(?<d2>\d{1,2})(?:st|nd|rd|th|er|\.|º)?[ -](?:of |de )?(?<n2>${month})\b\.?,?[ -](?:del? )?(?<y2>\d{4})\b`,
    String.raw`\b(?<n3>${month})\b\.? (?<d3>\d{1,2})(?:st|nd|rd|th)?,? (?<y3>\d{4})\b`,
    // "Thu Mar 5 10:00:00 UTC 2026", as in archives of mailing lists.
    String.raw`\b(?<n7>${month})\b\.? {1,2}(?<d7>\d{1,2}),? (?<t7>\d{1,2}:\d\d)(?::\d\d)?(?: [a-z]{2,5}| [+-]\d{4})? (?<y7>\d{4})\b`,
    // "November 5th ’24", "5 Nov '24".
    String.raw`\b(?<n9>${month})\b\.? (?<d9>\d{1,2})(?:st|nd|rd|th)?,? ?['’‘](?<y9>\d\d)\b`,
    String.raw`(?<![\d.-])(?<d10>\d{1,2})(?:st|nd|rd|th)?[ -](?<n10>${month})\b\.?,?[ -]?['’‘](?<y10>\d\d)\b`,
    String.raw`(?<![\d.])(?<d4>\d{1,2})\.(?: ?)(?<m4>\d{1,2})\.(?: ?)(?<y4>\d{4})(?!\d)`,
    String.raw`(?<![\d.-])(?<d8>\d{1,2})-(?<m8>\d{1,2})-(?<y8>(?:19|20)\d\d)(?![\d-])`,
    String.raw`(?<![\d/])(?<a5>\d{1,2})/(?<b5>\d{1,2})/(?<y5>\d{4})(?!\d)`,
    String.raw`(?<![\d-])(?<y6>20\d\d)(?<m6>[01]\d)(?<d6>[0-3]\d)(?![\d-])`,
  ].join('|'),
  'iu',
);
const clockAfter =
  /^(?:[T ,]|,?\s?at\s|\s?um\s|\s?à\s)\s?(\d{1,2}):(\d\d)(?::\d\d)?(?:\.\d+)?(?:\s?([ap])\.?m\b)?/i;

/** `other`: the day that it would be with month and day exchanged, where its figures may be read so. */
export type FoundDate = { iso: string; start: number; end: number; other?: string };

/** Whether a text writes "17/02/2026": then "09/02/2026" is of February, too. Only in English are months written first. */
export const isDayFirst = (text: string, language = 'en'): boolean =>
  language !== 'en' || /(?<!\d)(?:1[3-9]|2\d|3[01])\/\d{1,2}\/\d{4}(?!\d)/.test(text.slice(0, 60_000));

/**
 * The first full date of a short text, with the time of day when one follows; undefined without a valid one.
 *
 * @param dayFirst that "3/4/2026" is of April.
 */
export function fullDate(text: string, dayFirst = false): FoundDate | undefined {
  const found = full.exec(text.slice(0, 400));
  const g = found?.groups;
  if (found === null || g === undefined) return undefined;
  // "3/4/2026" is American unless it cannot be.
  const american = Number(g.a5 ?? 0) <= 12 && !(dayFirst && Number(g.b5 ?? 0) <= 12);
  const short = g.y9 ?? g.y10;
  const year = Number(
    short === undefined ? (g.y1 ?? g.y2 ?? g.y3 ?? g.y4 ?? g.y5 ?? g.y6 ?? g.y7 ?? g.y8) : `20${short}`,
  );
  const named = (g.n2 ?? g.n3 ?? g.n7 ?? g.n9 ?? g.n10)?.toLowerCase();
  const numbered = g.m1 ?? g.m4 ?? g.m6 ?? g.m8 ?? (american ? g.a5 : g.b5);
  const monthNo = named === undefined ? Number(numbered) : (monthOf.get(named) ?? 0);
  const day = Number(
    g.d1 ?? g.d2 ?? g.d3 ?? g.d4 ?? g.d6 ?? g.d7 ?? g.d8 ?? g.d9 ?? g.d10 ?? (american ? g.b5 : g.a5),
  );
  if (year < 1900 || year > 2100 || monthNo < 1 || monthNo > 12 || day < 1 || day > 31) return undefined;
  let end = found.index + found[0].length;
  let time = g.t7 === undefined ? '' : `T${g.t7.padStart(5, '0')}:00Z`;
  const clock = g.t7 === undefined ? clockFollowing(text.slice(end, end + 30)) : undefined;
  if (clock !== undefined) {
    time = clock.time;
    end += clock.length;
  }
  const figures = (g.d4 ?? g.a5) !== undefined && day <= 12 && day !== monthNo;
  return {
    iso: `${year}-${pad(monthNo)}-${pad(day)}${time}`,
    start: found.index,
    end,
    ...(figures ? { other: `${year}-${pad(day)}-${pad(monthNo)}${time}` } : {}),
  };
}

const pad = (value: number) => String(value).padStart(2, '0');

/** The time of day that follows a day, as of "T10:00:00Z", and how long it is written; undefined where none follows. */
export function clockFollowing(text: string): { time: string; length: number } | undefined {
  const [whole = '', h = '0', m = '0', half] = clockAfter.exec(text.slice(0, 30)) ?? [];
  if (whole === '') return undefined;
  const hour = (Number(h) % (half === undefined ? 24 : 12)) + (half?.toLowerCase() === 'p' ? 12 : 0);
  return { time: Number(m) < 60 ? `T${pad(hour)}:${m}:00Z` : '', length: whole.length };
}

const clock = /^[^\p{L}\p{N}]{0,4}(\d{1,2})[:.h](\d\d)(?::\d\d)?(?:\s?([ap])\.?m\b)?(?!\d)/iu;

/** The time of day that a text begins with, on a day that is known from elsewhere; undefined without either. */
export function clockOn(text: string, day: string | null | undefined): string | undefined {
  const [, h = '', m = '', half] = clock.exec(text.slice(0, 40)) ?? [];
  if (h === '' || day === null || day === undefined) return undefined;
  const hour = half === undefined ? Number(h) : (Number(h) % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  if (hour > 23 || Number(m) > 59) return undefined;
  return `${day.slice(0, 10)}T${String(hour).padStart(2, '0')}:${m}:00Z`;
}
