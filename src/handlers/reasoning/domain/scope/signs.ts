import { cuesIn, intents } from '../intent/cues.ts';
import { cueNames, cues, platforms, subjects, undertakings } from './cues.ts';
import { relationOf } from './kinship.ts';
import { mannerNames, mannerOf } from './manner.ts';
import { slantOf } from './slant.ts';

/** What a thought shows of serving its problem or of leaving it, as numbers of similar size. */

/** Of the cues, the language of work on a problem, and what leads away. */
const serving: ReadonlySet<string> = new Set([
  'reason',
  'inquiry',
  'condition',
  'matter',
  'duty',
  'keeping',
  'evidence',
  'proof',
]);
const leading: ReadonlySet<string> = new Set(['announced', 'wish', 'hint', 'rival', 'breadth']);

/** The features in the order of `weights.json`. */
export const featureNames = [
  ...cueNames,
  'undertaking',
  'foreign undertaking',
  'subject',
  'platform',
  'shared',
  'kindred',
  'unknown',
  'foreign',
  'wishful',
  'wishful news',
  'wishful sum',
  'wishes',
  'repairs',
  ...intents,
  ...mannerNames,
  'constant',
] as const;

export type Signs = {
  features: number[];
  /** Whether the thought says itself that it digresses. */
  announced: boolean;
  /** Whether it shares no word with problem and thread, and has nothing of work on a problem. */
  unrelated: boolean;
  /** What leads away, most telling first. */
  away: string[];
};

const leastWords = 10;
const bounded = (limit: number, value: number) => Math.min(limit, value);
const sentencesOf = (text: string) =>
  text.split(/(?<=[.!?;])\s|[。！？；\n]/u).filter((sentence) => /\p{L}/u.test(sentence));

/** @param thread earlier thoughts, without those that left the problem themselves. */
export function signsOf(thought: string, problem: string, thread: readonly string[]): Signs {
  const known = [problem, ...thread];
  const found = distinct(cues(thought));
  const begun = sentencesOf(thought).flatMap((sentence) => {
    const [first] = undertakings(sentence);
    return first ? [{ cue: first.value, unknown: unknownOf(sentence, known).share }] : [];
  });
  const met = new Set(known.flatMap((one) => subjects(one).map(({ value }) => value.subject)));
  const turned = distinct(subjects(thought)).filter(({ value }) => !met.has(value.subject));
  const weights = new Map(turned.map(({ value }) => [value.subject, value.weight]));
  const used = new Set(known.flatMap((one) => platforms(one).map(({ cue }) => cue)));
  const adopted = distinct(platforms(thought)).filter(({ cue }) => !used.has(cue));
  const { shared, kindred, share, words } = unknownOf(thought, known);
  const slant = slantOf(thought, known);
  const foreign = words >= leastWords && shared + kindred === 0;
  return {
    features: [
      ...cueNames.map((name) => Math.log1p(found.filter(({ value }) => value === name).length)),
      bounded(2, begun.length),
      Math.max(0, ...begun.map(({ unknown }) => unknown)),
      bounded(2, [...weights.values()].reduce((sum, weight) => sum + weight, 0) / 2),
      bounded(2, adopted.length),
      Math.log1p(shared),
      Math.log1p(kindred),
      share,
      foreign ? 1 : 0,
      2 * slant.all,
      2 * slant.fresh,
      slant.sum,
      Math.log1p(slant.wishes),
      Math.log1p(slant.repairs),
      ...cuesIn(thought, true).map((sum) => Math.log1p(sum)),
      ...mannerOf(thought, known),
      1,
    ],
    announced: found.some(({ value }) => value === 'announced'),
    unrelated: foreign && slant.repairs === 0 && !found.some(({ value }) => serving.has(value)),
    away: [
      ...found.filter(({ value }) => leading.has(value)).map(({ cue }) => cue),
      ...turned.map(({ cue }) => cue),
      ...adopted.map(({ cue }) => cue),
      ...begun.map(({ cue }) => cue),
      ...slant.telling,
    ].map((cue) => cue.replaceAll(/[*^]/g, '')),
  };
}

/** Which share of the words is new, words of a known meaning counting half. */
function unknownOf(text: string, known: readonly string[]) {
  const relation = relationOf(text, known);
  const { words, shared, kindred } = relation;
  return { ...relation, share: words === 0 ? 0 : 1 - (shared + 0.5 * kindred) / words };
}

const distinct = <Value>(found: readonly { cue: string; value: Value }[]) =>
  found.filter(({ cue }, i) => found.findIndex((other) => other.cue === cue) === i);
