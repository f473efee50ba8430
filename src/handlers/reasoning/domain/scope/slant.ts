import { fold, wordsOf } from '../cues/words.ts';
import { stem } from './relation.ts';
import table from './words.json' with { type: 'json' };

/**
 * Whether words are those of mending something or of wishing for something. `words.json` has, by their weight, the stems
 * that are commoner in what public projects wrote of new features, documents and restructuring than in what they wrote of
 * faults, speed and tests (above 0), and the other way round; `scripts/scope-words.ts` counts them.
 */

const weightOf = new Map(
  Object.entries(table.weights).flatMap(([weight, words]) =>
    words.split(' ').map((word) => [word, Number(weight)] as const),
  ),
);

/** Words of a text as they are weighed: folded, at least three letters, stemmed. */
export const weighedWords = (text: string): Map<string, string> =>
  new Map(
    wordsOf(fold(text))
      .filter((word) => /^\p{L}{3,}$/u.test(word))
      .map((word) => [stem(word), word]),
  );

export type Slant = {
  /** Above 0: a wish. The mean weight of all words. */
  all: number;
  /** The mean weight of the words that are new. */
  fresh: number;
  /** The same sum, damped less by the length of the thought. */
  sum: number;
  /** How many new words speak strongly for a wish, and how many for mending. */
  wishes: number;
  repairs: number;
  /** The new words that speak for a wish, most telling first. */
  telling: string[];
};

const strong = 0.4;

export function slantOf(thought: string, known: readonly string[]): Slant {
  const met = weighedWords(known.join(' '));
  const weighed = [...weighedWords(thought)].flatMap(([stemmed, word]) => {
    const weight = weightOf.get(stemmed);
    return weight === undefined ? [] : [{ word, weight, fresh: !met.has(stemmed) }];
  });
  const fresh = weighed.filter((one) => one.fresh);
  const sum = (some: typeof weighed) => some.reduce((total, { weight }) => total + weight, 0);
  const wishes = fresh.filter(({ weight }) => weight > strong);
  return {
    all: sum(weighed) / (weighed.length + 1),
    fresh: sum(fresh) / (fresh.length + 1),
    sum: sum(fresh) / Math.sqrt(fresh.length + 1),
    wishes: wishes.length,
    repairs: fresh.filter(({ weight }) => weight < -strong).length,
    telling: wishes.sort((a, b) => b.weight - a.weight).map(({ word }) => word),
  };
}
