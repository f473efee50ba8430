import { conceptsIn, filesIn } from './cues/concepts.ts';
import type { Labelled } from './intent/classify.ts';
import { type Goal, goalOf } from './intent/goal.ts';

/** Derives the intent of a problem from its wording, without a model. */

export const priorities = ['high', 'medium', 'low'] as const;
export type Priority = (typeof priorities)[number];

export type Intent = { goal: Goal; priority: Priority; format: string; context: string };

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

export function readIntent(problem: string, labels: readonly Labelled[]): Intent {
  const goal = goalOf(labels);
  const priority = urgent.test(problem) ? 'high' : idle.test(problem) ? 'low' : 'medium';
  const format = formats.find(([, words]) => words.test(problem))?.[0] ?? byGoal[goal];
  const files = filesIn(problem);
  const context =
    files.length > 0
      ? `names ${files.join(', ')}`
      : `about ${conceptsIn(problem, 5).join(', ') || 'nothing named'}`;
  return { goal, priority, format, context };
}
