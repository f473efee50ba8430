import { cueAt } from './cues.ts';
import { optionsOf } from './forms.ts';
import { readIn } from './languages/read.ts';
import { elidedWords, grammarFor } from './languages/tell.ts';
import { labels, markedIn, markedOption } from './marked.ts';
import { type Alias, keyOf, type Named } from './names/lexicon.ts';
import type { Mention } from './names/mentions.ts';
import { type Word, wordsOf } from './names/words.ts';
import { chosen as choose, type ReadOption, rejected as reject } from './option.ts';
import { optionsIn, type Part, partsOf, phraseOf } from './parts.ts';
import { type Segment, segmentsOf } from './segments.ts';
import { type Stance, stancesOf } from './stance.ts';

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
 *
 * @param scores what the local model makes of the words of the statement ({@link markedIn}); it then says which words are options.
 *   The end of a long statement has none, and the grammar reads all of it.
 */
export function readOptions(
  statement: string,
  alternatives: readonly string[] = [],
  scores?: ArrayLike<number>,
): Reading {
  const others = alternatives.flatMap((text) => alternativeOf(text) ?? []);
  const written = elidedWords(wordsOf(statement));
  const grammar = scores === undefined ? grammarFor(written) : undefined;
  const words = grammar ? written : wordsOf(statement);
  const mentions = optionsIn(words, others.filter(isName).map(aliasOf));
  const segments = segmentsOf(words, mentions);
  const kinds = new Set(others.flatMap(({ category }) => category ?? []));
  const decided = segments.filter(({ kind }) => kind !== 'start' && kind !== 'instead');
  const stances = stancesOf(words);
  const read: ReadOption[] = [];
  /** No word says what becomes of these. */
  const supposed: ReadOption[] = [];
  if (grammar)
    read.push(...readIn(grammar, words, mentions, (option) => others.some(({ key }) => key === option.key)));
  for (const segment of grammar ? [] : segments) {
    if (
      segment.kind === 'start' &&
      (decided.some(({ kind }) => kind !== 'becomes') || segment !== segments[0])
    )
      continue;
    const parts = partsOf(words, mentions, segment.start, segment.end);
    const options = optionsOf(segment, parts, kinds, decided.length > 0 && decided[0]?.kind === 'becomes');
    const saidOf = (stance: Stance) => mentionedIn(segment, mentions, stances, stance);
    if (segment.kind === 'start') supposed.push(...withoutLeft(options, saidOf));
    else read.push(...options);
  }
  const told =
    scores === undefined || scores.length < labels * words.length
      ? [...supposed, ...read]
      : marked(scores, words, mentions, read);
  const chosen = withoutConsidered(once(told.filter(({ role }) => role === 'chosen')), read, others);
  const isChosen = (key: string) => chosen.some((one) => one.key === key);
  const rejected = once([
    ...told.filter(({ role, key }) => role === 'rejected' && !isChosen(key)),
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

/**
 * Beside another choice, an alternative is one only where a word of the statement says so, and never beside what is kept: "We stick
 * with Delta, rewriting everything to Iceberg buys nothing".
 */
function withoutConsidered(
  chosen: readonly ReadOption[],
  read: readonly ReadOption[],
  alternatives: readonly Named[],
): readonly ReadOption[] {
  const isAlternative = ({ key }: ReadOption) => alternatives.some((one) => one.key === key);
  const keeps = chosen.some((one) => one.direction === 'keep' && !isAlternative(one));
  const left = chosen.filter(
    (option) =>
      !isAlternative(option) ||
      (!keeps && read.some((one) => one.key === option.key && one.role === 'chosen')),
  );
  return left.length === 0 ? chosen : left;
}

/**
 * The options that the local model has marked. Why they are chosen or rejected is told by the grammar where that says the same; where it
 * says the opposite, it is right more often of names that it knows, and of whatever it holds to be rejected.
 */
function marked(
  scores: ArrayLike<number>,
  words: readonly Word[],
  mentions: readonly Mention[],
  read: readonly ReadOption[],
): ReadOption[] {
  const decides = read.some(({ role }) => role === 'chosen');
  const found = markedIn(scores).flatMap(({ role, ...place }) => {
    const option = markedOption(words, mentions, { role, ...place });
    // "Put PgBouncer in front of PostgreSQL": a known name beside a choice is hardly given up where no word says so.
    const beside =
      decides &&
      role === 'rejected' &&
      option?.category !== undefined &&
      read.every(({ key }) => key !== option.key);
    return option && !beside ? [{ option, role }] : [];
  });
  const moved = found.some(({ role }) => role === 'chosen');
  return found.map(({ option, role }) => {
    const told = read.filter(({ key }) => key === option.key);
    const known =
      told.find((one) => one.role === role) ??
      told.find((one) => one.role === 'rejected' || option.category !== undefined);
    if (known) return known;
    return role === 'chosen' ? choose('adopt')(option) : reject(moved ? 'replace' : 'stop')(option);
  });
}

/** Without a deciding verb, what a statement leaves is told by the rest: "Kafka wird abgeschaltet", "from Kafka to RabbitMQ". */
function withoutLeft(options: readonly ReadOption[], saidOf: (stance: Stance) => Named[]): ReadOption[] {
  const left = saidOf('left');
  const given = options.filter(({ role, key }) => role === 'chosen' && left.some((one) => one.key === key));
  if (given.length === 0) return [...options];
  const taken = saidOf('chosen').filter(({ key }) => !left.some((one) => one.key === key));
  return [
    ...options.filter((one) => !given.includes(one)),
    ...taken.filter(({ category }) => category !== undefined).map(choose('replace')),
    ...given.map(reject(taken.length > 0 ? 'replace' : 'stop')),
  ];
}

/** The options of a segment whose words all have a stance. */
const mentionedIn = (
  { start, end }: Segment,
  mentions: readonly Mention[],
  stances: readonly Stance[],
  stance: Stance,
): Named[] =>
  mentions
    .filter((one) => one.start >= start && one.end <= end)
    .filter((one) => stances.slice(one.start, one.end).every((of) => of === stance))
    .map(({ option }) => option);

const once = (options: readonly ReadOption[]): ReadOption[] =>
  options.filter((one, i) => options.findIndex(({ key }) => key === one.key) === i);

/** The option of an alternative such as "MongoDB", "Keep using MongoDB" or "a hand-written JWT". */
function alternativeOf(text: string): Named | undefined {
  const words = wordsOf(text.slice(0, 200));
  const cue = cueAt(words, 0);
  if (cue?.kind === 'not' || cue?.kind === 'stop' || cue?.kind === 'forbid') return undefined;
  const rest = words.slice(cue?.end ?? 0);
  const [part] = partsOf(rest, optionsIn(rest), 0, rest.length);
  const whole = phraseOf({ words: rest });
  if (whole?.category !== undefined) return whole;
  return part && (part.options[0] ?? phraseOf(part));
}

/** The option that a name stands for: one of the lexicon in any spelling, else the name itself. */
export const namedOption = (name: string): Named =>
  alternativeOf(name) ?? { key: keyOf(name.trim()), name: name.trim(), category: undefined };

/** A single common noun, as of "Keep prices", names no option where it occurs: "Raise the price of the team plan". */
const isName = ({ name, category }: Named): boolean => category !== undefined || !/^\p{Ll}+$/u.test(name);

const aliasOf = (option: Named): Alias => ({
  by: 'stem',
  words: wordsOf(option.name).map(({ stem }) => stem),
  option,
});

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
