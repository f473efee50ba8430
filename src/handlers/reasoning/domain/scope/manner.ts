import { namesIn } from './kinship.ts';

/** How a thought is worded, whatever it is about: a plan of one's own, or something said of what is there. */

const bounded = (limit: number, value: number) => Math.min(limit, value);
const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

const definite =
  /\b(?:the|that|this|it|its|they|them|those|these|der|die|das|den|dem|el|la|los|las|le|les|lo|il)\b/gi;
const indefinite =
  /\b(?:an?|our|my|new|eine?|einen|un|una|une|uno|uma?|unser\w{0,2}|mein\w{0,2}|mi|mon|ma)\b/gi;
const oneself = /\b(?:I|my|me|mine|ich|mir|mich|mein\w{0,2}|je|moi|mon|yo|mi|eu|io)\b|\b[Jj]['’]/;
/** "I am drafting", "Starting with": work that the thought begins. */
const beginning = /\b(?:am|['’]m) \w{2,20}ing\b|(?:^|[.;!?] )\w{3,20}ing /;
const code = /`[^`\n]+`|\w\(\)|[a-z][A-Z]|\w_\w|\w\/\w|::|--\w/;

export const mannerNames = [
  'question',
  'code',
  'figure',
  'new names',
  'known names',
  'definite',
  'indefinite',
  'oneself',
  'beginning',
] as const;

/** One number for each of {@link mannerNames}, 0 to 2. */
export function mannerOf(thought: string, known: readonly string[]): number[] {
  const words = Math.max(1, count(thought, /\S+/g));
  const names = namesIn(thought, known);
  return [
    bounded(2, count(thought, /[?？]/g)),
    code.test(thought) ? 1 : 0,
    bounded(1.5, 0.5 * count(thought, /\d+/g)),
    bounded(2, 0.5 * names.fresh),
    bounded(2, 0.5 * names.known),
    bounded(1.5, (5 * count(thought, definite)) / words),
    bounded(1.5, (8 * count(thought, indefinite)) / words),
    oneself.test(thought) ? 1 : 0,
    beginning.test(thought) ? 1 : 0,
  ];
}
