import { type Candidate, candidateDecisions } from '../../db/decisions/similar.ts';
import { withTimeout } from '../../db/runtime/with-timeout.ts';
import { queryVectorOf } from '../shared/query-vector.ts';
import { searchOf } from '../shared/search.ts';
import type { Deps } from '../tool/deps.ts';
import { rounded } from './domain/numbers.ts';
import { type Compared, compared, type Likeness, leastAlike, likeness } from './domain/options/likeness.ts';
import { spellingsOf } from './domain/options/names/lexicon.ts';
import { verbsOfDeciding } from './domain/similarity.ts';
import { optionsFrom } from './options.ts';

/** Decisions similar to one, as returned in results. */

export type SimilarQuery = {
  statement: string;
  alternatives?: readonly string[];
  /** As stored; read from the statement otherwise. */
  options?: Candidate['options'];
  domain: string;
  /** The decision itself, which is left out. */
  except?: string;
  /** Only decisions whose outcome is known. */
  completed: boolean;
  limit: number;
};

export type Similar = Candidate & Pick<Likeness, 'direction'> & { likeness: number };

/** Preference for decisions of the same domain among equally similar ones. */
const ownDomain = 0.15;

/**
 * The decisions most similar to one, at least by {@link leastAlike}: those that choose the same first, then related ones,
 * and last those that choose the opposite.
 */
export async function similarTo(deps: Deps, query: SimilarQuery): Promise<Similar[]> {
  const asked = comparable(query);
  const keys = asked.options.filter(({ direction }) => direction !== 'considered').map(({ key }) => key);
  const candidates = await candidateDecisions(deps.db.sql, searchOf(deps), {
    ...query,
    queryVector: meaningOf(query.statement, deps),
    ignore: verbsOfDeciding,
    spellings: keys.flatMap(spellingsOf),
    options: keys,
  });
  return candidates
    .map((one) => ({ one, ...likeness(asked, comparable(one), one.cosine) }))
    .filter(({ score }) => score >= leastAlike)
    .map((found) => ({ ...found, rank: found.rank + (found.one.domain === query.domain ? ownDomain : 0) }))
    .sort((a, b) => b.rank - a.rank || (a.one.id < b.one.id ? 1 : -1))
    .slice(0, query.limit)
    .map(({ one, score, direction }) => ({ ...one, direction, likeness: score }));
}

/** Longer than this, a comparison by words alone is the better one. */
const patienceMs = 300;

const meaningOf = async (statement: string, deps: Deps) =>
  deps.embedder && (await withTimeout(queryVectorOf(statement, deps), patienceMs))?.queryVector;

const comparable = (decision: Pick<SimilarQuery, 'statement' | 'alternatives' | 'options'>): Compared =>
  compared(
    decision.statement,
    decision.alternatives ?? [],
    decision.options ? optionsFrom(decision.options) : undefined,
  );

export const toSimilar = ({ id, statement, score, likeness, direction }: Similar) => ({
  decision_id: id,
  statement,
  success_rate: score === null ? null : rounded(score),
  score: rounded(likeness, 2),
  direction,
});
