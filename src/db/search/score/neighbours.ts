import type { DocValues } from '../index/doc-values.ts';
import { question } from '../text/analyze.ts';
import { weights as w } from './weights.ts';

/**
 * The most that neighbouring turns can add to a turn, as a share of the best score in its group: the turn before it, as a
 * share of its own, and the others.
 */
export const mostBefore = w.afterMatch * w.afterQuestion;
export const mostElsewhere = w.twoAfterMatch + w.beforeMatch + w.twoBeforeMatch;
export const mostAround = mostBefore + mostElsewhere;

/**
 * Builds the function for a turn's score from its neighbours; built once per query, since it runs for each candidate.
 */
export function neighbourScores(
  { score }: { score: Float64Array },
  documents: DocValues,
): (d: number) => number {
  const { previous, next, flags } = documents;
  const { afterMatch, afterQuestion, twoAfterMatch, beforeMatch, twoBeforeMatch } = w;
  return (d) => {
    let sum = 0;
    const before = previous[d] as number;
    if (before >= 0) {
      const asked = (flags[before] as number) & question ? afterQuestion : 1;
      sum += afterMatch * asked * (score[before] as number);
      const earlier = previous[before] as number;
      if (earlier >= 0) sum += twoAfterMatch * (score[earlier] as number);
    }
    const after = next[d] as number;
    if (after >= 0) {
      sum += beforeMatch * (score[after] as number);
      const later = next[after] as number;
      if (later >= 0) sum += twoBeforeMatch * (score[later] as number);
    }
    return sum;
  };
}
