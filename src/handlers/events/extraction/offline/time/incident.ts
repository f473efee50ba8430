import type { Language } from '../document/language.ts';
import { daysIn } from './find.ts';

/** A text that tells of one thing that went wrong. */
const tells =
  /(?<!\p{L})(?:post[- ]?mortems?|incidents?|outages?|downtime|disruption|störung|ausfall|vorfall|panne|incidencias?|incidentes?|interruption de service)(?!\p{L})/iu;
/** A sentence that says what happened on the day that it names. */
const happened =
  /(?<!\p{L})(?:post[- ]?mortem|incidents?|outages?|down(?:time)?|degrad\p{L}*|disrupt\p{L}*|unavailable|vulnerability|compromised?|leaked|attack\p{L}*|fail(?:ed|ure|ures|ing)?|broken|unreachable|error|errors|offline|lost|breach|störung|ausfall|ausgefallen|nicht erreichbar|vorfall|panne|indisponible|incidente?|caída|starting|began|started|identified|noticed|discovered|received)(?!\p{L})/iu;
/** Texts that tell of an incident are written soon after it. */
const longest = 40 * 86_400_000;
const start = 1500;

/**
 * The day of the incident that a text tells of, by its title or its first sentences; undefined where it tells of none, or
 * gives no day up to its own.
 *
 * @param day of the text itself, ISO 8601.
 */
export function incidentDay(
  title: string | null,
  text: string,
  language: Language,
  day: string | null | undefined,
): string | undefined {
  const own = day?.slice(0, 10);
  if (own === undefined || !(tells.test(title ?? '') || tells.test(text.slice(0, start)))) return undefined;
  const reference = `${own}T12:00:00Z`;
  const last = Date.parse(`${own}T23:59:59Z`);
  const dayIn = (line: string) =>
    daysIn(line, language, reference, 'backward')
      .filter(({ kind }) => kind === 'full' || kind === 'day')
      .map(({ iso }) => iso.slice(0, 10))
      .find((iso) => Date.parse(iso) <= last && last - Date.parse(iso) < longest);
  const titled = dayIn(title ?? '');
  if (titled !== undefined) return titled;
  const matter = /^---\n[\s\S]{0,1500}?\n---\n/.exec(text)?.[0].length ?? 0;
  for (const line of text.slice(matter, matter + start).split('\n')) {
    const found = happened.test(line) ? dayIn(line.slice(0, 400)) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}
