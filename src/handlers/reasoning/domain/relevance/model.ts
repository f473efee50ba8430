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
const own = rowOf(ownNames, fitted.own);
const group = rowOf([...groupNames, ...ownNames], fitted.group);

/** A text is related from this probability on: where precision reached .85 on lakes that the weights were not fitted to. */
const leastLikely = 0.67;
/** The topic is known if a text is as near as this, */
const leastNear = 0.42;
/** or stands out as far from the text of this place: problems in other languages are far from everything. */
const leastOut = 0.29;
const placeOfOrdinary = 50;

/** The probability of each text to be related; 0 below {@link leastLikely}, and for all when the topic is unknown. */
export function likelyRelated(problem: string, texts: readonly Meant[]): number[] {
  if (!isKnown(texts)) return texts.map(() => 0);
  const compared = compareTexts(problem, texts);
  return secondLook(texts, compared, firstLook(compared, own), group).map((likely) =>
    likely >= leastLikely ? likely : 0,
  );
}

function isKnown(texts: readonly Meant[]): boolean {
  const near = texts.map(({ likeness }) => likeness).sort((a, b) => b - a);
  const best = near[0] ?? 0;
  const ordinary = near[placeOfOrdinary];
  return best >= leastNear || (ordinary !== undefined && best - ordinary >= leastOut);
}
