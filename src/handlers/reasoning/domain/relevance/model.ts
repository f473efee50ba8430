import { isFew } from './by-words.ts';
import { compareTexts, groupNames, type Meant, ownNames } from './features.ts';
import { firstLook, secondLook } from './stages.ts';
import fitted from './weights.json' with { type: 'json' };

/**
 * How likely texts are to be related to a problem, by two logistic models: the first reads each text by itself, the second
 * reads it again beside the texts that the first one found likely, as what belongs to one matter is alike. `weights.json`
 * has the weights by the names of the features; `scripts/fit-relevance.ts` fits them to judged problems.
 */

const rowOf = (names: readonly string[], weights: Readonly<Record<string, number>>): number[] =>
  [...names, 'constant'].map((name) => weights[name] ?? 0);
const lookOf = (weights: Readonly<Record<'own' | 'group', Readonly<Record<string, number>>>>) => ({
  own: rowOf(ownNames, weights.own),
  group: rowOf([...groupNames, ...ownNames], weights.group),
});
const large = lookOf(fitted);
/** In few texts nothing shows which words and likenesses are ordinary: other weights read those, which ask for more. */
const small = lookOf(fitted.small);

/** A text is related from this probability on: where precision reached .85 on lakes that the weights were not fitted to. */
const leastLikely = 0.67;
const leastLikelyOfSmall = 0.55;
/** The topic is known if a text is as near as this, */
const leastNear = 0.42;
/** or stands out as far from the text of this place: problems in other languages are far from everything. */
const leastOut = 0.29;
const placeOfOrdinary = 50;
/** In a small lake, the weights themselves ask for more; below this, likeness is noise. */
const leastNearOfFew = 0.3;

/** The probability of each text to be related; 0 where that is too low, and for all when the topic is unknown. */
export function likelyRelated(problem: string, texts: readonly Meant[]): number[] {
  const few = isFew(texts);
  if (!(few ? isKnownToFew(texts) : isKnown(texts))) return texts.map(() => 0);
  const { own, group } = few ? small : large;
  const least = few ? leastLikelyOfSmall : leastLikely;
  const compared = compareTexts(problem, texts);
  return secondLook(texts, compared, firstLook(compared, own), group).map((likely) =>
    likely >= least ? likely : 0,
  );
}

const isKnownToFew = (texts: readonly Meant[]): boolean =>
  texts.some(({ likeness }) => likeness >= leastNearOfFew);

function isKnown(texts: readonly Meant[]): boolean {
  const near = texts.map(({ likeness }) => likeness).sort((a, b) => b - a);
  const best = near[0] ?? 0;
  const ordinary = near[placeOfOrdinary];
  return best >= leastNear || (ordinary !== undefined && best - ordinary >= leastOut);
}
