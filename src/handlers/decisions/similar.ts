import { textOfDecision } from '../../db/decisions/collection.ts';
import { type Candidate, candidateDecisions } from '../../db/decisions/similar.ts';
import { withTimeout } from '../../db/runtime/with-timeout.ts';
import { decisionVectorOf, queryVectorOf } from '../shared/query-vector.ts';
import { searchOf } from '../shared/search.ts';
import type { Deps } from '../tool/deps.ts';
import { namesNear } from './domain/likeness/matters/read.ts';
import { byLikeness, type Likeness } from './domain/likeness/model.ts';
import { type Read, readGiven } from './domain/likeness/text.ts';
import { rounded } from './domain/numbers.ts';
import { saysNothing } from './domain/options/likeness.ts';
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

/**
 * The decisions most similar to one, at least by a floor of relatedness; those that choose the opposite come after others that are
 * as surely related.
 */
export async function similarTo(deps: Deps, query: SimilarQuery): Promise<Similar[]> {
  // In a fixed order, which decides between equally similar ones: the latest first.
  const found = (await candidatesFor(deps, query)).toSorted((a, b) => (a.id < b.id ? 1 : -1));
  return byLikeness(
    comparable(query),
    found.map((one) => ({ ...comparable(one), stored: one })),
    query.limit,
  ).map(({ one, score, direction }) => ({ ...one.stored, direction, likeness: score }));
}

/** Decisions that may be similar to one, in no order. */
export function candidatesFor(deps: Deps, query: SimilarQuery): Promise<Candidate[]> {
  const { compared, matters } = comparable(query);
  const keys = compared.options.filter(({ direction }) => direction !== 'considered').map(({ key }) => key);
  return candidateDecisions(deps.db.sql, searchOf(deps), {
    ...query,
    vectors: vectorsOf(query, deps),
    ignore: verbsOfDeciding,
    spellings: keys.flatMap(spellingsOf),
    options: keys,
    near: namesNear(matters),
  });
}

/** Longer than this, a comparison by words alone is the better one. */
const patienceMs = 300;

async function vectorsOf({ statement, alternatives = [] }: SimilarQuery, deps: Deps) {
  if (!deps.embedder) return undefined;
  const others = alternatives.filter((one) => !saysNothing(one));
  const text = textOfDecision(statement, others);
  const embedded = Promise.all([
    queryVectorOf(text, deps),
    others.length === 0 ? undefined : queryVectorOf(others.join(', '), deps),
    decisionVectorOf(text, deps),
  ]);
  const [asked, against, question] = (await withTimeout(embedded, patienceMs)) ?? [];
  return (
    asked?.queryVector && {
      model: asked.queryVector.model,
      decision: asked.queryVector.vector,
      alternatives: against?.queryVector?.vector,
      question: question?.queryVector,
    }
  );
}

const comparable = ({ alternatives = [], options, ...decision }: SimilarQuery | Candidate): Read =>
  readGiven({
    ...decision,
    meaning: 'meaning' in decision ? decision.meaning : undefined,
    alternatives,
    options: options ? optionsFrom(options) : undefined,
  });

export const toSimilar = ({ id, statement, score, likeness, direction }: Similar) => ({
  decision_id: id,
  statement,
  success_rate: score === null ? null : rounded(score),
  score: rounded(likeness, 2),
  direction,
});
