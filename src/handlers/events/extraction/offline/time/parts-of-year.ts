import { monthNumber, monthWords } from '../document/dates.ts';
import type { Language } from '../document/language.ts';

/** Parts of a month or a year that a text names by themselves: "mid-December", "end of Q1", "vor Weihnachten". */

const month = `(?<month>${monthWords})\\b\\.?(?:,? (?:de )?(?<year>20\\d\\d)\\b)?`;
const parts: Record<Language, RegExp> = {
  en: new RegExp(
    String.raw`(?<!\p{L})(?:(?<early>early|(?:the )?(?:start|beginning) of)|(?<mid>mid|(?:the )?middle of)|(?<late>late|(?:the )?end of)|eo)[- ](?:in )?(?:${month}|q(?<quarter>[1-4])(?:,? (?<ofQuarter>20\d\d))?\b)`,
    'iu',
  ),
  de: new RegExp(
    String.raw`(?<!\p{L})(?:(?<early>anfang)|(?<mid>mitte)|(?<late>ende))(?: des)? (?:${month}|(?:q|(?=\d\. ))(?<quarter>[1-4])(?:\. Quartals?)?(?: (?<ofQuarter>20\d\d))?(?!\d))`,
    'iu',
  ),
  fr: new RegExp(
    String.raw`(?<!\p{L})(?:(?<early>début)|(?<mid>mi)|(?<late>fin))[- ](?:du |de )?(?:${month}|[tq](?<quarter>[1-4])(?: (?<ofQuarter>20\d\d))?(?!\d))`,
    'iu',
  ),
  es: new RegExp(
    String.raw`(?<!\p{L})(?:(?<early>principios)|(?<mid>mediados)|(?<late>fin(?:al(?:es)?)?)) del? (?:${month}|[tq](?<quarter>[1-4])(?: (?<ofQuarter>20\d\d))?(?!\d))`,
    'iu',
  ),
};
const christmas =
  /(?<!\p{L})(?:before|by|until|vor|bis|avant|d['’]ici|antes de(?: la)?|para)(?: zu)? (?:christmas|xmas|weihnachten|(?:la )?no[ëe]l|navidad(?:es)?)(?!\p{L})/iu;

/** The last day of each part: of the beginning of a month its tenth, of its middle the fifteenth. */
export function namedPartsIn(text: string, language: Language, from: Date): { day: Date; start: number }[] {
  const found: { day: Date; start: number }[] = [];
  const at = parts[language].exec(text);
  const { early, mid, month: name, year, quarter, ofQuarter } = at?.groups ?? {};
  // "Anfang Q1" is no day that anybody is held to.
  const last = quarter === undefined ? monthNumber(name) : (early ?? mid) ? undefined : Number(quarter) * 3;
  if (at !== null && last !== undefined) {
    const stated = Number(year ?? ofQuarter ?? 0);
    const of = stated || from.getUTCFullYear() + (last <= from.getUTCMonth() ? 1 : 0);
    const day = new Date(
      quarter === undefined && early !== undefined
        ? Date.UTC(of, last - 1, 10)
        : quarter === undefined && mid !== undefined
          ? Date.UTC(of, last - 1, 15)
          : Date.UTC(of, last, 0),
    );
    // "Early November" of the end of November is over.
    if (day >= from) found.push({ day, start: at.index });
  }
  const feast = christmas.exec(text);
  if (feast !== null) {
    const day = new Date(Date.UTC(from.getUTCFullYear(), 11, 24));
    if (day >= from) found.push({ day, start: feast.index + feast[0].lastIndexOf(' ') + 1 });
  }
  return found;
}
