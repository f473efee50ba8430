import { titleAndBody, unspaced } from '../cues/words.ts';
import { cuesIn, intents } from './cues.ts';

/** What both models of the classifier know of a problem, as numbers of similar size; `words.ts` has the words. */

/** Longer problems state their intent in their beginning. */
const mostCharacters = 8000;

/** Cues beyond a few add little. */
const dampened = (sum: number): number => Math.log1p(sum);

const shapes: readonly ((title: string, body: string) => boolean)[] = [
  // A question.
  (title) => /[?？]\s*$/.test(title),
  (_, body) => /[?？]/.test(body),
  // An error as a program prints it.
  (title, body) =>
    /(?:Error|Exception)\b|\b(?:[Ee]rror|ERROR|FAILED|fatal|Fatal)\b ?:?/.test(`${title} ${body}`),
  // A version, as reports of faults name it.
  (title, body) => /(?<![\d.])v?\d{1,6}\.\d{1,6}(?:\.\d{1,6})?(?![\d.])/.test(`${title} ${body}`),
  // A title alone.
  (_, body) => body.trim() === '',
  (title) => unspaced.test(title),
];

/** Code and addresses name things; the words in them are no cues. */
const withoutCode = (text: string): string => text.replaceAll(/`[^`\n]{1,200}`/g, ' x ');

/** The features: cues in the title, cues in the rest, shapes, and a constant. */
export const featureCount = 2 * intents.length + shapes.length + 1;

/** How many of the features, the first ones, speak for an intent by themselves: cues, questions and errors. */
export const tellingFeatures = 2 * intents.length + 3;

export function featuresOf(problem: string): number[] {
  const { title, body } = titleAndBody(problem.slice(0, mostCharacters).replaceAll(/https?:\/\/\S+/g, ' x '));
  return [
    ...cuesIn(withoutCode(title), true).map(dampened),
    ...cuesIn(withoutCode(body), false).map(dampened),
    ...shapes.map((has) => (has(title, body) ? 1 : 0)),
    1,
  ];
}
