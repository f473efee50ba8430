import { utcOf } from '../../domain/time.ts';
import type { DocumentModel } from '../document/block.ts';
import { fullDate } from '../document/dates.ts';

/** The day of a document, and whether its reader can see it there. */
export type Dating = {
  iso: string | undefined;
  from: 'document';
  /** Where the document states its day; `other` if it has other days only, `nowhere` if none. */
  stated: 'title' | 'head' | 'top' | 'text' | 'other' | 'nowhere' | 'unknown';
  /** How many days it names in full. */
  days: 'none' | 'one' | 'few' | 'many';
};

const longest = 60_000;
const mostLines = 600;
/** Lines that a reader takes for the head of a document. */
const top = 12;

/** How a document is dated, for all of its events. */
export function datingOf(
  known: { day: string | null | undefined; title: string | null; sent?: string | null },
  model: DocumentModel,
  text: string,
): Dating {
  const iso = utcOf(known.day ?? '') ?? model.date ?? utcOf(known.sent ?? '');
  const day = iso?.slice(0, 10);
  const lines = text.slice(0, longest).split('\n', mostLines);
  const found = lines.map((line) => fullDate(line)?.iso.slice(0, 10));
  const different = new Set(found.filter((one) => one !== undefined)).size;
  const at = found.indexOf(day);
  /** A day in the first line, as of plain minutes, is that of the document. */
  const first = lines.findIndex((line) => line.trim() !== '');
  const stated =
    day === undefined
      ? 'unknown'
      : fullDate(known.title ?? '')?.iso.slice(0, 10) === day
        ? 'title'
        : model.date?.slice(0, 10) === day || at === first
          ? 'head'
          : at === -1
            ? different > 0
              ? 'other'
              : 'nowhere'
            : at < top
              ? 'top'
              : 'text';
  return {
    iso,
    from: 'document',
    stated,
    days: different === 0 ? 'none' : different === 1 ? 'one' : different < 6 ? 'few' : 'many',
  };
}
