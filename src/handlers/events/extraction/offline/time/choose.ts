import type { Category } from '../../domain/event.ts';
import type { Stamp } from '../document/block.ts';
import type { Candidate, Context } from '../features/context.ts';
import { type Scorer, sigmoid } from '../scoring/linear.ts';
import { type Direction, daysIn, midnight, type NamedDay } from './find.ts';

/** A time that may be that of an event: a day that its words name, or the day it was said. */
export type TimeOption = { iso: string; features: string[]; from: 'named' | Stamp['from'] | 'document' };

const before = (text: string, day: NamedDay): string =>
  text
    .slice(Math.max(0, day.start - 24), day.start)
    .toLowerCase()
    .match(/[\p{L}]+/gu)
    ?.slice(-2)
    .join('_') ?? '';
const lastWord = (words: string): string => words.split('_').at(-1) ?? '';

/** The times an event may have, and the days that may be due. */
export function timesOf(
  { unit, features: known }: Candidate,
  category: Category,
  { language, genre }: Context,
  dated: { iso: string | undefined; from: 'document' },
): { when: TimeOption[]; due: TimeOption[] } {
  const { block } = unit;
  const has = new Set(known);
  const stamp = block.stamp ?? (dated.iso === undefined ? undefined : { iso: dated.iso, from: dated.from });
  const reference = stamp === undefined ? undefined : midnight(stamp.iso);
  const future = has.has('c:future') || category === 'Commitment';
  const direction: Direction = future ? 'forward' : 'backward';
  const named = daysIn(unit.text, language, reference, direction);
  const tense =
    has.has('verb:past') || has.has('verb:perfect')
      ? 'past'
      : has.has('verb:future') || has.has('c:future')
        ? 'future'
        : has.has('c:past')
          ? 'pastish'
          : 'now';
  const cells = block.cells.flatMap(({ head, text }) => {
    const [day] = daysIn(text, language, reference, 'forward');
    return day === undefined ? [] : [{ head, day }];
  });
  const when: TimeOption[] = named.map((day) => ({
    iso: day.iso,
    from: 'named',
    features: [
      'from:named',
      `day:${day.kind}`,
      `category:${category}`,
      `before:${lastWord(before(unit.text, day))}`,
      `before2:${before(unit.text, day)}`,
      `named:${category}:${tense}`,
      `order:${reference === undefined ? 'unknown' : day.iso > reference ? 'after' : day.iso < reference.slice(0, 10) ? 'before' : 'same'}:${category}`,
      day.start < 3 ? 'place:start' : 'place:later',
    ],
  }));
  if (stamp !== undefined)
    when.push({
      iso: midnight(stamp.iso),
      from: stamp.from,
      features: [
        'from:context',
        `from:${stamp.from}`,
        `context:${category}`,
        `context:${category}:${tense}`,
        `context:${category}:${stamp.from}`,
        `genre:${genre}:${category}`,
        `genre:${genre}:${stamp.from}`,
        named.length > 0 ? 'context:days' : 'context:nodays',
        `context:${category}:${named.length > 0 ? 'days' : 'nodays'}`,
        block.box === undefined ? 'box:none' : `box:${block.box}`,
        `kind:${block.kind}:${category}`,
        ...known
          .filter((feature) => /^(?:c:|heading:[^:]+$|kind:\w+$|verb:\w+$)/.test(feature))
          .map((feature) => `${feature}|${category}`),
        ...known.filter((feature) => /^(?:c:|heading:[^:]+$|looks:|first:)/.test(feature)),
      ],
    });
  const due: TimeOption[] = [
    ...named.map(
      (day): TimeOption => ({
        iso: day.iso,
        from: 'named',
        features: [
          'due:named',
          `due:${day.kind}`,
          `due:${category}`,
          `due:${tense}`,
          `before:${lastWord(before(unit.text, day))}`,
          `before2:${before(unit.text, day)}`,
          `due:${category}:${reference !== undefined && day.iso > reference ? 'after' : 'before'}`,
          has.has('c:deadline') ? 'due:cue' : 'due:nocue',
        ],
      }),
    ),
    ...spansIn(unit.text, reference).map(
      (iso): TimeOption => ({
        iso,
        from: 'named',
        features: ['due:span', `due:${category}`, `due:${tense}`],
      }),
    ),
    ...cells.map(
      ({ head, day }): TimeOption => ({
        iso: day.iso,
        from: 'entry',
        features: ['due:cell', `head:${head.slice(0, 20)}`, `due:${category}`],
      }),
    ),
  ];
  return { when, due };
}

const span =
  /\b(?:within|in(?: the next)?|innerhalb von|nach(?: ca\.?)?|dans(?: les)?|d'ici|sous|en|dentro de) (\d{1,2}|one|two|three|four|a|einer|zwei|drei|une?|deux|trois|una?|dos|tres) (days?|weeks?|tagen?|wochen?|jours?|semaines?|d[ií]as?|semanas?)\b/i;
const numbers = ['', 'one a einer un une una', 'two zwei deux dos', 'three drei trois tres', 'four'];

/** "within two weeks" of the day it is said: when it is due, not when it happens. */
function spansIn(text: string, reference: string | undefined): string[] {
  const found = span.exec(text.slice(0, 500));
  if (found === null || reference === undefined) return [];
  const [, count = '', unit = ''] = found;
  const many = Number(count) || numbers.findIndex((words) => words.split(' ').includes(count.toLowerCase()));
  const days = /^(?:w|s)/i.test(unit) ? many * 7 : many;
  return [new Date(Date.parse(reference.slice(0, 10)) + days * 86_400_000).toISOString()];
}

/** The most probable option above the threshold. */
export function bestTime(options: readonly TimeOption[], scorer: Scorer, least: number): string | null {
  let best: { iso: string; score: number } | undefined;
  for (const { iso, features } of options) {
    const score = sigmoid(scorer(features)[0] ?? 0);
    if (score >= least && score > (best?.score ?? 0)) best = { iso, score };
  }
  return best?.iso ?? null;
}
