import { cueAt, determiners, instruments } from './cues.ts';
import { type Alias, keyOf, type Named } from './names/lexicon.ts';
import { mentionsIn } from './names/mentions.ts';
import { type Word, wordsOf } from './names/words.ts';
import { type Part, partsOf, phraseOf } from './parts.ts';
import { type Segment, segmentsOf } from './segments.ts';

/** Why an option is chosen: newly, in place of another, or as before. */
export const chosenDirections = ['adopt', 'replace', 'keep'] as const;
/**
 * Why one is rejected: it gives way to another, is given up, must not be used, lost a comparison in the statement, or
 * was only listed as an alternative.
 */
export const rejectedDirections = ['replace', 'stop', 'forbid', 'instead', 'considered'] as const;

export type ReadOption = Named &
  (
    | { role: 'chosen'; direction: (typeof chosenDirections)[number] }
    | { role: 'rejected'; direction: (typeof rejectedDirections)[number] }
  );

/** What a decision chooses and rejects, each option once. */
export type Reading = {
  options: readonly ReadOption[];
  /** What the choice is for, as written; undefined when the statement does not say. */
  subject: string | undefined;
};

/**
 * Reads a decision. The statement is cut at its cues (cues.ts), each of which says what becomes of the options after it;
 * an option is a name from the lexicon in any spelling, an alternative of this decision, a capitalised name, or else the
 * few words after a deciding verb. Alternatives that the statement does not choose are rejected as `considered`.
 */
export function readOptions(statement: string, alternatives: readonly string[] = []): Reading {
  const others = alternatives.flatMap((text) => alternativeOf(text) ?? []);
  const words = wordsOf(statement);
  const mentions = mentionsIn(words, others.map(aliasOf));
  const segments = segmentsOf(words, mentions);
  const kinds = new Set(others.flatMap(({ category }) => category ?? []));
  const decided = segments.filter(({ kind }) => kind !== 'start' && kind !== 'instead');
  const read: ReadOption[] = [];
  for (const segment of segments) {
    if (
      segment.kind === 'start' &&
      (decided.some(({ kind }) => kind !== 'becomes') || segment !== segments[0])
    )
      continue;
    const parts = partsOf(words, mentions, segment.start, segment.end);
    read.push(...optionsOf(segment, parts, kinds, decided.length > 0 && decided[0]?.kind === 'becomes'));
  }
  const chosen = once(read.filter(({ role }) => role === 'chosen'));
  const isChosen = (key: string) => chosen.some((one) => one.key === key);
  const rejected = once([
    ...read.filter(({ role, key }) => role === 'rejected' && !isChosen(key)),
    ...others
      .filter(({ key }) => !isChosen(key))
      .map((one): ReadOption => ({ ...one, role: 'rejected', direction: 'considered' })),
  ]);
  const replaces = rejected.some(({ direction }) => direction === 'replace');
  return {
    options: [
      ...chosen.map(
        (one): ReadOption =>
          replaces && one.direction === 'adopt' ? { ...one, role: 'chosen', direction: 'replace' } : one,
      ),
      ...rejected,
    ],
    subject: subjectOf(segments, (segment) => partsOf(words, mentions, segment.start, segment.end)),
  };
}

/** What a thing is done with; "with" and "through" say so more clearly than "in" and "on". */
const meansOf = (parts: readonly Part[]): Named[] =>
  [true, false].flatMap((clear) =>
    parts
      .filter(({ lead, named }) => named && instruments.has(lead) && clearInstruments.has(lead) === clear)
      .flatMap(({ options }) => options),
  );
const clearInstruments = new Set(['with', 'via', 'through', 'using', 'by', 'behind', 'as', '(']);

const once = (options: readonly ReadOption[]): ReadOption[] =>
  options.filter((one, i) => options.findIndex(({ key }) => key === one.key) === i);

const chosen =
  (direction: (typeof chosenDirections)[number]) =>
  (option: Named): ReadOption => ({
    ...option,
    role: 'chosen',
    direction,
  });
const rejected =
  (direction: (typeof rejectedDirections)[number]) =>
  (option: Named): ReadOption => ({
    ...option,
    role: 'rejected',
    direction,
  });

/** The option of an alternative such as "MongoDB", "Keep using MongoDB" or "a hand-written JWT". */
function alternativeOf(text: string): Named | undefined {
  const words = wordsOf(text.slice(0, 200));
  const cue = cueAt(words, 0);
  if (cue?.kind === 'not' || cue?.kind === 'stop' || cue?.kind === 'forbid') return undefined;
  const rest = words.slice(cue?.end ?? 0);
  const [part] = partsOf(rest, mentionsIn(rest), 0, rest.length);
  const whole = phraseOf({ words: rest });
  if (whole?.category !== undefined) return whole;
  return part && (part.options[0] ?? phraseOf(part));
}

/** The option that a name stands for: one of the lexicon in any spelling, else the name itself. */
export const namedOption = (name: string): Named =>
  alternativeOf(name) ?? { key: keyOf(name.trim()), name: name.trim(), category: undefined };

const aliasOf = (option: Named): Alias => ({
  by: 'stem',
  words: wordsOf(option.name).map(({ stem }) => stem),
  option,
});

/** What becomes of the options of a segment. */
function optionsOf(
  { kind, cue }: Segment,
  parts: readonly Part[],
  kinds: ReadonlySet<string>,
  leads: boolean,
): ReadOption[] {
  if (kind === 'start') {
    if (leads) return named(parts).map(rejected('replace'));
    const both = parts.some(({ lead, named }) => named && origins.has(lead)) && moving(parts);
    return both || standing(parts, kinds).map(chosen('adopt'));
  }
  if (kind === 'take') return taking(parts, kinds);
  if (kind === 'leave') return leaving(parts);
  if (kind === 'replacing') return replacing(parts);
  if (kind === 'adopt' || kind === 'becomes') return adopting(parts, kinds, cue);
  if (kind === 'keep') return objects(parts, kinds).map(chosen('keep'));
  if (kind === 'stop' || kind === 'forbid') return named(parts).map(rejected(kind));
  if (kind === 'instead') return named(parts).map(rejected('instead'));
  if (kind === 'substitute') return exchanged(parts, ['for'], true);
  if (kind === 'replace') return exchanged(parts, ['with', 'by', 'for', 'to'], false);
  if (kind === 'unreplace')
    return exchanged(parts, ['with', 'by', 'for', 'to'], false).map((one) =>
      one.role === 'rejected' ? chosen('keep')(one) : rejected('forbid')(one),
    );
  const moved = moving(parts);
  return kind === 'move'
    ? moved
    : moved.map((one) => (one.role === 'rejected' ? chosen('keep')(one) : rejected('forbid')(one)));
}

/** The options of the first part and those listed after it; the part as a phrase if it names none. */
function named(parts: readonly Part[]): Named[] {
  const [first, ...rest] = parts;
  if (!first) return [];
  // "ban the use of eval": what is used stands in the next part.
  if (rest.length > 0 && first.options.length === 0 && first.words.every(({ stem }) => determiners.has(stem)))
    return named(rest);
  const own = first.options.length > 0 ? first.options : [phraseOf(first)].flatMap((one) => one ?? []);
  // "the use of MongoDB", "support for MongoDB", "writing to MongoDB"
  const next = rest[0];
  if (
    first.options.length === 0 &&
    next?.named &&
    ['of', 'for', 'on', 'to', 'in', 'with'].includes(next.lead)
  )
    return [...next.options];
  return [...own, ...listed(rest)];
}

const listing = new Set([',', 'and', 'or', 'plus', 'nor', 'along', 'alongside']);

/** Options that continue a list: ", Redis and Kafka". */
function listed(parts: readonly Part[]): Named[] {
  const end = parts.findIndex(
    ({ lead, only, words }) => !(listing.has(lead) && (only || words.length === 0)),
  );
  return parts.slice(0, end === -1 ? parts.length : end).flatMap(({ options }) => options);
}

/** The options after a verb that chooses: its object, else what a thing is done with, else the object as a phrase. */
function objects(parts: readonly Part[], kinds: ReadonlySet<string>): Named[] {
  const [first, ...rest] = parts;
  if (!first) return [];
  const means = meansOf(rest);
  const fitting = means.filter(({ category }) => category !== undefined && kinds.has(category));
  if (first.options.length > 0) {
    const own = first.options.some(({ category }) => category === undefined || kinds.has(category));
    if (!own && fitting.length > 0) return fitting;
    const beside = ['with', 'as', '('].includes(rest[0]?.lead ?? '') && rest[0]?.named ? rest[0].options : [];
    return [...first.options, ...listed(rest), ...beside];
  }
  const known = means.filter(({ category }) => category !== undefined);
  if (known.length > 0) return fitting.length > 0 ? fitting : known.slice(0, 1);
  return [phraseOf(first) ?? means[0]].flatMap((one) => one ?? []);
}

const origins = new Set('from off away'.split(' '));
const towards = new Set(['to', 'into', 'onto']);
const goals = new Set('to into onto in behind on under'.split(' '));

/** "prefer X to Y", "move to X from Y". */
function adopting(parts: readonly Part[], kinds: ReadonlySet<string>, cue: string): ReadOption[] {
  const left = parts.filter(
    ({ lead, named }) => named && (origins.has(lead) || (cue === 'prefer' && lead === 'to')),
  );
  const rest = parts.filter((part) => !left.includes(part));
  return [
    ...objects(rest, kinds).map(chosen('adopt')),
    ...left.flatMap(({ lead, options }) => options.map(rejected(origins.has(lead) ? 'replace' : 'instead'))),
  ];
}

/** A statement without a deciding verb: "PostgreSQL for billing", "Cache sessions in Redis". */
function standing(parts: readonly Part[], kinds: ReadonlySet<string>): Named[] {
  const [first, ...rest] = parts;
  if (!first) return [];
  const known = rest.some(
    ({ lead, named, options }) => named && instruments.has(lead) && options[0]?.category !== undefined,
  );
  // "Cache sessions in Redis" begins with what could be a name; the lexicon decides.
  if (first.named && !(known && first.options[0]?.category === undefined))
    return [...first.options.slice(0, 1), ...listed(rest)];
  const means = meansOf(rest);
  const all = [...means, ...first.options];
  const fitting = all.filter(({ category }) => category !== undefined && kinds.has(category));
  return fitting.length > 0 ? fitting : (means.length > 0 ? means : first.options).slice(0, 1);
}

/** "take X out of Y", "take Y off X and build it with Z", "take X into Y". */
function taking(parts: readonly Part[], kinds: ReadonlySet<string>): ReadOption[] {
  const out = parts.slice(0, 2).some(({ words }) => words.some(({ lower }) => lower === 'out'));
  if (out) return (parts[0]?.options ?? []).map(rejected('stop'));
  const left = parts
    .filter(({ lead, named }) => named && origins.has(lead))
    .flatMap(({ options }) => options);
  if (left.length === 0) return objects(parts, kinds).map(chosen('adopt'));
  const means = meansOf(parts);
  return [...means.map(chosen('replace')), ...left.map(rejected('replace'))];
}

/** "leave X for Y", "leave X off"; otherwise X is left as it is. */
function leaving(parts: readonly Part[]): ReadOption[] {
  const taken = parts
    .filter(({ lead, named }, i) => i > 0 && named && lead === 'for')
    .flatMap(({ options }) => options);
  const left = parts[0]?.options ?? [];
  if (taken.length > 0) return [...taken.map(chosen('replace')), ...left.map(rejected('replace'))];
  const off = parts.some(({ lead, words }) => lead === 'off' || words.some(({ lower }) => lower === 'out'));
  return left.map(off ? rejected('stop') : chosen('keep'));
}

/** "X replaces Y": the verb stands among the words of the first part. */
function replacing([first, ...rest]: readonly Part[]): ReadOption[] {
  const [taken, ...given] = first?.options ?? [];
  const after = rest.filter(({ lead, named }) => named && (lead === 'of' || origins.has(lead)));
  return [
    ...(taken ? [chosen('replace')(taken)] : []),
    ...[...given, ...after.flatMap(({ options }) => options)].map(rejected('replace')),
  ];
}

/** "replace X with Y", "swap X for Y"; turned round, "substitute Y for X". */
function exchanged(parts: readonly Part[], leads: readonly string[], turned: boolean): ReadOption[] {
  const at = parts.findIndex(({ lead }, i) => i > 0 && leads.includes(lead));
  const before = named(at === -1 ? parts : parts.slice(0, at));
  const after = at === -1 ? [] : named(parts.slice(at));
  const [given, taken] = turned ? [after, before] : [before, after];
  return [...taken.map(chosen('replace')), ...given.map(rejected('replace'))];
}

/** "move the orders from X to Y", "migrate X to Y" where both are of one kind. */
function moving(parts: readonly Part[]): ReadOption[] {
  const part = (leads: ReadonlySet<string>) => parts.findIndex(({ lead }, i) => i > 0 && leads.has(lead));
  const [from, to] = [part(origins), part(goals)];
  const left = from === -1 ? [] : named(parts.slice(from, from + 1));
  const goal = parts[to];
  // "rewrite the search in a weekend": only a named thing is a goal of "in".
  const taken = goal && (goal.named || towards.has(goal.lead)) ? named(parts.slice(to)) : [];
  const moved = parts[0]?.options ?? [];
  const same = moved.filter(({ category }) =>
    taken.some((one) => one.category === category && category !== undefined),
  );
  return [
    ...taken.map(chosen(left.length + same.length > 0 ? 'replace' : 'adopt')),
    ...[...left, ...(left.length === 0 ? same : [])].map(rejected('replace')),
  ];
}

/** What the choice is for: "for the user database", else the thing that is stored, cached or moved. */
function subjectOf(segments: readonly Segment[], partsIn: (segment: Segment) => Part[]): string | undefined {
  for (const leads of [['for'], ['in', 'on', 'of', 'behind', 'around', 'between']])
    for (const segment of segments)
      for (const { lead, words, named: isOption } of partsIn(segment))
        if (
          leads.includes(lead) &&
          !isOption &&
          !places.has(words[0]?.lower ?? '') &&
          words.some(({ stem }) => stem !== '') &&
          words.length <= 6
        )
          return textOf(words);
  return undefined;
}

const places = new Set(['front', 'place', 'favour', 'favor', 'production']);

const textOf = (words: readonly Word[]): string =>
  words
    .filter(
      ({ stem }, i) =>
        stem !== '' && !(i === 0 && ['the', 'a', 'an', 'our', 'all'].includes(words[0]?.lower ?? '')),
    )
    .map(({ text }) => text)
    .join(' ');
