import { utcOf } from '../../domain/time.ts';
import type { DocumentModel } from '../document/block.ts';
import { fullDate } from '../document/dates.ts';
import { heldOn } from '../document/held.ts';
import type { Language } from '../document/language.ts';
import { daysIn } from './find.ts';

/** The day of a document, and whether its reader can see it there. */
export type Dating = {
  iso: string | undefined;
  from: 'document';
  /** Where the document states its day; `other` if it has other days only, `nowhere` if none; `announced` if it tells news. */
  stated: 'title' | 'head' | 'top' | 'text' | 'other' | 'nowhere' | 'announced' | 'unknown';
  /** The day of the incident that it tells of. */
  incident: string | undefined;
  /** Whether it says when what it tells of took place. */
  held: boolean;
  /** The next meeting that it announces. */
  meeting: string | undefined;
  /** The day by which it says that all tasks are due. */
  tasks: string | undefined;
  /** How many days it names in full. */
  days: 'none' | 'one' | 'few' | 'many';
};

const longest = 60_000;
const mostLines = 600;
/** Lines that a reader takes for the head of a document. */
const top = 12;

/** What is due by the next meeting. */
export const nextMeeting =
  /(?<!\p{L})(?:(?:next|upcoming|following) (?:\p{L}+ )?(?:meeting|call|session|assembly)|(?:nächsten?|kommenden?) (?:sitzung|treffen|besprechung|\p{L}*versammlung|termin)|(?:prochaine?|prochains?) (?:réunion|séance|assemblée|rendez-vous|rencontre|conseil|ca)|próximas? (?:reuni[oó]n(?:es)?|sesi[oó]n|llamada|asamblea|junta))(?!\p{L})/iu;
const allTasks =
  /(?<!\p{L})(?:(?:all|every)(?: of)?(?: the| these| open)? (?:tasks?|action items?|actions|items|to-?dos?)|alle (?:\p{L}+ )?(?:aufgaben|punkte|maßnahmen)|toutes les (?:tâches|actions)|todas las (?:tareas|acciones))(?!\p{L})/iu;
/** What introduces a day by which something is due. */
export const limits =
  /(?<!\p{L})(?:by|until|till|before|due|deadline|bis|frist|avant|d['’]ici|échéance|hasta|antes|plazo)(?!\p{L})/iu;

/** A post that tells news of its own day. */
const announced =
  /(?<!\p{L})(?:(?:happy|pleased|proud|excited|thrilled|like|delighted) to (?:announce|present|introduce|release)|we (?:are|'re) announcing|announcing|today(?:,| we| i|['’]s)|(?:ab|seit) heute|heute|aujourd['’]hui|nous (?:annonçons|avons le plaisir)|hoy|anunciamos)(?!\p{L})/iu;

/** The first day that is named in, or just below, a line of a kind. */
function dayBelow(
  lines: readonly string[],
  language: Language,
  reference: string | undefined,
  isMeant: (line: string) => boolean,
  below = 4,
): string | undefined {
  const at = lines.findIndex((line) => line.length < 500 && isMeant(line));
  if (at === -1 || reference === undefined) return undefined;
  for (const line of lines.slice(at, at + below)) {
    const day = daysIn(line.slice(0, 300), language, reference, 'forward').find(
      ({ iso }) => iso.slice(0, 10) > reference.slice(0, 10),
    );
    if (day !== undefined) return day.iso;
  }
  return undefined;
}

/** How a document is dated, for all of its events. */
export function datingOf(
  known: { day: string | null | undefined; title: string | null; sent?: string | null },
  model: DocumentModel,
  text: string,
  language: Language,
): Dating {
  const iso =
    (model.held === undefined ? undefined : utcOf(model.held)) ??
    utcOf(known.day ?? '') ??
    model.date ??
    utcOf(known.sent ?? '');
  const day = iso?.slice(0, 10);
  const lines = text.slice(0, longest).split('\n', mostLines);
  const found = lines.map((line) => fullDate(line, model.dayFirst)?.iso.slice(0, 10));
  const named = new Set(found.filter((one) => one !== undefined));
  const different = named.size;
  const at = found.indexOf(day);
  /** A day in the first line, as of plain minutes, is that of the document. */
  const first = lines.findIndex((line) => line.trim() !== '');
  const stated =
    day === undefined
      ? 'unknown'
      : fullDate(known.title ?? '', model.dayFirst)?.iso.slice(0, 10) === day
        ? 'title'
        : model.date?.slice(0, 10) === day || at === first
          ? 'head'
          : at === -1
            ? announced.test(text.slice(0, 2000))
              ? 'announced'
              : // That its subject has a day says nothing of its own.
                [...named].some((one) => one !== model.incident)
                ? 'other'
                : 'nowhere'
            : at < top
              ? 'top'
              : 'text';
  return {
    iso,
    from: 'document',
    incident: model.incident,
    held: day !== undefined && day === (model.held ?? heldOn(text, model.dayFirst))?.slice(0, 10),
    meeting: dayBelow(lines, language, iso, (line) => nextMeeting.test(line)),
    tasks: dayBelow(lines, language, iso, (line) => allTasks.test(line) && limits.test(line), 1),
    stated,
    days: different === 0 ? 'none' : different === 1 ? 'one' : different < 6 ? 'few' : 'many',
  };
}
