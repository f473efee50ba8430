import type { Sql } from '../postgres/connect.ts';
import { rfc3339 } from '../schema/rfc3339.ts';
import type { ExperienceProof } from '../schema/vocabulary.ts';
import type { Search } from '../search/search.ts';
import { type ExperienceFilter, experiences } from './collection.ts';

/** A match with the inputs of its salience. */
export type RankedExperience = {
  id: number;
  rank: number;
  confidence: number | null;
  confirmations: number;
  contradictions: number;
  uses: number;
  proof: ExperienceProof;
  createdAt: string;
};

/** Fetched beyond the requested number, so that ties with the last one rarely need a second search. */
const spare = 50;

/**
 * Searches experiences by words: any word counts, rare ones more. Returns the best `first` by rank and all further ties
 * with the last of them, so that a second key can order ties.
 *
 * All matching of experiences to a query happens here.
 */
export async function rankExperiences(
  sql: Sql,
  search: Search,
  query: string,
  filter: ExperienceFilter,
  first: number,
): Promise<{ ranked: RankedExperience[]; total: number }> {
  const { ranks, total } = await best(search, query, filter, first);
  const rows = await sql<(Omit<RankedExperience, 'rank'> & { docNo: number })[]>`
    select e.doc_no, e.id::float8 as id, e.confidence, e.created_at, e.proof, coalesce(u.confirmations, 0) as confirmations,
           coalesce(u.contradictions, 0) as contradictions, coalesce(u.uses, 0) as uses
    from experiences e left join experience_use u on u.experience_id = e.id
    where e.doc_no = any(${[...ranks.keys()]}::bigint[]) and e.deleted_at is null`;
  const ranked = rows
    .map(({ docNo, ...row }) => ({
      ...row,
      rank: ranks.get(docNo) ?? 0,
      createdAt: rfc3339(row.createdAt),
    }))
    .sort((a, b) => b.rank - a.rank || b.id - a.id);
  return { ranked, total };
}

/** The rank of each of the best documents. Ranks are rounded, so that negligible differences count as ties. */
async function best(search: Search, text: string, filter: ExperienceFilter, first: number) {
  for (let limit = first + spare; ; limit *= 2) {
    const { hits, total } = await search.find(experiences, { text, mode: 'any', filter, limit, offset: 0 });
    const ranks = hits.map(({ docNo, score }) => ({ docNo, rank: Math.round(score * 1000) / 1000 }));
    const least = ranks[first - 1]?.rank ?? 0;
    const equal = ranks.filter(({ rank }) => rank >= least);
    if (equal.length < hits.length || hits.length < limit)
      return { ranks: new Map(equal.map(({ docNo, rank }) => [docNo, rank])), total };
  }
}

type FoundExperience = { id: number; type: string; domain: string; project: string | null };

/** Experiences by document number, without deleted ones. */
export async function experiencesByDocNo(
  sql: Sql,
  docs: readonly number[],
): Promise<Map<number, FoundExperience>> {
  const rows = await sql<(FoundExperience & { docNo: number })[]>`
    select doc_no, id::float8 as id, type, domain, project from experiences
    where doc_no = any(${[...docs]}::bigint[]) and deleted_at is null`;
  return new Map(rows.map((row) => [row.docNo, row]));
}
