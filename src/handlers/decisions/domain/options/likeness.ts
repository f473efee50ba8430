import { categoryOf } from './names/lexicon.ts';
import { wordsOf } from './names/words.ts';
import { optionsIn } from './parts.ts';
import { readOptions } from './read.ts';
import type { RoleOfOption } from './relation.ts';

/** The options of a decision as compared with those of another. */
export type Compared = {
  options: readonly RoleOfOption[];
  /** Kinds of the options that it chooses and rejects. */
  kinds: ReadonlySet<string>;
  /** It goes back on something: "merge the services back into one", "leave Kubernetes". */
  goesBack: boolean;
};

/** Verbs and adverbs of going back on something. */
const wordsOfReturn =
  /\b(?:back|abandon\w*|abolish\w*|away from|cancel\w*|discontinu\w*|drop\w*|get rid of|leav(?:e|es|ing)|no longer|phas\w+ out|remov\w+|retir\w+|return\w* to|revert\w*|stop\w*|undo\w*)\b/iu;

export function compared(
  statement: string,
  alternatives: readonly string[],
  options: readonly RoleOfOption[] = readOptions(statement, alternatives).options,
): Compared {
  const mentions = optionsIn(wordsOf(statement));
  return {
    options,
    kinds: new Set(
      [...options, ...mentions.map(({ option }) => option)].flatMap(({ key }) => categoryOf(key) ?? []),
    ),
    goesBack: wordsOfReturn.test(statement),
  };
}

/** Alternatives that name no other choice. */
export const saysNothing = (alternative: string): boolean =>
  /^(?:do nothing|none|keep (?:it|as is))$/iu.test(alternative);
