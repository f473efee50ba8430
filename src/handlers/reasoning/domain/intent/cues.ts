import { matcher } from '../cues/matcher.ts';
import table from './cues.json' with { type: 'json' };

/** Words and phrases that speak for an intent, by language: `cues.json`. */

/** The kinds of problems, in the order of the rows of `weights.json`. */
export const intents = [
  'debug',
  'build',
  'refactor',
  'investigate',
  'decide',
  'document',
  'optimize',
  'secure',
  'test',
  'configure',
] as const;
export type IntentLabel = (typeof intents)[number];

const strengths = { strong: 3, usual: 1.4, weak: 0.5 } as const;
const names = ['strong', 'usual', 'weak'] as const;
type Groups = Partial<Record<keyof typeof strengths, string>>;

const find = matcher(
  intents.flatMap((intent, label) =>
    Object.values<Groups>(table[intent]).flatMap((groups) =>
      names.flatMap((name) => {
        const cues = groups[name];
        return cues === undefined ? [] : [{ cues, value: { label, weight: strengths[name] } }];
      }),
    ),
  ),
);

/**
 * How strongly a text speaks for each intent: the sum of the weights of the different cues in it.
 *
 * @param opening whether the text is the beginning of the problem, where a verb states the intent.
 */
export function cuesIn(text: string, opening: boolean): number[] {
  const sums = intents.map(() => 0);
  const seen = new Set<string>();
  for (const { cue, value } of find(text)) {
    const key = `${value.label} ${cue}`;
    if (seen.has(key) || (cue.startsWith('^') && !opening)) continue;
    seen.add(key);
    sums[value.label] = (sums[value.label] ?? 0) + value.weight;
  }
  return sums;
}
