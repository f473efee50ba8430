/** The sentences in which skills and antipatterns are written: option, condition and evidence. */

/** What a group of decisions chose. */
export type Option = {
  /** As shown, such as PostgreSQL. */
  name: string;
  /** Whether they chose the option, or chose to do without it. */
  stance: 'for' | 'against';
  /** Groups of words by which a statement is recognised to choose the same. */
  terms: readonly string[][];
  /** Whether a name stands for this option. */
  isNamed(name: string): boolean;
};

type Case = {
  success: boolean;
  subject?: string | undefined;
  rejected?: readonly string[];
};

/** Statements and subjects quoted in a lesson. */
export const mostExamples = 3;

const places = (domain: string): string =>
  domain === 'general' || domain === 'all' ? 'decisions' : `${domain} decisions`;

/** A name inside a sentence: "Feature flags" begins with a capital only in lists. */
export const inSentence = (name: string): string =>
  /^\p{Lu}\p{Ll}+[ -][\p{Ll} -]+$/u.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name;

/** The subjects of cases, the most frequent first. */
function subjectsOf(cases: readonly Case[]): string[] {
  const counts = new Map<string, { text: string; count: number }>();
  for (const { subject } of cases) {
    if (subject === undefined) continue;
    const known = counts.get(subject.toLowerCase());
    counts.set(subject.toLowerCase(), { text: known?.text ?? subject, count: (known?.count ?? 0) + 1 });
  }
  return [...counts.values()]
    .sort((a, b) => b.count - a.count)
    .slice(0, mostExamples)
    .map(({ text }) => text);
}

/** " instead of X", where most of the cases rejected X in their statements. */
function comparedWith(cases: readonly Case[]): string {
  const counts = new Map<string, number>();
  for (const name of cases.flatMap(({ rejected = [] }) => rejected))
    counts.set(name, (counts.get(name) ?? 0) + 1);
  const [top] = [...counts].sort(([, a], [, b]) => b - a);
  return top && top[1] > cases.length / 2 ? ` instead of ${inSentence(top[0])}` : '';
}

const examplesOf = (cases: readonly Case[]): string => {
  const subjects = subjectsOf(cases);
  return subjects.length > 0 ? ` (${subjects.join(', ')})` : '';
};

export const sentences = {
  /** "Use PostgreSQL instead of MongoDB in database decisions: 8 of 8 succeeded (analytics, user data)". */
  skill(cases: readonly Case[], domain: string, { name, stance }: Option): string {
    const good = cases.filter(({ success }) => success);
    const verb = stance === 'for' ? 'Use' : 'Do without';
    const over = stance === 'for' ? comparedWith(good) : '';
    return `${verb} ${inSentence(name)}${over} in ${places(domain)}: ${good.length} of ${cases.length} succeeded${examplesOf(good)}`;
  },
  /** "Using MongoDB in database decisions: 0 of 3 succeeded (orders, user data)". */
  antipattern(cases: readonly Case[], domain: string, { name, stance }: Option): string {
    const bad = cases.filter(({ success }) => !success);
    const verb = stance === 'for' ? 'Using' : 'Doing without';
    const over = stance === 'for' ? comparedWith(bad) : '';
    return `${verb} ${inSentence(name)}${over} in ${places(domain)}: ${cases.length - bad.length} of ${cases.length} succeeded${examplesOf(bad)}`;
  },
};

/** When a skill applies: "database decisions about PostgreSQL, such as for analytics or user data". */
export function conditionOf(cases: readonly Case[], domain: string, { name, stance }: Option): string {
  const subjects = subjectsOf(cases);
  const about = `${places(domain)} ${stance === 'for' ? 'where' : 'that weigh'} ${inSentence(name)}${stance === 'for' ? ' is an option' : ''}`;
  return subjects.length > 0 ? `${about}, such as for ${subjects.join(' or ')}` : about;
}
