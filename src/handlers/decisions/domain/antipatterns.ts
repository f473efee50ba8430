import { categoryOf } from './options/names/lexicon.ts';
import { readOptions } from './options/read.ts';
import type { RoleOfOption } from './options/relation.ts';
import { optionOfTopic } from './options/topic.ts';
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
  /** `for:` or `against:` and the key of the option that it was learned of; another or none where it is of no option. */
  topic?: string | null;
  /** Outcome counts of decisions of this kind, for learned antipatterns. */
  failures: number;
  total: number;
};

/** A statement, what else is said of it, and its options, which are read by the grammar otherwise. */
type Said = {
  statement: string;
  context?: string | undefined;
  options?: readonly RoleOfOption[] | undefined;
};

/**
 * The antipatterns that match what a text proposes; what it refuses, removes or replaces is left out. Where one was learned
 * of an option, the options of the statement tell whether that is chosen, if it speaks of them.
 */
export function matching<T extends Pick<Antipattern, 'terms' | 'topic'>>(
  { statement, context = '', options = readOptions(statement).options }: Said,
  known: readonly T[],
): T[] {
  const text = assertedIn(`${statement}\n${context}`);
  const said = ({ terms }: T) => terms.every((group) => mentions(text, group));
  if (known.every(({ topic }) => optionOfTopic(topic) === undefined))
    return known.filter((one) => one.terms.length > 0 && said(one));
  return known.filter((one) => one.terms.length > 0 && (takes(options, one.topic) ?? said(one)));
}

/** Whether a statement takes a choice of an option; undefined where it does not speak of it, nor of another of its kind. */
function takes(options: readonly RoleOfOption[], topic: string | null | undefined): boolean | undefined {
  const option = optionOfTopic(topic);
  if (!option) return undefined;
  const found = options.find(({ key }) => key === option.key);
  if (found)
    return option.stance === 'for'
      ? found.role === 'chosen'
      : found.role === 'rejected' && found.direction !== 'considered' && found.direction !== 'instead';
  const kind = categoryOf(option.key);
  const another = options.some(({ role, key }) => role === 'chosen' && categoryOf(key) === kind);
  return option.stance === 'for' && kind !== undefined && another ? false : undefined;
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
