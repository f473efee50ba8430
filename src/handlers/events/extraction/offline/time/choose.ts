import type { Category } from '../../domain/event.ts';
import type { Candidate, Context } from '../features/context.ts';
import { type Scorer, sigmoid } from '../scoring/linear.ts';
import type { Dating } from './dating.ts';
import { before, dueOf, lastWord, laterEntry, limitOf, onOneLine } from './due.ts';
import { type Direction, daysIn, midnight } from './find.ts';
import type { TimeOption } from './option.ts';
import { partOf } from './parts.ts';

/** What is said, asked, promised, decided or judged happens when it is said. */
const saying: ReadonlySet<Category> = new Set(['Commitment', 'Decision', 'Feedback', 'Collaboration']);

/** Verbs by which minutes tell what somebody said: "Max noted that …". */
const reporting =
  /^base:(?:say|tell|note|mention|suggest|propose|ask|request|explain|report|point|state|agree|disagree|object|comment|remark|recommend|raise|express|concede|argue|think|feel|thank|praise|welcome|present|discuss|clarify|confirm|emphasize|emphasise|stress|promise|offer|volunteer|undertake|announce|remind|respond|reply|answer|wonder|observe)$/;

/** What the words of a sentence tell about its time. */
const telling =
  /^(?:looks:(?:did|doing|order|question|todo|thanks|praise|trouble|was-done|actor|commit|date)|c:(?:done|underway|meet|request|change|decide|vote|release|incident|praise|opinion|promise|problem|risk|past|habit|definition|explain|hypothetical|need|role|join|I|we)|verb:\w+(?::passive)?|heading:\w+|section:(?:verb|looks):[\w-]+|part:\w+)$/;
/** Sections of what was said or asked for at an earlier time. */
const carried =
  /(?<!\p{L})(?:previous|last (?:meeting|call|week|time)|carried|(?:action|task)s?(?: (?:points?|items?))? follow[- ]?ups?|old business|review of (?:the )?(?:action|open)|letzte[rsn]? (?:sitzung|treffen|protokoll)|vorherige|précédente?s?|dernière (?:réunion|séance)|anterior(?:es)?|última reunión)(?!\p{L})/iu;
/** Words of a time that is neither this one nor a day. */
const elsewhen =
  /(?<!\p{L})(?:earlier|recently|previously|lately|last (?:week|month|year|meeting|time|summer|winter|spring|fall|autumn|quarter|call)|(?:years?|months?|weeks?) ago|since (?:\d|then|last|yesterday|early|late|mid|the (?:last|start|beginning|previous)|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\p{L}*|so far|in (?:19|20)\d\d|kürzlich|neulich|letzte[nrsm]? (?:woche|monat|jahr|sitzung|versammlung|treffen)|bisher|seit|im jahr|récemment|dernière(?:ment)?|depuis|en (?:19|20)\d\d|l['’]an dernier|recientemente|últim[oa]|anterior|desde|durante)(?!\p{L})/iu;
const timeOfDay = /(?<![\d:])\d{1,2}:\d\d(?!\d)|\b\d{1,2} ?(?:[ap]\.?m|Uhr|h\d\d|heures)\b|\bUTC\b/;

/** The times an event may have, with the reasons for none. */
export type TimeChoice = { options: readonly TimeOption[]; none: readonly string[] };

/** The times an event may have, and the days that may be due. */
export function timesOf(
  candidate: Candidate,
  category: Category,
  context: Context,
  dated: Dating,
): { when: TimeChoice; due: TimeOption[] } {
  const { unit, features: known } = candidate;
  const { language, genre } = context;
  const { block } = unit;
  const told = onOneLine(unit.text);
  const has = new Set(known);
  // What is quoted was said before, and only its own head says when.
  const quoted = block.kind === 'quoted' || unit.text.startsWith('>');
  const around = dated.iso === undefined ? undefined : { iso: dated.iso, from: dated.from };
  const fact = !saying.has(category);
  const part = genre === 'postmortem' ? partOf(block.path) : undefined;
  // What a report of an incident tells is of the day of the incident; what its authors learnt and plan, of their own.
  const incident =
    part === 'timeline' || (fact && part !== 'lessons' && part !== 'actions') ? dated.incident : undefined;
  // An entry of a later day than the text's own is a plan; what it says is said in the text.
  const later = laterEntry(block, dated);
  const stamp =
    (later !== undefined && !fact ? around : block.stamp) ??
    (incident === undefined ? around : { iso: incident, from: 'document' as const });
  const reference = stamp === undefined ? undefined : midnight(stamp.iso);
  const future = has.has('c:future') || category === 'Commitment';
  const direction: Direction = future ? 'forward' : 'backward';
  const named = daysIn(told, language, reference, direction);
  const tense =
    has.has('verb:past') || has.has('verb:perfect')
      ? 'past'
      : has.has('verb:future') || has.has('c:future')
        ? 'future'
        : has.has('c:past')
          ? 'pastish'
          : 'now';
  const said = fact ? 'fact' : 'said';
  const heading = block.path.findLast(({ announces }) => announces !== undefined)?.announces ?? 'none';
  const days = named.length > 0 ? 'days' : 'nodays';
  const speaker = block.speaker === undefined ? 'unspoken' : 'spoken';
  const form = known.find((name) => /^verb:\w+$/.test(name));
  const looks = known.filter((name) => telling.test(name));
  const person = has.has('c:I') ? 'I' : has.has('c:we') ? 'we' : has.has('c:you') ? 'you' : 'nobody';
  const subject = known.find((name) => name.startsWith('subject:'));
  const clock = timeOfDay.test(told) ? 'clock' : 'noclock';
  const source = stamp?.from ?? 'nowhere';
  const stated = incident === undefined || incident === dated.iso?.slice(0, 10) ? dated.stated : 'title';
  const place = source === 'document' ? stated : source;
  const isCarried = block.path.some(({ text }) => carried.test(text))
    ? ['carried', `carried:${said}`, `carried:${category}`]
    : [];
  const isElsewhen = elsewhen.test(told.slice(0, 400))
    ? ['elsewhen', `elsewhen:${said}`, `elsewhen:${source}`, `elsewhen:${category}`]
    : [];
  const reports = genre === 'minutes' && tense === 'past' && known.some((name) => reporting.test(name));
  const reasons = [
    ...isCarried,
    ...isElsewhen,
    category,
    said,
    `${said}:${genre}`,
    `${category}:${genre}`,
    `${said}:${tense}`,
    `${category}:${tense}`,
    // Only the clauses of English are parsed.
    ...(form === undefined ? [] : [`${said}:${form}`]),
    `${category}:${heading}`,
    `${said}:${genre}:${tense}`,
    `${said}:${speaker}`,
    `${genre}:${tense}`,
    `${said}:box:${block.box ?? 'none'}`,
    `${category}:${block.kind}`,
    days,
    `${said}:${days}`,
    ...looks.map((name) => `${said}:${name}`),
    ...looks.map((name) => `${source}:${name}`),
    ...(reports ? ['reports', `reports:${said}`, `reports:${category}`] : []),
    `${said}:${person}`,
    `${said}:${person}:${tense}`,
    `${category}:${person}`,
    `${category}:${genre}:${person}`,
    ...(subject === undefined ? [] : [`${said}:${subject}`]),
    `${category}:${speaker}:${person}`,
    `${source}:${clock}`,
    `${place}:${genre}:${clock}`,
    `${source}:${clock}:${category}`,
    `${source}:${tense}`,
    `${source}:${tense}:${category}`,
    `${source}:${block.kind}:${said}`,
    `${source}:box:${block.box ?? 'none'}:${category}`,
    `dates:${dated.days}:${source}`,
    `dates:${dated.days}:${source}:${said}`,
    // A day that the document does not state dates little of what it tells.
    ...(source === 'document'
      ? [
          `stated:${stated}`,
          `stated:${stated}:${said}`,
          `stated:${stated}:${category}`,
          `stated:${stated}:${genre}`,
          `stated:${stated}:${genre}:${said}`,
          `stated:${stated}:${speaker}`,
          ...(dated.held ? ['held', `held:${said}`, `held:${category}`] : []),
        ]
      : []),
  ];
  // "I fixed it on Monday" and "it was fixed on Monday" name their day; of two days, or of one that limits, nobody knows.
  const [only, second] = named;
  const isPast = tense === 'past' || has.has('verb:past:passive') || has.has('verb:perfect:passive');
  const isFirm =
    fact &&
    isPast &&
    only !== undefined &&
    second === undefined &&
    limitOf(told, only.start, category).length === 0 &&
    (only.kind === 'full' || !quoted || block.stamp !== undefined) &&
    (reference === undefined || only.iso.slice(0, 10) <= reference.slice(0, 10));
  const options: TimeOption[] = named.map((day) => ({
    iso: day.iso,
    from: 'named',
    isFirm,
    features: [
      'named',
      `day:${day.kind}`,
      `named:${category}`,
      `before:${lastWord(before(told, day.start))}`,
      `named:${said}:${tense}`,
      ...limitOf(told, day.start, category),
      // "This morning".
      ...(day.kind === 'relative' && day.iso.slice(0, 10) === reference?.slice(0, 10)
        ? ['own', `own:${said}`, `own:${tense}`]
        : []),
      `order:${reference === undefined ? 'unknown' : day.iso > reference ? 'after' : day.iso < reference.slice(0, 10) ? 'before' : 'same'}:${category}`,
      day.start < 3 ? 'place:start' : 'place:later',
    ],
  }));
  // What minutes of a stated day decide in so many words, and what somebody will do, is of that day.
  const isPlainlySaid =
    source === 'document' &&
    (stated === 'title' || stated === 'head' || dated.held) &&
    isCarried.length + isElsewhen.length === 0 &&
    ((category === 'Decision' && has.has('c:decide')) ||
      (category === 'Commitment' && tense === 'future') ||
      (!fact && reports));
  if (stamp !== undefined && !(quoted && block.stamp === undefined))
    options.push({
      iso: midnight(stamp.iso),
      from: stamp.from,
      isFirm: isPlainlySaid,
      features: [
        'context',
        `from:${stamp.from}`,
        `from:${stamp.from}:${said}`,
        `from:${stamp.from}:${category}`,
        `from:${stamp.from}:${genre}`,
        `from:${stamp.from}:${heading}`,
        `core:${said}:${place}`,
        `core:${said}:${place}:${genre}`,
        ...(quoted ? ['quoted'] : []),
        ...(stamp.from === 'entry' && stamp.iso.includes('T') ? ['timed', `timed:${said}`] : []),
        ...reasons,
      ],
    });
  const due = dueOf(candidate, category, context, reference, tense, dated);
  // A list of what was to be done by a day before this one was made earlier.
  const late = due.some(
    ({ iso, features }) =>
      features[0] === 'due:above' && reference !== undefined && iso < reference.slice(0, 10),
  );
  return { when: { options, none: late ? ['none', 'none:late'] : ['none'] }, due };
}

/**
 * The most probable day, if it is probable enough beside having none: options of one day speak for it together. Else the day that
 * a sentence in the past tense names.
 */
export function chooseTime({ options, none }: TimeChoice, scorer: Scorer, least: number): string | null {
  const scored = options.map(({ iso, features }) => ({ iso, power: Math.exp(scorer(features)[0] ?? 0) }));
  const all = scored.reduce((sum, { power }) => sum + power, Math.exp(scorer(none)[0] ?? 0));
  const days = new Map<string, { iso: string; power: number; most: number }>();
  for (const { iso, power } of scored) {
    const day = days.get(iso.slice(0, 10)) ?? { iso, power: 0, most: power };
    day.power += power;
    if (power > day.most) {
      day.most = power;
      day.iso = iso;
    }
    days.set(iso.slice(0, 10), day);
  }
  const [best] = [...days.values()].sort((a, b) => b.power - a.power);
  if (best !== undefined && best.power / all >= least) return best.iso;
  return options.find(({ isFirm }) => isFirm)?.iso ?? null;
}

/** The most probable option above the threshold; without one, that of a plain promise. */
export function bestTime(options: readonly TimeOption[], scorer: Scorer, least: number): string | null {
  let best: { iso: string; score: number } | undefined;
  for (const { iso, features } of options) {
    const score = sigmoid(scorer(features)[0] ?? 0);
    if (score >= least && score > (best?.score ?? 0)) best = { iso, score };
  }
  return best?.iso ?? options.find(({ isFirm }) => isFirm)?.iso ?? null;
}
