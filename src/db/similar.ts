import type { Sql } from './connect.ts';
import type { FinalStatus } from './schema/decisions.ts';

export type SimilarQuery = {
  statement: string;
  /** Stems that tell nothing about what a statement is about. */
  ignore: readonly string[];
  /** Decisions of this domain come first. */
  domain: string;
  /** A decision that is not its own likeness. */
  except?: string | undefined;
  /** Only decisions whose outcome is known. */
  completed: boolean;
  limit: number;
};

export type SimilarDecision = {
  id: string;
  statement: string;
  domain: string;
  status: string;
  confidence: number;
  /** Of its outcome; null as long as there is none. */
  score: number | null;
  finalStatus: FinalStatus | null;
  lessons: string[];
  rank: number;
};

/**
 * The decisions whose statements are most like this one, those of the domain first. The only place where decisions are
 * matched by text: any word in common, ranked by how often and how close the words occur.
 */
export async function similarDecisions(sql: Sql, query: SimilarQuery): Promise<SimilarDecision[]> {
  // Most of what shares a word lies in other domains, and is not looked at when the own one has enough.
  const near = await ranked(sql, query, true, query.limit);
  if (near.length >= query.limit) return near;
  return [...near, ...(await ranked(sql, query, false, query.limit - near.length))];
}

async function ranked(
  sql: Sql,
  query: SimilarQuery,
  near: boolean,
  limit: number,
): Promise<SimilarDecision[]> {
  return await sql<SimilarDecision[]>`
    with best as (
      select d.id, ts_rank(d.tsv, q.query)::float8 as rank, d.created_at
      from decisions d
      cross join (select ${anyWord(sql, query.statement, query.ignore)} as query) q
      where d.tsv @@ q.query and d.deleted_at is null and d.id <> ${query.except ?? ''}
        and ${near ? sql`d.domain = ${query.domain}` : sql`d.domain <> ${query.domain}`}
        ${query.completed ? sql`and d.concluded` : sql``}
      order by rank desc, d.created_at desc
      limit ${limit}
    )
    select d.id, d.statement, d.domain, d.status, d.confidence, o.score, o.final_status as "finalStatus", best.rank,
           coalesce((select array_agg(l.lesson order by l.position) from lessons l where l.outcome_id = o.id), '{}') as lessons
    from best
    join decisions d using (id)
    left join decision_outcomes o on o.decision_id = d.id and o.superseded_at is null
    order by best.rank desc, best.created_at desc`;
}

/** The stems of a text that tell what it is about, as a query for any of them; all its stems if none tells. */
export const anyWord = (sql: Sql, text: string, ignore: readonly string[]) => sql`
  coalesce(
    (select string_agg(quote_literal(stem), ' | ') filter (where stem <> all(${[...ignore]}::text[]))::tsquery
     from unnest(tsvector_to_array(to_tsvector('english', ${text}))) stem),
    (select string_agg(quote_literal(stem), ' | ')::tsquery
     from unnest(tsvector_to_array(to_tsvector('english', ${text}))) stem),
    ''::tsquery)`;
