import type { Category } from '../../domain/event.ts';
import type { Block } from '../document/block.ts';
import { columns } from '../document/headings.ts';
import type { Candidate, Context } from '../features/context.ts';
import { byThen, lineAbove } from './above.ts';
import { type Dating, limits, nextMeeting } from './dating.ts';
import { deadlinesIn } from './deadlines.ts';
import { daysIn, midnight, type NamedDay } from './find.ts';
import type { TimeOption } from './option.ts';

const weekday =
  /^(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lunes|martes|miércoles|jueves|viernes|sábado|domingo|the|le|el|dem|den)$/;

/** The words before a place in a text, without the day of the week. */
export const before = (text: string, start: number): string =>
  text
    .slice(Math.max(0, start - 32), start)
    .toLowerCase()
    .match(/[\p{L}]+/gu)
    ?.filter((word) => !weekday.test(word))
    .slice(-2)
    .join('_') ?? '';
export const lastWord = (words: string): string => words.split('_').at(-1) ?? '';

/** What a day that limits is led by, in any of the languages: "by Friday", "bis zum 3. Mai". */
const limiting =
  /(?<![\p{L}'’])(?:by|until|till|before|no later than|due|deadline|bis|zum|vor|spätestens|avant|d['’]ici|au plus tard|jusqu['’]au|hasta|antes|para|plazo)(?: \p{L}+){0,1}$/iu;
/** @returns a feature where the words before a day make it a limit. */
export const limitOf = (text: string, start: number, category: Category): string[] => {
  const words = text
    .slice(Math.max(0, start - 40), start)
    .replace(/[^\p{L}'’]+/gu, ' ')
    .trimEnd();
  return limiting.test(words) ? ['limit', `limit:${category}`] : [];
};

/** What somebody hopes or means to do has no day by which it is due. */
const hedged =
  /(?<!\p{L})(?:hop(?:e|es|ing|efully)|aim(?:s|ing)?|plan(?:s|ning|ned)?|expect\p{L}*|should|tr(?:y|ies|ying)|may|might|could|would|potential\p{L}*|likely|probably|perhaps|maybe|shoot(?:ing)?|if|unless|hoffe?n?\p{L}*|sollten?|könnten?|vielleicht|voraussichtlich|wahrscheinlich|wenn|espér\p{L}*|espèr\p{L}*|devrai\p{L}*|peut-être|si|esper\p{L}*|debería\p{L}*|quizás?|probablemente)(?!\p{L})/iu;

/** "As discussed two weeks ago", "since May 21": nothing is due then. */
const since =
  /(?<![\p{L}'’])(?:since|from|after|seit|ab|vom|depuis|après|desde|después de)(?: the| dem| der| le| el)?[ "(]*$/iu;
const isOver = (text: string, { iso, kind, start }: NamedDay, reference: string | undefined): boolean =>
  since.test(text.slice(Math.max(0, start - 24), start)) ||
  (kind === 'relative' && reference !== undefined && iso.slice(0, 10) < reference.slice(0, 10));

const week = 7 * 86_400_000;

/** What is to be done by Friday, as somebody says on a Friday, is due a week later: they would have said "today". */
function ahead(day: NamedDay, reference: string | undefined): NamedDay {
  const isToday = day.kind === 'weekday' && day.iso.slice(0, 10) === reference?.slice(0, 10);
  return isToday ? { ...day, iso: new Date(Date.parse(day.iso) + week).toISOString() } : day;
}

/** A text of several lines, as of a mail in an archive of web pages, on one. */
export const onOneLine = (text: string): string => text.replace(/(?:\s|<br ?\/?>)+/giu, ' ');

/** The day of an entry or section, where it is later than that of the text: what stands there is planned for then. */
export const laterEntry = ({ stamp }: Block, { iso }: Dating): string | undefined =>
  stamp !== undefined &&
  stamp.from !== 'message' &&
  iso !== undefined &&
  stamp.iso.slice(0, 10) > iso.slice(0, 10)
    ? stamp.iso
    : undefined;

/** The days that may be due: those that the sentence, its row, or what introduces it names. */
export function dueOf(
  candidate: Candidate,
  category: Category,
  { language, genre }: Context,
  reference: string | undefined,
  tense: string,
  dated: Dating,
): TimeOption[] {
  const { unit, features: known } = candidate;
  const { block } = unit;
  const { meeting, tasks } = dated;
  const told = onOneLine(unit.text);
  const has = new Set(known);
  const around = [
    `due:${category}`,
    `due:${tense}`,
    has.has('c:deadline') ? 'due:cue' : 'due:nocue',
    `due:${genre}:${category}`,
    ...known
      .filter((name) =>
        /^(?:looks:(?:todo|order|did|date)|c:(?:promise|request|need|done)|box:\w+)$/.test(name),
      )
      .map((name) => `due:${name}`),
  ];
  const isFirm = category === 'Commitment' && tense === 'future' && !hedged.test(told);
  const side = ({ iso }: { iso: string }) =>
    reference === undefined ? 'unknown' : iso >= reference.slice(0, 10) ? 'after' : 'before';
  const named = (source: string, text: string, day: NamedDay): TimeOption => {
    const words = before(text, day.start);
    return {
      iso: day.iso,
      from: 'named',
      features: [
        `due:${source}`,
        `due:${source}:${day.kind}`,
        `before:${lastWord(words)}`,
        `before2:${words}`,
        ...limitOf(text, day.start, category),
        ...(source === 'above' ? [] : [`due:${category}:${side(day)}`, `due:named:${side(day)}`]),
        `due:${source}:${day.start < 4 ? 'first' : 'later'}`,
        ...around,
      ],
    };
  };
  const relative = (source: string, text: string): TimeOption[] =>
    deadlinesIn(text, language, reference).map(({ iso, kind, start }) => {
      const words = before(text, start);
      return {
        iso,
        from: 'named' as const,
        // Who will do it next week has until its end.
        isFirm: isFirm && source === 'named' && /^(?:next|end|span)$/.test(kind),
        features: [
          `due:${source}:${kind}`,
          `due:${kind}`,
          `due:${kind}:${category}`,
          `before:${lastWord(words)}`,
          `before2:${words}`,
          ...limitOf(text, start, category),
          ...around,
        ],
      };
    });
  const introducing = [block.parent ?? lineAbove(candidate), block.path.at(-1)?.text].flatMap((text) =>
    text === undefined ? [] : [text.slice(0, 200)],
  );
  const introductions = introducing.filter((text) => limits.test(text));
  /** A day that the document names elsewhere. */
  const elsewhere = (source: string, iso: string | undefined, isMeant: boolean): TimeOption[] =>
    iso === undefined || !isMeant
      ? []
      : [{ iso: midnight(iso), from: 'named', features: [`due:${source}`, ...around] }];
  const isTask =
    block.kind === 'item' &&
    block.path.findLast(({ announces }) => announces !== undefined)?.announces === 'Commitment';
  const days = (text: string): NamedDay[] =>
    daysIn(text, language, reference, 'forward')
      .filter((day) => !isOver(text, day, reference))
      .map((day) => ahead(day, reference));
  return [
    ...days(told).map((day) => named('named', told, day)),
    ...relative('named', told),
    ...introductions.flatMap((text) => [
      ...days(text).map((day) => named('above', text, day)),
      ...relative('above', text),
    ]),
    ...elsewhere('meeting', meeting, nextMeeting.test(told) && limits.test(told)),
    ...elsewhere('meeting', meeting, nextMeeting.test(block.dueText ?? '')),
    ...elsewhere(
      'then',
      meeting,
      introducing.some((text) => byThen.test(text)),
    ),
    ...elsewhere('tasks', tasks, isTask),
    ...[category === 'Commitment' ? laterEntry(block, dated) : undefined].flatMap((iso): TimeOption[] =>
      iso === undefined
        ? []
        : [{ iso: midnight(iso), from: 'entry', features: ['due:cell', 'cell:due', 'due:entry', ...around] }],
    ),
    ...[block.dueText ?? ''].flatMap((text) =>
      [...days(text), ...deadlinesIn(text, language, reference)].slice(0, 1).map(
        ({ iso, kind }): TimeOption => ({
          iso: midnight(iso),
          from: 'entry',
          features: ['due:cell', 'cell:due', 'due:field', `due:field:${kind}`, ...around],
        }),
      ),
    ),
    ...block.cells.flatMap(({ head, text }): TimeOption[] => {
      // The day of a row of a timeline is when it happened.
      if (columns.date.test(head) && !block.cells.some((cell) => columns.owner.test(cell.head))) return [];
      const [day] = days(text);
      const iso = day?.iso ?? deadlinesIn(text, language, reference)[0]?.iso;
      if (iso === undefined) return [];
      return [
        {
          iso: midnight(iso),
          from: 'entry',
          features: [
            'due:cell',
            `head:${head.slice(0, 20)}`,
            columns.due.test(head) ? 'cell:due' : 'cell:other',
            ...around,
          ],
        },
      ];
    }),
  ];
}
