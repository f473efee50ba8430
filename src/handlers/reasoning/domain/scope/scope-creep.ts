import { matcher } from '../cues/matcher.ts';
import table from './cues.json' with { type: 'json' };
import { relationOf } from './relation.ts';

/**
 * Whether a thought leaves the problem, read without a model from four signs, each weighted in `cues.json` by hand:
 * acts of digression ("while we are at it"), subjects at the edge of the work (colours, newsletters, naming conventions)
 * that neither the problem nor the thread has mentioned, the language of work on a problem ("because", "check whether"),
 * and the words and meanings that it shares with them. In doubt a thought belongs to the problem.
 */

const number = (value: unknown): number => (typeof value === 'number' ? value : 0);
const text = (value: unknown): string => (typeof value === 'string' ? value : '');

const acts = matcher(table.acts.map(([weight, cues]) => ({ cues: text(cues), value: number(weight) })));
const work = matcher(table.work.map(([weight, cues]) => ({ cues: text(cues), value: number(weight) })));
const topics = matcher(
  Object.entries(table.topics).map(([topic, [weight, cues]]) => ({
    cues: text(cues),
    value: { topic, weight: number(weight) },
  })),
);

export type Creep = {
  /** Above 0: it leaves the problem. */
  score: number;
  /** What leads away, most telling first. */
  signs: string[];
};

const threshold = 1.2;
const mostOfWork = 2.8;
const leastWords = 10;
/** Acts of this weight state the digression themselves. */
const plain = 3;
/** A proposal: about other things, it is the usual beginning of new work. */
const proposing =
  /\b(?:should|could|ought|would be|let's|let me|why not|how about|what about|needs? (?:a|an|more|new)|deserves?|we might|i might|maybe we|perhaps we)\b/i;
const comparing =
  /\b(?:better|best|worse|nicer|shorter|prettier|simpler|cleaner|more \w{4,20}|less \w{4,20}|too (?:long|big|small|old|close|dark|bright))\b/i;

export function measureCreep(thought: string, problem: string, thread: readonly string[]): Creep {
  const known = [problem, ...thread];
  const relation = relationOf(thought, known);
  const act = distinct(acts(thought));
  const met = new Set(known.flatMap((one) => topics(one).map(({ value }) => value.topic)));
  const subjects = distinct(topics(thought)).filter(({ value }) => !met.has(value.topic));
  const away =
    Math.min(5, sum(act.map(({ value }) => value))) +
    Math.min(4, sum([...strongest(subjects).values()]) + 0.5 * Math.max(0, subjects.length - 1));
  const working = Math.min(mostOfWork, sum(distinct(work(thought)).map(({ value }) => value)) * 0.5);
  const near = Math.min(1.5, 0.35 * relation.shared + 0.15 * relation.kindred);
  // Long enough to judge, and without any word of the problem.
  const foreign = relation.words >= leastWords && relation.shared + relation.kindred === 0 ? 1.4 : 0;
  const proposal = (proposing.test(thought) ? 0.6 : 0) + (comparing.test(thought) ? 0.4 : 0);
  const signs = [
    ...act.sort((a, b) => b.value - a.value).map(({ cue }) => cue),
    ...subjects.map(({ cue }) => cue),
  ];
  const score = away + foreign + proposal - working - near - threshold;
  return { score: act.some(({ value }) => value >= plain) ? Math.max(score, 0.5) : score, signs };
}

/**
 * Detects whether a thought leaves the problem.
 *
 * @param thread earlier thoughts, without those that left the problem themselves.
 * @returns the reason, or undefined.
 */
export function scopeCreep(thought: string, problem: string, thread: readonly string[]): string | undefined {
  const { score, signs } = measureCreep(thought, problem, thread);
  if (score <= 0) return undefined;
  const named = signs.slice(0, 3).map((sign) => `"${sign.replaceAll(/[*^]/g, '')}"`);
  return named.length === 0
    ? 'None of its words relate to the problem or the thoughts so far.'
    : `${named.join(', ')}: this leads away from the problem; finish it first.`;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

const distinct = <Value>(found: readonly { cue: string; value: Value }[]) =>
  found.filter(({ cue }, i) => found.findIndex((other) => other.cue === cue) === i);

/** The weight of each subject once, however many of its words occur. */
function strongest(found: readonly { value: { topic: string; weight: number } }[]): Map<string, number> {
  return new Map(found.map(({ value }) => [value.topic, value.weight]));
}
