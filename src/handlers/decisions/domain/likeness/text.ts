import { fillers, prepositions } from '../options/cues.ts';
import { type Compared, compared, saysNothing } from '../options/likeness.ts';
import { type Word, wordsOf } from '../options/names/words.ts';
import type { RoleOfOption } from '../options/relation.ts';
import { type Stance, stancesOf } from '../options/stance.ts';
import { conceptsOf as conceptsOfWord } from './concepts.ts';
import { type Matters, mattersOf } from './matters/read.ts';

/** A decision as given to a comparison. */
export type Given = {
  statement: string;
  alternatives: readonly string[];
  options?: readonly RoleOfOption[] | undefined;
  domain: string;
  /**
   * Cosines of its meaning to that of the decision asked about and of the alternatives of that; its embedding, of length 1; cosine and
   * embedding by a model that was fitted to decisions on the same question.
   */
  meaning?:
    | {
        decision: number;
        alternatives?: number | undefined;
        vector?: ArrayLike<number> | undefined;
        question?: { decision: number; vector: ArrayLike<number> } | undefined;
      }
    | undefined;
};

/** A decision as the features of likeness see it. */
export type Read = Given & {
  compared: Compared;
  /** Stems of the whole statement. */
  stems: ReadonlySet<string>;
  /** Concepts of the whole statement. */
  says: ReadonlySet<string>;
  /** Concepts of what the statement is for, without what it leaves. */
  chooses: ReadonlySet<string>;
  /** Concepts of what it leaves or was chosen over. */
  leaves: ReadonlySet<string>;
  /** Concepts of its alternatives. */
  against: ReadonlySet<string>;
  /** What it decides on, and how. */
  matters: Matters;
  /** Runs of four letters, which words of related languages and compounds share. */
  letters: ReadonlySet<string>;
  lettersLeft: ReadonlySet<string>;
  lettersChosen: ReadonlySet<string>;
  keeps: boolean;
  denies: boolean;
};

const keeping =
  /\b(?:stays?|keep|keeps|kept|remains?|still|continues?|for now|bleib\w*|weiter\w*|beh[aä]lt\w*|reste\w*|rest[eo]ns|gard\w+|sigue\w*|mant[ie]+n\w*|queda\w*)\b/iu;

const denying =
  /\b(?:no|not|never|without|nothing|nobody|no longer|cannot|gone|enough|suffices?|kein\w*|nicht|ohne|niemand|pas|plus|sans|jamais|sin|nunca|ya)\b/iu;

export function readGiven(given: Given): Read {
  const others = given.alternatives.filter((one) => !saysNothing(one)).map(wordsOf);
  const statement = wordsOf(given.statement);
  const stances = stancesOf(statement);
  const against = conceptsOf(others.flat());
  return {
    ...given,
    compared: compared(given.statement, given.alternatives, given.options),
    stems: stemsOf([...statement, ...others.flat()]),
    says: conceptsOf(statement),
    chooses: conceptsOf(statement.filter((_, i) => stances[i] !== 'left')),
    leaves: new Set([...against, ...conceptsOf(statement.filter((_, i) => stances[i] === 'left'))]),
    against,
    // What an alternative leaves was chosen.
    matters: mattersOf(
      [...statement, ...others.flat()],
      [...stances, ...others.flatMap((one) => stancesOf(one).map(contraryOf))],
      statement.length,
    ),
    letters: lettersOf(statement),
    lettersLeft: lettersOf([...statement.filter((_, i) => stances[i] === 'left'), ...others.flat()]),
    lettersChosen: lettersOf(statement.filter((_, i) => stances[i] === 'chosen')),
    keeps: keeping.test(given.statement),
    denies: denying.test(given.statement),
  };
}

const contraryOf = (stance: Stance): Stance => (stance === 'left' ? 'reason' : 'left');

const stemsOf = (words: readonly Word[]): ReadonlySet<string> =>
  new Set(
    words.flatMap(({ stem }) => (stem === '' || fillers.has(stem) || prepositions.has(stem) ? [] : stem)),
  );

const conceptsOf = (words: readonly Word[]): ReadonlySet<string> =>
  new Set(
    words.flatMap(({ lower, stem }) =>
      stem === '' || fillers.has(stem) || prepositions.has(stem) ? [] : conceptsOfWord(lower, stem),
    ),
  );

function lettersOf(words: readonly Word[]): ReadonlySet<string> {
  const runs = new Set<string>();
  for (const { lower, stem } of words) {
    if (stem === '' || fillers.has(stem) || prepositions.has(stem)) continue;
    const plain = ` ${lower.normalize('NFD').replace(/\p{M}/gu, '')} `;
    for (let i = 0; i + 4 <= plain.length; i += 1) runs.add(plain.slice(i, i + 4));
  }
  return runs;
}
