import { mean, prior } from './beta.ts';

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
const mostExamples = 3;

/**
 * Derives the lesson of a group of similar decisions of one domain, given oldest first. With three or more outcomes, a
 * posterior mean (prior (1, 1)) of at least .75 makes a skill and one of at most .50 an antipattern. Three full successes
 * give 4/5 = .80.
 */
export function deriveLesson(group: readonly Evidence[], domain: string): Lesson | undefined {
  const [first] = group;
  if (!first || group.length < fewest) return undefined;
  const sum = group.reduce((total, { score }) => total + score, 0);
  const confidence = mean({ alpha: prior.alpha + sum, beta: prior.beta + group.length - sum });
  const successes = group.filter(({ success }) => success).length;
  const learned = { confidence, successes, failures: group.length - successes, total: group.length };
  if (confidence >= skillFrom - 1e-9) {
    const good = group.filter(({ success }) => success);
    const examples = latestStatements(good.length > 0 ? good : group);
    return {
      kind: 'skill',
      ...learned,
      statement: examples[0] ?? first.statement,
      recommendation: latestLesson(good) ?? `Do it again: it worked in ${successes} of ${group.length} cases`,
      whenToUse: `${domain} decisions about ${
        sharedWords(group)
          .map(([word]) => word)
          .join(', ') || 'the same choice'
      }`,
      examples,
    };
  }
  if (confidence <= antipatternTo + 1e-9) {
    const bad = group.filter(({ success }) => !success);
    const examples = latestStatements(bad.length > 0 ? bad : group);
    return {
      kind: 'antipattern',
      ...learned,
      statement: examples[0] ?? first.statement,
      recommendation: latestLesson(bad) ?? insteadOf(bad),
      terms: sharedWords(group),
      examples,
    };
  }
  return undefined;
}

const latestStatements = (group: readonly Evidence[]): string[] =>
  [...new Set(group.map(({ statement }) => statement).reverse())].slice(0, mostExamples);

const latestLesson = (group: readonly Evidence[]): string | undefined =>
  group.findLast(({ lessons }) => lessons.length > 0)?.lessons.at(-1);

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

/** Alternatives rejected in failed decisions, most frequent first. */
function insteadOf(group: readonly Evidence[]): string {
  const counts = new Map<string, number>();
  for (const name of group.flatMap(({ alternatives }) => alternatives))
    counts.set(name, (counts.get(name) ?? 0) + 1);
  const names = [...counts].sort(([, a], [, b]) => b - a).slice(0, 2);
  return names.length > 0
    ? `Consider ${names.map(([name]) => name).join(' or ')} instead`
    : 'Choose otherwise';
}
