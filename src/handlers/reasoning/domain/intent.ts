/** Derives the intent of a problem from its wording, without a model. */

export const goals = ['implementation', 'understanding', 'debugging', 'decision', 'general'] as const;
export type Goal = (typeof goals)[number];
export const priorities = ['high', 'medium', 'low'] as const;
export type Priority = (typeof priorities)[number];

export type Intent = { goal: Goal; priority: Priority; format: string; context: string };

/** In order of precedence: "fix the function" is debugging, "should we add" a decision. */
const goalWords: readonly [Goal, RegExp][] = [
  [
    'debugging',
    /\b(bug|bugs|debug\w*|fix\w*|broken|breaks?|fail(s|ed|ing|ure)?|error\w*|exception|crash\w*|hang(s|ing)?|leak\w*|regression|wrong|does ?n[o']t work|stack ?trace|flaky|timeouts?)\b/i,
  ],
  [
    'decision',
    /\b(should (we|i)|decide|decision|choose|choice|which (one|of)|versus|vs\.?|trade-?offs?|pros and cons|better to|or rather|compare|alternatives?|options?)\b/i,
  ],
  [
    'implementation',
    /\b(implement\w*|build|create|add|write|develop|make|set ?up|integrate|migrate|refactor\w*|generate|port|deploy|introduce|extend|convert)\b/i,
  ],
  [
    'understanding',
    /\b(why|how (do|does|is|are|can)|what (is|are|does)|explain|understand\w*|learn|meaning|describe|difference between|overview|document\w*)\b/i,
  ],
];

const urgent =
  /\b(urgent\w*|asap|immediately|critical|blocker|blocking|outage|down|emergency|right now|as soon as possible|security|data loss|production)\b/i;
const idle =
  /\b(someday|eventually|low priority|nice to have|no hurry|no rush|when you have time|minor|cosmetic|curious)\b/i;

const formats: readonly [string, RegExp][] = [
  ['comparison', /\b(compare|comparison|versus|vs\.?|pros and cons|trade-?offs?|difference between)\b/i],
  ['steps', /\b(steps?|step by step|guide|how to|instructions|procedure|plan)\b/i],
  ['list', /\b(list|enumerate|bullet)\b/i],
  ['summary', /\b(summar\w+|overview|brief\w*|short)\b/i],
];

const byGoal: Record<Goal, string> = {
  implementation: 'code',
  debugging: 'diagnosis',
  decision: 'recommendation',
  understanding: 'explanation',
  general: 'answer',
};

export function readIntent(problem: string): Intent {
  const goal = goalWords.find(([, words]) => words.test(problem))?.[0] ?? 'general';
  const priority = urgent.test(problem) ? 'high' : idle.test(problem) ? 'low' : 'medium';
  const format = formats.find(([, words]) => words.test(problem))?.[0] ?? byGoal[goal];
  const files = filesIn(problem);
  const context =
    files.length > 0
      ? `names ${files.join(', ')}`
      : `about ${conceptsIn(problem, 5).join(', ') || 'nothing named'}`;
  return { goal, priority, format, context };
}

/** Candidates for paths; each is then checked on its own, so that no text is scanned twice. */
const paths = /[\w.@~-]+(?:\/[\w.@~-]+)*/g;
const fileName =
  /^.*[\w-]\.(?:tsx?|jsx?|mjs|cjs|py|rs|go|java|kt|rb|php|c|h|cc|cpp|cs|swift|sql|sh|ya?ml|toml|json|md|html|css)\b/i;

/** File names and paths in a text, without repetition, at most 20. */
export function filesIn(text: string): string[] {
  const files = new Set<string>();
  for (const [path] of text.matchAll(paths)) {
    const file = fileName.exec(path)?.[0];
    if (file === undefined) continue;
    // A tilde stands for a folder and does not occur in file names.
    const tilde = file.lastIndexOf('~');
    files.add(tilde > file.lastIndexOf('/') ? file.slice(tilde + 1) : file);
    if (files.size === mostFiles) break;
  }
  return [...files];
}
const mostFiles = 20;

const stopWords = new Set(
  'a about after again all also am an and any are as at be because been before being both but by can could did do does doing down for from further get had has have having he her here him his how i if in into is it its just let like me more most my need no nor not now of off on once one only or other our out over own please same she should so some such than that the their them then there these they this those through to too under until up use used using very want was we were what when where which while who whom why will with would you your'.split(
    ' ',
  ),
);

/** The content words of a text, in lower case. */
export const contentWords = (text: string): string[] =>
  (text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}_'-]*/gu) ?? []).filter(
    (word) => word.length > 2 && !stopWords.has(word),
  );

/**
 * The key concepts of a text: identifiers first (`snake_case`, `camelCase`, CONSTANTS), then words by frequency, longer
 * ones first among equals.
 */
export function conceptsIn(text: string, most = 10): string[] {
  const identifiers = text.match(/\b(?:[a-z]+(?:[A-Z]\w*)+|\w+_\w+|[A-Z][A-Z0-9]{2,})\b/g) ?? [];
  const counts = new Map<string, number>();
  for (const word of contentWords(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const words = [...counts]
    .sort(([a, times], [b, others]) => others - times || b.length - a.length || (a < b ? -1 : 1))
    .map(([word]) => word);
  const seen = new Set<string>();
  return [...identifiers, ...words]
    .filter((concept) => !seen.has(concept.toLowerCase()) && seen.add(concept.toLowerCase()))
    .slice(0, most);
}

export type Queries = {
  search: { query: string; recommended: boolean };
  localFiles: string[];
  webSearch: { query: string };
};

const searching = /search|recall|memory|experience|context|history/i;

/**
 * Suggests searches to run before reasoning.
 *
 * @param tools the caller's tools; searching is not recommended when none of them can search.
 */
export function suggestQueries(
  problem: string,
  concepts: readonly string[],
  tools: readonly string[],
): Queries {
  const query = concepts.slice(0, 6).join(' ');
  return {
    search: {
      query,
      recommended: query !== '' && (tools.length === 0 || tools.some((tool) => searching.test(tool))),
    },
    localFiles: filesIn(problem),
    webSearch: { query },
  };
}
