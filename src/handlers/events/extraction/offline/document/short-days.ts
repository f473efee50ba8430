import { clockFollowing, monthNumber, monthWords } from './dates.ts';

/** Days without a year: the first words of an entry of a timeline, or all of a heading. */

/** `month` undefined where the text names none. */
export type ShortDay = { day: number; month: number | undefined; start: number; end: number };

const half = 183 * 86_400_000;

/** The day of that name that is nearest to another, and, where it may only be a later one, not much before it. */
export function nearestTo(
  reference: string,
  { day, month }: Pick<ShortDay, 'day' | 'month'>,
  forward: boolean,
): string {
  const at = Date.parse(reference);
  const now = new Date(at);
  const [year, thisMonth] = [now.getUTCFullYear(), now.getUTCMonth()];
  const week = 7 * 86_400_000;
  const [best = at] = [-1, 0, 1]
    .map((step) =>
      month === undefined ? Date.UTC(year, thisMonth + step, day) : Date.UTC(year + step, month - 1, day),
    )
    .filter((one) => (forward ? one >= at - week : one <= at + half))
    .sort((a, b) => Math.abs(a - at) - Math.abs(b - at));
  return new Date(best).toISOString();
}

const weekday = `(?:mon|tue(?:s)?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|mo|di|mi|do|fr|sa|so|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lunes|martes|miércoles|jueves|viernes|sábado|domingo`;
/** In figures, "3/26" is a day only beside the name of one. */
const leading = new RegExp(
  [
    String.raw`^[^\p{L}\p{N}]{0,6}(?:`,
    String.raw`(?:(?:${weekday})\b\.?,? {1,3})?(?:(?<n1>${monthWords})\b\.? (?<d1>\d{1,2})(?:st|nd|rd|th)?|(?:the |den |le |el )?(?<d2>\d{1,2})(?:st|nd|rd|th|er|\.|º)? (?:of |de )?(?<n2>${monthWords})\b\.?)`,
    String.raw`|(?:${weekday})\b\.?,? {1,3}(?:(?<a>\d{1,2})/(?<b>\d{1,2})|(?<d3>\d{1,2})\.(?<m3>\d{1,2})\.))`,
    String.raw`(?!\d)(?=[*_]{0,3}(?:$|[:|)]| ?[–—-] ?(?!\d)|,? (?:at |um |à |a las )?\d{1,2}[:.h]\d\d))`,
  ].join(''),
  'iu',
);

/**
 * The day that a text begins with, without its year, as of "Tuesday 3/26", "March 26: …" or "12. März – …"; ISO 8601, with the time of
 * day where one follows. Undefined without one.
 *
 * @param near the day that it is near to.
 * @param dayFirst that "3/4" is of April.
 */
export function dayNear(
  text: string,
  near: string | null | undefined,
  dayFirst: boolean,
): string | undefined {
  if (near === null || near === undefined) return undefined;
  const said = text.slice(0, 80);
  const found = leading.exec(said);
  const g = found?.groups;
  if (found === null || g === undefined) return undefined;
  const [first, second] = [Number(g.a ?? 0), Number(g.b ?? 0)];
  const american = second > 12 || (first <= 12 && !dayFirst);
  const month = monthNumber(g.n1 ?? g.n2) ?? Number(g.m3 ?? (american ? first : second));
  const day = Number(g.d1 ?? g.d2 ?? g.d3 ?? (american ? second : first));
  if (day < 1 || day > 31 || month < 1 || month > 12) return undefined;
  const iso = nearestTo(`${near.slice(0, 10)}T00:00:00Z`, { day, month }, false).slice(0, 10);
  return `${iso}${clockFollowing(said.slice(found[0].length))?.time ?? ''}`;
}

/** Whether a text is no more than such a day. */
export function isOnlyDay(text: string): boolean {
  const found = leading.exec(text);
  return found !== null && !/[\p{L}\p{N}]/u.test(text.slice(found[0].length));
}
