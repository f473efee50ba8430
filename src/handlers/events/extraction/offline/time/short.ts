/** Days in figures without a year, as German writes them: "am 14.8.", "bis zum 3. 9.". */

/** A number of a section or a version looks alike: a word for a time, a day of the week or another such day stands before it. */
const short =
  /(?<!\p{L})(?:am|zum|bis|vom|von|ab|der|den|dem|seit|und|sowie|oder|zwischen|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|mo|di|mi|do|fr|sa|so)[.,]{0,2} {1,2}(\d{1,2})\. ?(\d{1,2})\.(?!\d| ?\d{2,4}(?!\d|:| Uhr))/giu;

export type ShortDay = { day: number; month: number; start: number; end: number };

export function shortDaysIn(text: string): ShortDay[] {
  return Array.from(text.slice(0, 500).matchAll(short), ({ 0: all, 1: day = '', 2: month = '', index }) => ({
    day: Number(day),
    month: Number(month),
    start: index + all.search(/\d/),
    end: index + all.length,
  })).filter(({ day, month }) => day >= 1 && day <= 31 && month >= 1 && month <= 12);
}

const half = 183 * 86_400_000;

/** The day of that name that is nearest to another, and, where it may only be a later one, not much before it. */
export function nearestTo(reference: string, { day, month }: ShortDay, forward: boolean): string {
  const at = Date.parse(reference);
  const year = new Date(at).getUTCFullYear();
  const dayOf = (of: number) => new Date(Date.UTC(of, month - 1, day)).getTime();
  const week = 7 * 86_400_000;
  const [best = at] = [year - 1, year, year + 1]
    .map(dayOf)
    .filter((one) => (forward ? one >= at - week : one <= at + half))
    .sort((a, b) => Math.abs(a - at) - Math.abs(b - at));
  return new Date(best).toISOString();
}
