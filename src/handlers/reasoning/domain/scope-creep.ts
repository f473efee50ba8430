import { contentWords } from './intent.ts';

/** Phrases that introduce a digression. */
const cues =
  /\b(while (we|i)('re| are|'m| am)? (at it|here)|as a bonus|might as well|by the way|unrelated(ly)?|another (feature|idea|project|topic) (would|could|we|is)|let's also|we could also (add|build|rewrite)|rewrite (everything|the whole)|off[- ]topic|side project)\b/i;

const fewest = 8;
const leastShared = 0.1;

/**
 * Detects whether a thought leaves the problem: it says so itself, or it is long enough to judge and hardly any of its
 * words occur in the problem or in earlier thoughts.
 *
 * @returns the reason, or undefined.
 */
export function scopeCreep(thought: string, known: readonly string[]): string | undefined {
  const cue = cues.exec(thought)?.[0];
  if (cue !== undefined) return `"${cue}" leads away from the problem; finish it first.`;
  const words = new Set(contentWords(thought).map(stem));
  if (words.size < fewest) return undefined;
  const met = new Set(known.flatMap((text) => contentWords(text).map(stem)));
  const shared = [...words].filter((word) => met.has(word)).length;
  if (shared / words.size >= leastShared) return undefined;
  return `${shared} of its ${words.size} words relate to the problem or the thoughts so far.`;
}

/** A crude stemmer, enough to match "queries" with "query". */
const stem = (word: string): string =>
  word.replace(/('s|ies|ing|ed|es|s)$/, (ending) => (ending === 'ies' ? 'y' : '')).slice(0, 7);
