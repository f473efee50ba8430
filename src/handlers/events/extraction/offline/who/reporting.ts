import { ordinaryIn } from './ordinary.ts';

/** The organisation that a text reports of as "we": by its title, or by what its sentences say. */

const word = String.raw`\p{Lu}[\p{L}\p{N}.&-]{0,30}[\p{L}\p{N}]`;
const name = `(${word}(?: (?:(?:of|for|the) ){0,2}${word}){0,4})`;
/** "At Example, we …", "we at Example", "The Example Fund continues our mission". */
const ours = [
  new RegExp(String.raw`(?<!\p{L})(?:[Hh]ere )?[Aa]t (?:the )?${name}, we(?!\p{L})`, 'u'),
  new RegExp(String.raw`(?<!\p{L})[Ww]e,? (?:here )?at (?:the )?${name}(?!\p{L})`, 'u'),
];
const first = new RegExp(
  String.raw`(?:^|[.!]\s|\n)(?:The )?${name} \p{Ll}{3,14}s our (?:mission|work|vision|goals?|purpose|journey|members|efforts)(?!\p{L})`,
  'u',
);

const onlyName = new RegExp(`^${word}(?: ${word}){0,3}$`, 'u');
/** Names of several words. */
const names = new RegExp(`(?<![\\p{L}\\p{N}._-])${word}(?: ${word}){1,4}`, 'gu');

/** Words of titles that say what kind of report it is, and of what time. */
const kinds =
  /(?<!\p{L})(?:(?:(?:semi-?)?annual|yearly|quarterly|(?:bi-?)?monthly|(?:bi-?)?weekly|status|progress|impact|transparency|activity|activities|financial) )?(?:report|reports|update|updates|newsletter|review|jahresbericht|tätigkeitsbericht|monatsbericht|rapport(?: d['’]activité| annuel| moral)?|bilan|informe(?: anual)?|memoria(?: anual)?|boletín)(?!\p{L})|(?<!\p{L})(?:q[1-4]|h[12])(?!\p{L})/giu;
const rest =
  /(?<!\p{L})(?:for|of|the|in|from|year|quarter|january|february|march|april|may|june|july|august|september|october|november|december|first|second|third|fourth)(?!\p{L})|(?<!\p{L})(?:19|20)\d\d(?:[-/]\d\d(?:\d\d)?)?|[^\p{L}\p{N}\s.&-]/giu;

/**
 * The organisation whose report a text is.
 *
 * @param told whether the text speaks of "we".
 */
export function reportingIn(
  title: string | null,
  text: string,
  told: boolean,
  language: string,
): string | undefined {
  if (!told) return undefined;
  const body = text.slice(0, 60_000);
  const said = ours.map((pattern) => pattern.exec(body)?.[1]).find((found) => found !== undefined);
  if (said !== undefined) return said;
  const titled = titledIn(title ?? '');
  const isOrdinary = ordinaryIn(body, language);
  if (titled !== undefined && !titled.split(' ').every(isOrdinary)) {
    if (body.includes(titled)) return titled;
    const meant = /^\p{Lu}{3,6}$/u.test(titled) ? meaningOf(titled, body) : undefined;
    if (meant !== undefined) return meant;
  }
  return first.exec(body.slice(0, 1500))?.[1];
}

/** What remains of the title of a report without words of kind and time: "Example" of "2026 Q2 Example report". */
function titledIn(title: string): string | undefined {
  const short = title.slice(0, 120);
  const without = short.replace(kinds, ' ');
  if (without === short) return undefined;
  const left = without
    .replace(rest, ' ')
    .replace(/\s{1,200}/g, ' ')
    .replace(/^[\s-]+|[\s-]+$/g, '');
  return onlyName.test(left) ? left : undefined;
}

/** The name in a text that letters stand for: "OpenGardens Belgium" of "OGBE". */
function meaningOf(short: string, body: string): string | undefined {
  const counts = new Map<string, number>();
  for (const [found] of body.matchAll(names))
    if (isShortOf(short.toLowerCase(), found)) counts.set(found, (counts.get(found) ?? 0) + 1);
  return [...counts].toSorted((a, b) => b[1] - a[1])[0]?.[0];
}

/** Whether letters are the beginnings of all words, and of the parts of words with capitals within, of a name. */
function isShortOf(short: string, found: string): boolean {
  const parts = (found.match(/\p{Lu}\p{Ll}*/gu) ?? []).map((part) => part.toLowerCase());
  const from = (at: number, part: number): boolean => {
    const own = parts[part];
    if (own === undefined) return at === short.length;
    for (
      let many = 1;
      many <= 2 && own.startsWith(short.slice(at, at + many)) && at + many <= short.length;
      many += 1
    )
      if (from(at + many, part + 1)) return true;
    return false;
  };
  return parts.length > 1 && parts.length <= short.length && from(0, 0);
}
