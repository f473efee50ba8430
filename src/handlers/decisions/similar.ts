import { type SimilarDecision, similarDecisions } from '../../db/decisions/similar.ts';
import { searchOf } from '../shared/search.ts';
import type { Deps } from '../tool/deps.ts';
import { rounded } from './domain/numbers.ts';
import { verbsOfDeciding } from './domain/similarity.ts';

/** Decisions similar to one, as returned in results. */

export const similarTo = (
  deps: Deps,
  query: { statement: string; domain: string; except?: string; completed: boolean; limit: number },
): Promise<SimilarDecision[]> =>
  similarDecisions(deps.db.sql, searchOf(deps), { ...query, ignore: verbsOfDeciding });

export const toSimilar = ({ id, statement, score }: SimilarDecision) => ({
  decision_id: id,
  statement,
  success_rate: score === null ? null : rounded(score),
});
