import type { Category } from '../../domain/event.ts';
import type { Stamp } from '../document/block.ts';
import { columns } from '../document/headings.ts';
import type { Candidate, Context } from '../features/context.ts';
import { type Scorer, sigmoid } from '../scoring/linear.ts';
import { type Direction, daysIn, midnight, type NamedDay } from './find.ts';

/** A time that may be that of an event: a day that its words name, or the day it was said. */
export type TimeOption = { iso: string; features: string[]; from: 'named' | Stamp['from'] | 'document' };

/** What is said, asked, promised, decided or judged happens when it is said. */
const saying: ReadonlySet<Category> = new Set(['Commitment', 'Decision', 'Feedback', 'Collaboration']);

const before = (text: string, day: NamedDay): string =>
  text
    .slice(Math.max(0, day.start - 24), day.start)
    .toLowerCase()
    .match(/[\p{L}]+/gu)
    ?.slice(-2)
    .join('_') ?? '';
const lastWord = (words: string): string => words.split('_').at(-1) ?? '';

/** The times an event may have, with the reasons for none. */
export type TimeChoice = { options: readonly TimeOption[]; none: readonly string[] };

/** The times an event may have, and the days that may be due. */
export function timesOf(
  { unit, features: known }: Candidate,
  category: Category,
  { language, genre }: Context,
  dated: { iso: string | undefined; from: 'document' },
): { when: TimeChoice; due: TimeOption[] } {
  const { block } = unit;
  const has = new Set(known);
  // What is quoted was said before, and only its own head says when.
  const quoted = block.kind === 'quoted' || unit.text.startsWith('>');
  const around = dated.iso === undefined ? undefined : { iso: dated.iso, from: dated.from };
  const stamp = block.stamp ?? around;
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
    // The day of a row of a timeline is when it happened.
    if (columns.date.test(head) && !block.cells.some((cell) => columns.owner.test(cell.head))) return [];
    const [day] = daysIn(text, language, reference, 'forward');
    return day === undefined ? [] : [{ head, day }];
  });
  const said = saying.has(category) ? 'said' : 'fact';
  const heading = block.path.findLast(({ announces }) => announces !== undefined)?.announces ?? 'none';
  const days = named.length > 0 ? 'days' : 'nodays';
  const speaker = block.speaker === undefined ? 'unspoken' : 'spoken';
  const form = known.find((name) => /^verb:\w+$/.test(name)) ?? 'verb:unknown';
  const looks = known.filter((name) =>
    /^(?:looks:(?:did|doing|order|question|todo|thanks|praise)|c:(?:done|underway|meet|request|change|decide|vote|release|incident|praise|opinion|promise))$/.test(
      name,
    ),
  );
  const reasons = [
    category,
    said,
    `${said}:${genre}`,
    `${category}:${genre}`,
    `${said}:${tense}`,
    `${category}:${tense}`,
    `${said}:${form}`,
    `${category}:${heading}`,
    `${said}:${genre}:${tense}`,
    `${said}:${speaker}`,
    `${genre}:${tense}`,
    `${said}:box:${block.box ?? 'none'}`,
    `${category}:${block.kind}`,
    days,
    `${said}:${days}`,
    ...looks.map((name) => `${said}:${name}`),
  ];
  const options: TimeOption[] = named.map((day) => ({
    iso: day.iso,
    from: 'named',
    features: [
      'named',
      `day:${day.kind}`,
      `named:${category}`,
      `before:${lastWord(before(unit.text, day))}`,
      `named:${said}:${tense}`,
      `order:${reference === undefined ? 'unknown' : day.iso > reference ? 'after' : day.iso < reference.slice(0, 10) ? 'before' : 'same'}:${category}`,
      day.start < 3 ? 'place:start' : 'place:later',
    ],
  }));
  if (stamp !== undefined && !(quoted && block.stamp === undefined))
    options.push({
      iso: midnight(stamp.iso),
      from: stamp.from,
      features: [
        'context',
        `from:${stamp.from}`,
        `from:${stamp.from}:${said}`,
        `from:${stamp.from}:${category}`,
        `from:${stamp.from}:${genre}`,
        `from:${stamp.from}:${heading}`,
        ...(quoted ? ['quoted'] : []),
        ...(stamp.from === 'entry' && stamp.iso.includes('T') ? ['timed', `timed:${said}`] : []),
        ...reasons,
      ],
    });
  const when = { options, none: ['none'] };
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

/** The most probable option, if it is probable enough beside having no time. */
export function chooseTime({ options, none }: TimeChoice, scorer: Scorer, least: number): string | null {
  const powers = options.map(({ features }) => Math.exp(scorer(features)[0] ?? 0));
  const all = powers.reduce((sum, power) => sum + power, Math.exp(scorer(none)[0] ?? 0));
  const most = Math.max(0, ...powers);
  return most / all < least ? null : (options[powers.indexOf(most)]?.iso ?? null);
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
