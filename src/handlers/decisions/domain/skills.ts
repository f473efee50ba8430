import { mean, prior } from './beta.ts';
import { saysNothing } from './options/likeness.ts';
import { conditionOf, mostExamples, type Option, sentences } from './sentences.ts';

/** A completed decision in a group of similar ones. */
export type Evidence = {
  decisionId: string;
  statement: string;
  /** Stems of the statement. */
  words: ReadonlySet<string>;
  alternatives: readonly string[];
  score: number;
  success: boolean;
  /** In the order in which the lessons were recorded. */
  lessons: readonly string[];
  /** What the choice was for, as the statement says. */
  subject?: string | undefined;
  /** Options that the statement itself rejects, as shown. */
  rejected?: readonly string[];
  /** Whether the outcome was a failure; a partial one is neither a success nor a failure. */
  failure?: boolean;
};

/** The lesson of a group of similar decisions: a skill, an antipattern, or nothing yet. */
export type Lesson =
  | ({ kind: 'skill' } & Learned & { whenToUse: string })
  | ({ kind: 'antipattern' } & Learned & { terms: string[][] });

type Learned = {
  statement: string;
  recommendation: string;
  /** The posterior mean of the success rate. */
  confidence: number;
  successes: number;
  failures: number;
  total: number;
  examples: string[];
};

/** With fewer outcomes, a group yields neither a skill nor an antipattern. */
const fewest = 3;
const skillFrom = 0.75;
const antipatternTo = 0.5;
const failuresTo = 2 / 3;
const tolerance = 1e-9;

/**
 * Derives the lesson of a group of decisions of one domain that chose the same, given oldest first. It needs three
 * outcomes. With prior (1, 1), a posterior mean of the scores of at most .50, or failures in two thirds of the cases, make
 * an antipattern; a posterior mean of the scores or of the successes of at least .75 makes a skill. Three successes give
 * 4/5 = .80, whatever their scores.
 *
 * @param option what they chose; without it they only resemble each other, and the lesson quotes the latest.
 */
export function deriveLesson(
  group: readonly Evidence[],
  domain: string,
  option?: Option,
): Lesson | undefined {
  if (group.length < fewest) return undefined;
  const posterior = (sum: number) =>
    mean({ alpha: prior.alpha + sum, beta: prior.beta + group.length - sum });
  const confidence = posterior(group.reduce((total, { score }) => total + score, 0));
  const successes = group.filter(({ success }) => success).length;
  const failed = group.filter(({ failure, success }) => failure ?? !success).length;
  const learned = { confidence, successes, failures: failed, total: group.length };
  if (confidence <= antipatternTo + tolerance || failed / group.length >= failuresTo - tolerance) {
    const bad = group.filter(({ success }) => !success);
    const examples = latestStatements(bad.length > 0 ? bad : group);
    return {
      kind: 'antipattern',
      ...learned,
      statement: option ? sentences.antipattern(group, domain, option) : (examples[0] ?? ''),
      recommendation: withLesson(insteadOf(bad, option), bad),
      terms: option ? [...option.terms] : sharedWords(group),
      examples,
    };
  }
  if (Math.max(confidence, posterior(successes)) < skillFrom - tolerance) return undefined;
  const good = group.filter(({ success }) => success);
  const examples = latestStatements(good.length > 0 ? good : group);
  return {
    kind: 'skill',
    ...learned,
    statement: option ? sentences.skill(group, domain, option) : (examples[0] ?? ''),
    recommendation: withLesson(`Do it again: it worked in ${successes} of ${group.length} cases`, good),
    whenToUse: option ? conditionOf(group, domain, option) : whenSimilar(group, domain),
    examples,
  };
}

const latestStatements = (group: readonly Evidence[]): string[] =>
  [...new Set(group.map(({ statement }) => statement).reverse())].slice(0, mostExamples);

/** The latest lesson after what to do: by itself it says what happened, such as "Nobody on call knew it". */
function withLesson(advice: string, group: readonly Evidence[]): string {
  const lesson = group.findLast(({ lessons }) => lessons.length > 0)?.lessons.at(-1);
  return lesson === undefined ? advice : `${advice}. Lesson: ${lesson}`;
}

const whenSimilar = (group: readonly Evidence[], domain: string): string =>
  `${domain} decisions about ${
    sharedWords(group)
      .map(([word]) => word)
      .join(', ') || 'the same choice'
  }`;

/** Stems shared by all statements of the group, each with the words it was written as. */
const sharedWords = (group: readonly Evidence[]): string[][] =>
  [...(group[0]?.words ?? [])]
    .filter((stem) => group.every(({ words }) => words.has(stem)))
    .map((stem) => [...new Set(group.flatMap(({ statement }) => written(stem, statement)))])
    .filter((words) => words.length > 0);

/** Words with this stem: an English stem is a prefix of its words, except for a y that became i. */
function written(stem: string, statement: string): string[] {
  const beginning = stem.endsWith('i') ? stem.slice(0, -1) : stem;
  const words = statement.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
  return words.filter((word) => word.startsWith(beginning));
}

/** Alternatives rejected in failed decisions, most frequent first; what failed is none. */
function insteadOf(group: readonly Evidence[], option: Option | undefined): string {
  const counts = new Map<string, number>();
  for (const name of group.flatMap(({ alternatives }) => alternatives))
    if (!option?.isNamed(name) && !saysNothing(name)) counts.set(name, (counts.get(name) ?? 0) + 1);
  const names = [...counts].sort(([, a], [, b]) => b - a).slice(0, 2);
  return names.length > 0
    ? `Consider ${names.map(([name]) => name).join(' or ')} instead`
    : 'Choose otherwise';
}
