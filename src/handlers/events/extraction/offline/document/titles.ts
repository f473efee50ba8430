import { fullDate } from './dates.ts';
import { below, bullet, type Line } from './lines.ts';
import type { Span } from './whole.ts';

/** The level of a heading by its marks: `## x`, a bold line, `1.2 X`; undefined without them. */
export function markedLevel(line: string): number | undefined {
  const hashes = /^#{1,6}(?=\s)/.exec(line)?.[0];
  if (hashes !== undefined) return hashes.length;
  const equals = /^={1,5}(?=\s)/.exec(line)?.[0];
  if (equals !== undefined && line.length < 200) return equals.length;
  if (line.length < 120 && /^\*{2,3}[^*]+\*{2,3}:?$|^__[^_]+__:?$/.test(line)) return 7;
  return undefined;
}

/** "Version 4.5.2 - 17/02/2026": a release and its day, in a list of changes without marks. */
export function isRelease(body: string): boolean {
  if (body.length >= 100 || !/\d\.\d/.test(body)) return false;
  const day = fullDate(body);
  if (day === undefined) return false;
  const rest = `${body.slice(0, day.start)} ${body.slice(day.end)}`;
  return (
    /(?<![\d.])v?\d{1,4}\.\d{1,4}/i.test(rest) &&
    !/[.!?;]$/.test(body) &&
    rest.trim().split(/\s+/).length <= 7
  );
}

/** The title that a line below it underlines. "1.4.1 (November 25, 2016)" is a version and its day, not a point of a list. */
export function titleOf(text: string, { start, end }: Span): string {
  const own = text.slice(start, end);
  const from = text.lastIndexOf('\n', start - 1) + 1;
  return /^\d+(?:\.\d+){1,3} +$/.test(text.slice(from, start)) && fullDate(own) !== undefined
    ? text.slice(from, end)
    : own;
}

/** Where a short line stands, which decides whether it is a title. */
export type Place = 'apart' | 'within' | 'numbered' | 'item';

/** "Then I mended the": what is told by someone, and broken off. */
const told = /(?<!\p{L})(?:I|[Ww]e|[Ii]ch|[Ww]ir|[Jj]e|[Nn]ous) \p{Ll}/u;

/** A short line without a full stop: a title if it ends in a colon, or if it is set apart with more text below. */
export function isTitle(body: string, text: string, line: Line, place: Place): boolean {
  if (body.length >= 60 || /[([]\S*$/.test(body) || !/^[^.!?;,:]+:?$/.test(body)) return false;
  const words = body.split(/\s+/);
  if (body.endsWith(':')) return place !== 'within' || /^[\p{Lu}\d*_]/u.test(body);
  if (place === 'item' || words.length > 6 || !/^[\p{Lu}\d]/u.test(body)) return false;
  const from = below(text, line);
  const next = /^[ \t]*([^\r\n]*)/.exec(text.slice(from, from + 300))?.[1] ?? '';
  if (place === 'numbered') return next !== '' && !bullet.test(next);
  if (place === 'apart')
    return (
      next === '' ||
      bullet.test(next) ||
      (!told.test(body) && /^[\p{Lu}\d"“*[]/u.test(next) && (next.length > 60 || words.length <= 2))
    );
  return words.length <= 3 && bullet.test(next);
}
