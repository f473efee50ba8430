import { fillers, prepositions } from '../options/cues.ts';
import { type Compared, compared, saysNothing } from '../options/likeness.ts';
import { wordsOf } from '../options/names/words.ts';
import type { RoleOfOption } from '../options/relation.ts';
import { conceptsOf as conceptsOfWord } from './concepts.ts';

/** A decision as given to a comparison. */
export type Given = {
  statement: string;
  alternatives: readonly string[];
  options?: readonly RoleOfOption[] | undefined;
  domain: string;
  /** Cosines of its meaning to that of the decision asked about and of the alternatives of that; its embedding, of length 1. */
  meaning?:
    | { decision: number; alternatives?: number | undefined; vector?: ArrayLike<number> | undefined }
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
  /** Runs of four letters, which words of related languages and compounds share. */
  letters: ReadonlySet<string>;
  keeps: boolean;
  denies: boolean;
};

/** What a statement leaves or refuses: the words after these, up to the end of the phrase. */
const leaving =
  /\b(?:out of|away from|from|instead of|rather than|without|no longer|drop|remove|replace[sd]?|retire|stop|not|no|nicht|kein\w*|statt|ohne|plus de|pas de|au lieu de|sans|quitte|en lugar de|en vez de|sin|ya no)\s+[^,.;:()]{1,60}/giu;

const keeping =
  /\b(?:stays?|keep|keeps|kept|remains?|still|continues?|for now|bleib\w*|weiter\w*|beh[aä]lt\w*|reste\w*|rest[eo]ns|gard\w+|sigue\w*|mant[ie]+n\w*|queda\w*)\b/iu;

const denying =
  /\b(?:no|not|never|without|nothing|nobody|no longer|cannot|gone|enough|suffices?|kein\w*|nicht|ohne|niemand|pas|plus|sans|jamais|sin|nunca|ya)\b/iu;

export function readGiven(given: Given): Read {
  const others = given.alternatives.filter((one) => !saysNothing(one)).join(', ');
  const left = [...given.statement.matchAll(leaving)].map(([text]) => text).join(' ');
  const against = conceptsOf(others);
  return {
    ...given,
    compared: compared(given.statement, given.alternatives, given.options),
    stems: stemsOf(`${given.statement} ${others}`),
    says: conceptsOf(given.statement),
    chooses: conceptsOf(given.statement.replaceAll(leaving, ' ')),
    leaves: new Set([...against, ...conceptsOf(left)]),
    against,
    letters: lettersOf(given.statement),
    keeps: keeping.test(given.statement),
    denies: denying.test(given.statement),
  };
}

const stemsOf = (text: string): ReadonlySet<string> =>
  new Set(
    wordsOf(text).flatMap(({ stem }) =>
      stem === '' || fillers.has(stem) || prepositions.has(stem) ? [] : stem,
    ),
  );

const conceptsOf = (text: string): ReadonlySet<string> =>
  new Set(
    wordsOf(text).flatMap(({ lower, stem }) =>
      stem === '' || fillers.has(stem) || prepositions.has(stem) ? [] : conceptsOfWord(lower, stem),
    ),
  );

function lettersOf(text: string): ReadonlySet<string> {
  const runs = new Set<string>();
  for (const { lower, stem } of wordsOf(text)) {
    if (stem === '' || fillers.has(stem) || prepositions.has(stem)) continue;
    const plain = ` ${lower.normalize('NFD').replace(/\p{M}/gu, '')} `;
    for (let i = 0; i + 4 <= plain.length; i += 1) runs.add(plain.slice(i, i + 4));
  }
  return runs;
}
