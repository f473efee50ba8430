import type { Pool, Sql } from '../postgres/connect.ts';
import { kindOf } from '../schema/experience.ts';
import type {
  ExperienceDomain,
  ExperienceProof,
  ExperienceScope,
  ExperienceType,
} from '../schema/vocabulary.ts';
import { casesOf, type Fingerprint, insertSketch, recountCases } from './sketches.ts';

/** An experience to store. */
export type NewExperience = {
  type: ExperienceType;
  domain: ExperienceDomain;
  situation: string;
  approach: string;
  outcome: string;
  reasoning: string;
  confidence: number | null;
  scope: ExperienceScope;
  tags: readonly string[];
  project: string | null;
  sessionId: string | null;
  revisionOf: number | null;
  revisionReason: string | null;
  /** RFC 3339. */
  createdAt: string;
  proof: ExperienceProof;
};

/**
 * Prepares a transaction for comparing and storing experiences: other changes of experiences in these domains wait
 * until it ends. The absence of a near-duplicate is a statement about all rows, which no index can enforce. Domains are
 * few and recording is rare; one lock per domain also covers contradictions between its types.
 *
 * Statements of the transaction use custom plans: a generic plan for any range of lengths walks an index row by row,
 * which costs three times as much as scanning all sketches in order.
 */
export async function lockExperiences(tx: Sql, domains: readonly ExperienceDomain[]): Promise<void> {
  await tx`select set_config('plan_cache_mode', 'force_custom_plan', true)`;
  // In a fixed order, so that two imports cannot deadlock.
  for (const domain of [...new Set(domains)].sort())
    await tx`select pg_advisory_xact_lock(hashtextextended(${`experiences:${domain}`}, 0))`;
}

/** The experience of this domain and type with exactly this text. */
export async function findEqualText(
  sql: Sql,
  of: { domain: ExperienceDomain; type: ExperienceType; textHash: string },
  without: readonly number[],
): Promise<number | undefined> {
  const [row] = await sql<{ id: number }[]>`
    select experience_id::float8 as id from experience_sketches
    where text_hash = ${of.textHash} and kind = ${kindOf(of)}
      and experience_id <> all(${without as number[]}::bigint[])
    order by experience_id limit 1`;
  return row?.id;
}

/** Where near-duplicates of a text can be: a range of lengths, and the text's sketch at the width of those lengths. */
export type SketchReach = { least: number; most: number; sketch: string };

export type Candidate = {
  id: number;
  situation: string;
  approach: string;
  outcome: string;
  reasoning: string;
  /** Upper bound for the similarity of any pair of texts with these sketches. */
  atMost: number;
};

const candidatesAPage = 50;

/**
 * Experiences of a domain and type whose text may reach the similarity threshold, most promising first, in pages; none
 * that reaches it is missing. Scans the narrow sketches of all rows of similar length: 100,000 of them in a few
 * milliseconds (`bench/experience.ts`).
 */
export async function findCandidates(
  sql: Sql,
  of: {
    domain: ExperienceDomain;
    type: ExperienceType;
    bigrams: number;
    reaches: readonly SketchReach[];
    threshold: number;
    without: readonly number[];
  },
  page: number,
): Promise<{ candidates: Candidate[]; more: boolean }> {
  // Texts on either side of a power of two have different widths; there are at most two. The bound for the longest of
  // them is a constant, cheaper per row than the exact one, which follows below.
  const near = of.reaches.map(
    ({ least, most, sketch }) => sql`
      select experience_id, bigrams, bit_count(sketch # ${sketch}::varbit) as apart
      from experience_sketches
      where kind = ${kindOf(of)} and bigrams between ${least} and ${most}
        and case when length(sketch) = ${sketch.length} then bit_count(sketch # ${sketch}::varbit) end
            <= ${Math.floor((most + of.bigrams) * (1 - of.threshold) + 1e-6)}`,
  );
  const union = near.reduce((all, one) => sql`${all} union all ${one}`);
  const rows = await sql<Candidate[]>`
    with near as materialized (${union}),
    page as (
      select experience_id as id, 1 - apart::float8 / (bigrams + ${of.bigrams}) as at_most from near
      where apart <= (bigrams + ${of.bigrams}) * ${1 - of.threshold}::float8 + 1e-6
        and experience_id <> all(${of.without as number[]}::bigint[])
      order by at_most desc, experience_id
      limit ${candidatesAPage + 1} offset ${page * candidatesAPage}
    )
    select id::float8 as id, situation, approach, outcome, reasoning, at_most
    from page join experiences using (id)
    order by at_most desc, id`;
  return { candidates: rows.slice(0, candidatesAPage), more: rows.length > candidatesAPage };
}

/** Ids of all versions of an experience, given any of them. */
export async function versionsOf(sql: Sql, id: number): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    with recursive up as (
      select id, revision_of from experiences where id = ${id}
      union
      select e.id, e.revision_of from experiences e join up on e.id = up.revision_of
    ),
    family as (
      select id from up
      union
      select e.id from experiences e join family on e.revision_of = family.id
    )
    select id::float8 as id from family order by id`;
  return rows.map((row) => row.id);
}

/** Ids of the later versions of an experience, oldest first, including forks. */
export async function newerVersions(sql: Sql, id: number): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    with recursive newer as (
      select id from experiences where revision_of = ${id} and deleted_at is null
      union
      select e.id from experiences e join newer n on e.revision_of = n.id where e.deleted_at is null
    )
    select id::float8 as id from newer where id <> ${id} order by id`;
  return rows.map((row) => row.id);
}

/** Ids of the direct revisions of an experience; more than one after a fork. */
export async function revisionsOf(sql: Sql, id: number): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    select id::float8 as id from experiences where revision_of = ${id} and deleted_at is null order by id`;
  return rows.map((row) => row.id);
}

/**
 * Stores an experience with its fingerprint, and recounts what contradicts what in its case and in that of the version it
 * replaces. The caller holds {@link lockExperiences} and has found no duplicate.
 */
export async function insertExperience(tx: Sql, e: NewExperience, print: Fingerprint): Promise<number> {
  const [row] = await tx<{ id: number }[]>`
    insert into experiences (type, domain, situation, approach, outcome, reasoning, confidence, scope, tags, project,
      session_id, revision_of, revision_reason, created_at, proof)
    values (${e.type}, ${e.domain}, ${e.situation}, ${e.approach}, ${e.outcome}, ${e.reasoning}, ${e.confidence},
      ${e.scope}, ${e.tags as string[]}::text[], ${e.project}, ${e.sessionId}, ${e.revisionOf}, ${e.revisionReason},
      ${e.createdAt}::text::timestamptz, ${e.proof})
    returning id::float8 as id`;
  if (!row) throw new Error('the experience was not returned by its own insert');
  await insertSketch(tx, row.id, e, print);
  const before = e.revisionOf === null ? [] : await casesOf(tx, [e.revisionOf]);
  await recountCases(tx, [...new Set([print.caseHash, ...before])]);
  if (e.proof !== 'unproven') await contradictUnproven(tx, row.id, e, print);
  return row.id;
}

/** An outcome was told: expectations of the opposite about the same case, or in the version it revises, came otherwise. */
const contradictUnproven = (tx: Sql, id: number, e: NewExperience, { caseHash }: Fingerprint) => tx`
  update experiences set proof = 'contradicted'
  where proof = 'unproven' and id <> ${id} and type <> ${e.type}
    and (id = ${e.revisionOf} or id in (
      select experience_id from experience_sketches where case_hash = ${caseHash} and kind = ${kindOf(e) ^ 1}))`;

/** Proves an experience that came as expected. */
export async function proveExperience(tx: Sql, id: number): Promise<void> {
  const proved = await tx`
    update experiences set proof = 'confirmed' where id = ${id} and proof = 'unproven' returning id`;
  if (proved.length > 0) await recountCases(tx, await casesOf(tx, [id]));
}

/** Records that the same experience was made again. */
export const confirmExperience = (tx: Sql, id: number) => tx`
  insert into experience_use as u (experience_id, confirmations) values (${id}, 1)
  on conflict (experience_id) do update set confirmations = u.confirmations + 1`;

/** Records that the experience was opened. @returns its counts, this time included. */
export async function useExperience(sql: Pool, id: number, at: Date) {
  const [counts] = await sql<{ uses: number; confirmations: number; contradictions: number }[]>`
    insert into experience_use as u (experience_id, uses, last_used_at)
    values (${id}, 1, ${at.toISOString()}::text::timestamptz)
    on conflict (experience_id) do update
    set uses = u.uses + 1, last_used_at = greatest(u.last_used_at, excluded.last_used_at)
    returning uses, confirmations, contradictions`;
  if (!counts) throw new Error('the counts were not returned');
  return counts;
}

/**
 * Adds distinct tags to an experience, in one statement, so that concurrent additions are all kept.
 *
 * @returns its tags, or undefined when no such experience exists.
 */
export async function addTags(
  sql: Sql,
  id: number,
  tags: readonly string[],
  most: number,
): Promise<{ tags: string[]; added: number } | 'too_many' | undefined> {
  const [row] = await sql<{ tags: string[]; before: number; fits: boolean }[]>`
    with target as (
      select id, tags from experiences where id = ${id} and deleted_at is null for update
    ),
    merged as (
      select id, cardinality(tags) as before, tags || array(
        select tag from unnest(${tags as string[]}::text[]) with ordinality as t (tag, n)
        where tag <> all(target.tags) order by n) as tags
      from target
    ),
    changed as (
      update experiences e set tags = m.tags from merged m
      where e.id = m.id and cardinality(m.tags) between m.before + 1 and ${most}
    )
    select tags, before, cardinality(tags) <= ${most} as fits from merged`;
  if (!row) return undefined;
  return row.fits ? { tags: row.tags, added: row.tags.length - row.before } : 'too_many';
}
