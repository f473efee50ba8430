import type { Sql } from './connect.ts';
import { rfc3339 } from './schema/columns.ts';
import type { ExperienceDomain, ExperienceScope, ExperienceType } from './schema/experience.ts';

export type ExperienceFilter = {
  domain?: ExperienceDomain | undefined;
  type?: ExperienceType | undefined;
  scope?: ExperienceScope | undefined;
  project?: string | undefined;
  minConfidence?: number | undefined;
  includeSuperseded?: boolean | undefined;
};

/** A match with what its salience is computed from. */
export type RankedExperience = {
  id: number;
  rank: number;
  confidence: number | null;
  confirmations: number;
  contradictions: number;
  uses: number;
  createdAt: string;
};

/** BM25: how soon a word's repetitions stop counting, and how much long texts are discounted. */
const k1 = 0.9;
const b = 0.4;

/**
 * Finds experiences by their words: any word counts, rare ones more. Returns the best `first` by rank and every further one
 * that ranks as the last of them, so that a second key can order equals; the total is exact.
 *
 * This is the one place where experiences are matched to a question.
 */
export async function rankExperiences(
  sql: Sql,
  query: string,
  filter: ExperienceFilter,
  first: number,
): Promise<{ ranked: RankedExperience[]; total: number }> {
  const rows = await sql<(Omit<RankedExperience, 'createdAt'> & { created_at: string; total: number })[]>`
    with words as (
      select quote_literal(word)::tsquery as word from unnest(tsvector_to_array(to_tsvector('english', ${query}))) word
    ),
    matches as materialized (
      select e.id, e.tsv, length(e.tsv) as words
      from experiences e
      where e.tsv @@ coalesce((select string_agg(word::text, ' | ')::tsquery from words), ''::tsquery)
        and ${matching(sql, filter)}
    ),
    -- How often a word occurs comes out of its rank in a single text.
    found as (
      select m.id, m.words, w.word, round(.6079271 / (1 - ts_rank('{1,1,1,1}', m.tsv, w.word)) - .5) as times
      from matches m join words w on m.tsv @@ w.word
    ),
    rarity as (select word, count(*)::float8 as texts from found group by word),
    corpus as (
      select greatest(count(*), (select reltuples from pg_class where oid = 'experiences'::regclass))::float8 as texts,
             greatest(avg(words), 1)::float8 as words
      from matches
    ),
    scored as (
      select f.id, sum(ln(1 + (c.texts - r.texts + .5) / (r.texts + .5))
        * f.times * (${k1}::float8 + 1) / (f.times + ${k1}::float8 * (1 - ${b}::float8 + ${b}::float8 * f.words / c.words))) as score
      from found f join rarity r using (word) cross join corpus c
      group by f.id
    ),
    top as (
      select id, round(score::numeric, 3)::float8 as rank from scored
      order by rank desc
      fetch first ${first} rows with ties
    )
    select e.id::float8 as id, t.rank, e.confidence, e.created_at, coalesce(u.confirmations, 0) as confirmations,
           coalesce(u.contradictions, 0) as contradictions, coalesce(u.uses, 0) as uses,
           (select count(*)::int from matches) as total
    from top t join experiences e using (id) left join experience_use u on u.experience_id = e.id
    order by t.rank desc, e.id desc`;
  const total = rows[0]?.total ?? 0;
  return {
    ranked: rows.map(({ created_at, total: _, ...row }) => ({ ...row, createdAt: rfc3339(created_at) })),
    total,
  };
}

/** The condition on `experiences e` that a filter stands for. */
export const matching = (sql: Sql, filter: ExperienceFilter) => sql`
  e.deleted_at is null
  ${filter.domain === undefined ? sql`` : sql`and e.domain = ${filter.domain}`}
  ${filter.type === undefined ? sql`` : sql`and e.type = ${filter.type}`}
  ${filter.scope === undefined ? sql`` : sql`and e.scope = ${filter.scope}`}
  ${filter.project === undefined ? sql`` : sql`and e.project = ${filter.project}`}
  ${filter.minConfidence === undefined ? sql`` : sql`and e.confidence >= ${filter.minConfidence}`}
  ${
    filter.includeSuperseded
      ? sql``
      : sql`and not exists (select from experiences r where r.revision_of = e.id and r.deleted_at is null)`
  }`;
