import { assertedIn } from './risks/asserted.ts';

/**
 * A choice known to end badly. It matches when every group has a term in the text, as whole words, ignoring case; spaces
 * in a term match spaces and hyphens. Terms are plain text, never regular expressions, so that an imported antipattern
 * cannot make matching slow.
 */
export type Antipattern = {
  id: string;
  pattern: string;
  terms: readonly (readonly string[])[];
  recommendation: string;
  /** Outcome counts of decisions of this kind, for learned antipatterns. */
  failures: number;
  total: number;
};

/** The antipatterns that match what a text proposes; what it refuses, removes or replaces is left out. */
export function matching<T extends Pick<Antipattern, 'terms'>>(text: string, known: readonly T[]): T[] {
  const chosen = assertedIn(text);
  return known.filter(({ terms }) => terms.length > 0 && terms.every((group) => mentions(chosen, group)));
}

/** Whether one of the terms occurs in the text as whole words. */
export const mentions = (text: string, terms: readonly string[]): boolean =>
  terms.length > 0 && expression(terms).test(text);

const expression = (terms: readonly string[]): RegExp => {
  const key = terms.join('\n');
  const known = expressions.get(key);
  if (known) return known;
  const body = terms
    .map((term) =>
      term
        .trim()
        .split(/[\s-]+/)
        .map(escaped)
        .join('[\\s-]+'),
    )
    .join('|');
  const made = new RegExp(`(?<![\\p{L}\\p{N}_])(?:${body})(?![\\p{L}\\p{N}_])`, 'iu');
  if (expressions.size >= mostExpressions) expressions.clear();
  expressions.set(key, made);
  return made;
};

/** Compiled once: otherwise matching a statement against hundreds of antipatterns would be mostly compilation. */
const expressions = new Map<string, RegExp>();
const mostExpressions = 5000;

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
