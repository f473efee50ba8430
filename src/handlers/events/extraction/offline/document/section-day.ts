import { fullDate } from './dates.ts';
import type { Reading } from './reading.ts';
import { isOnlyDay } from './short-days.ts';
import type { Place } from './titles.ts';

/** What stands beside the day of a section in a line of its own: "Release date: 2026-07-09", "*Released on 9 July 2026*". */
const key =
  /^(?:(?:date|day) of (?:the )?release|release[- ]date|date|released|published|veröffentlicht|erschienen|datum|publié|publiée|date de (?:publication|sortie)|publicad[oa]|fecha(?: de (?:publicación|lanzamiento))?)(?: (?:on|am|le|el))?$/i;
/** "Walnut (v6.2.2)": the heading of a release. */
const isVersion = (text: string): boolean => /\bv?\d+\.\d+/.test(text) && text.split(/\s+/).length <= 4;

/**
 * Reads a line right below a heading that says no more than a day as the day of its section. Below the first heading
 * such a day is that of the whole document, unless the heading is that of a release.
 */
export function datesSection({ build }: Reading, line: string): boolean {
  const section = build.path.at(-1);
  if (section === undefined || section.iso !== undefined || line.length > 80) return false;
  if (build.block !== undefined || build.model.blocks.at(-1)?.path.at(-1) === section) return false;
  if (build.model.blocks.length === 0 && !isVersion(section.text)) return false;
  const day = fullDate(line, build.model.dayFirst);
  if (day === undefined) return false;
  const rest = `${line.slice(0, day.start)} ${line.slice(day.end)}`.replace(/[*_:()[\]|.,\s]+/g, ' ').trim();
  if (rest !== '' && !key.test(rest)) return false;
  section.iso = day.iso;
  build.day = day.iso;
  return true;
}

/** A line that is no more than a day, apart from what is above it: "Tuesday, 26 March" above what is done then. */
export const isDayAlone = (line: string, place: Place): boolean =>
  place === 'apart' && line.length < 40 && isOnlyDay(line);
