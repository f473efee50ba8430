import { fillers, prepositions } from './cues.ts';
import { categoryOf } from './names/lexicon.ts';
import { wordsOf } from './names/words.ts';
import { optionsIn } from './parts.ts';
import { readOptions } from './read.ts';
import { type Relation, type RoleOfOption, relationOf } from './relation.ts';

/** A decision as compared with another. */
export type Compared = {
  options: readonly RoleOfOption[];
  /** The stems of its statement, with an option's key in place of the words that name it. */
  terms: ReadonlySet<string>;
  /** Kinds of the options that it chooses and rejects. */
  kinds: ReadonlySet<string>;
};

export function compared(
  statement: string,
  alternatives: readonly string[],
  options: readonly RoleOfOption[] = readOptions(statement, alternatives).options,
): Compared {
  const words = wordsOf(statement);
  const mentions = optionsIn(words);
  const named = (i: number) => mentions.some(({ start, end }) => start <= i && i < end);
  const terms = words.flatMap(({ stem }, i) =>
    stem === '' || named(i) || fillers.has(stem) || prepositions.has(stem) ? [] : [stem],
  );
  return {
    options,
    terms: new Set([...terms, ...mentions.map(({ option }) => option.key)]),
    kinds: new Set(
      [...options, ...mentions.map(({ option }) => option)].flatMap(({ key }) => categoryOf(key) ?? []),
    ),
  };
}

export type Likeness = {
  /** From 0 to 1. */
  score: number;
  direction: Relation;
  /** Orders similar decisions: the same choice before related ones, opposite ones last. */
  rank: number;
};

/** Less alike than this, two decisions are not similar. */
export const leastAlike = 0.12;

const tiers: Record<Relation, number> = { same: 1, related: 0, opposite: -1 };

/** Weights of the parts of a score; they sum to 1. */
const weight = { option: 0.5, kind: 0.15, words: 0.35 };

export function likeness(asked: Compared, found: Compared): Likeness {
  const direction = relationOf(asked, found);
  const option =
    direction === 'same' ? 1 : direction === 'opposite' ? 0.6 : mentioned(asked, found) ? 0.4 : 0;
  const kind = overlap(asked.kinds, found.kinds);
  const words = cosine(asked.terms, found.terms);
  const score = weight.option * option + weight.kind * kind + weight.words * words;
  return { score, direction, rank: score + tiers[direction] };
}

/** Whether a statement at least speaks of what the other chooses. */
const mentioned = (asked: Compared, found: Compared): boolean =>
  asked.options.some(({ role, key }) => role === 'chosen' && found.terms.has(key)) ||
  found.options.some(({ role, key }) => role === 'chosen' && asked.terms.has(key));

const shared = (a: ReadonlySet<string>, b: ReadonlySet<string>): number =>
  [...a].filter((one) => b.has(one)).length;
const overlap = (a: ReadonlySet<string>, b: ReadonlySet<string>): number =>
  a.size === 0 || b.size === 0 ? 0 : shared(a, b) / Math.min(a.size, b.size);
const cosine = (a: ReadonlySet<string>, b: ReadonlySet<string>): number =>
  a.size === 0 || b.size === 0 ? 0 : shared(a, b) / Math.sqrt(a.size * b.size);
