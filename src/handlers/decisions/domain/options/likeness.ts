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
  /** It goes back on something: "merge the services back into one", "leave Kubernetes". */
  goesBack: boolean;
  /** Stems of its statement, without what it leaves: "out of the monolith", "rather than by hand". */
  chosen: ReadonlySet<string>;
  /** The stems of each alternative that it was chosen over. */
  against: readonly ReadonlySet<string>[];
};

const wordsOfLeaving =
  /\b(?:out of|away from|from|instead of|rather than|over|without)\s+(?:(?:the|a|an|our|own)\s+)?\S+/giu;

/** Verbs and adverbs of going back on something. */
const wordsOfReturn =
  /\b(?:back|abandon\w*|abolish\w*|away from|cancel\w*|discontinu\w*|drop\w*|get rid of|leav(?:e|es|ing)|no longer|phas\w+ out|remov\w+|retir\w+|return\w* to|revert\w*|stop\w*|undo\w*)\b/iu;

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
    goesBack: wordsOfReturn.test(statement),
    chosen: significant(statement.replaceAll(wordsOfLeaving, ' ')),
    against: alternatives
      .filter((one) => !/^(?:do nothing|none|keep (?:it|as is))$/iu.test(one))
      .map(significant)
      .filter((stems) => stems.size > 0),
  };
}

const significant = (text: string): ReadonlySet<string> =>
  new Set(
    wordsOf(text).flatMap(({ stem }) =>
      stem === '' || fillers.has(stem) || prepositions.has(stem) ? [] : [stem],
    ),
  );

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

/** Cosines of unrelated and of equal statements about software, between which meanings are compared. */
const meaning = { least: 0.15, most: 0.8 };

/** @param near the cosine of their meanings; without it, their words are compared alone. */
export function likeness(asked: Compared, found: Compared, near?: number): Likeness {
  const direction = relationOf(asked, found);
  const option =
    direction === 'same'
      ? 1
      : direction === 'opposite'
        ? 0.6
        : mentioned(asked, found)
          ? 0.4
          : overTheSame(asked, found)
            ? 0.3
            : 0;
  const kind = overlap(asked.kinds, found.kinds);
  const byWords = cosine(asked.terms, found.terms);
  const words = near === undefined ? byWords : (byWords + scaled(near)) / 2;
  const contrary = direction === 'related' && leansAway(asked, found) ? leaning : 0;
  const score = weight.option * option + weight.kind * kind + weight.words * words;
  return { score, direction, rank: score + tiers[direction] - contrary };
}

const scaled = (near: number): number =>
  Math.min(1, Math.max(0, (near - meaning.least) / (meaning.most - meaning.least)));

/** How much lower a related decision ranks that seems to go the other way, though its options do not say so. */
const leaning = 0.3;

/** One goes back on something and the other does not, or one chooses in so many words what the other was chosen over. */
const leansAway = (asked: Compared, found: Compared): boolean =>
  asked.goesBack !== found.goesBack || names(asked, found) || names(found, asked);

const names = ({ against, terms }: Compared, other: Compared): boolean =>
  against.some((stems) => holds(other.chosen, stems) && !holds(terms, stems));

/** Chosen over the same thing, though by other names: "our own server", "our own SMTP server". */
const overTheSame = (asked: Compared, found: Compared): boolean =>
  asked.against.some((mine) => found.against.some((theirs) => holds(mine, theirs) || holds(theirs, mine)));

const holds = (all: ReadonlySet<string>, some: ReadonlySet<string>): boolean =>
  [...some].every((one) => all.has(one));

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
