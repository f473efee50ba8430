import type { Sql } from '../postgres/connect.ts';
import { kindOf } from '../schema/experience.ts';
import type { NewExperience, SketchReach } from './experiences.ts';
import { casesOf, type Fingerprint, recountCases } from './sketches.ts';

/** Bulk import of experiences; the caller holds `lockExperiences` for their domains. */

/** One experience of a batch, identified by its position in the batch. */
export type Incoming = {
  experience: NewExperience;
  print: Fingerprint;
  /** Where near-duplicates can be; empty when it should not be compared. */
  reaches: readonly SketchReach[];
};

/** `n` may be a near-duplicate of a stored experience, or of the batch's `m` before it. */
export type Pair = { n: number; stored: number | null; m: number | null };

/**
 * All pairs that may reach the threshold, between the batch and stored experiences and within the batch; none that
 * reaches it is missing.
 */
export async function findCandidatePairs(
  sql: Sql,
  batch: readonly Incoming[],
  threshold: number,
): Promise<Pair[]> {
  const reaches = batch.flatMap(({ reaches }, n) => reaches.map((reach) => ({ n, ...reach })));
  return await sql<Pair[]>`
    with incoming as materialized (
      select n::int - 1 as n, kind, bigrams, sketch::varbit as sketch
      from unnest(
        ${batch.map(({ experience }) => kindOf(experience))}::smallint[],
        ${batch.map(({ print }) => print.bigrams)}::int[],
        ${batch.map(({ print }) => print.sketch)}::text[]
      ) with ordinality as t (kind, bigrams, sketch, n)
    ),
    reach as materialized (
      select r.n, i.kind, i.bigrams, r.least, r.most, r.sketch::varbit as sketch
      from unnest(
        ${reaches.map((reach) => reach.n)}::int[],
        ${reaches.map((reach) => reach.least)}::int[],
        ${reaches.map((reach) => reach.most)}::int[],
        ${reaches.map((reach) => reach.sketch)}::text[]
      ) as r (n, least, most, sketch) join incoming i using (n)
    )
    select r.n, s.experience_id::float8 as stored, null::int as m
    from reach r join experience_sketches s
      on s.kind = r.kind and s.bigrams between r.least and r.most
    where case when length(s.sketch) = length(r.sketch) then bit_count(s.sketch # r.sketch) end
          <= (s.bigrams + r.bigrams) * ${1 - threshold}::float8 + 1e-6
    union all
    select r.n, null, i.n
    from reach r join incoming i
      on i.n < r.n and i.kind = r.kind and i.bigrams between r.least and r.most
    where case when length(i.sketch) = length(r.sketch) then bit_count(i.sketch # r.sketch) end
          <= (i.bigrams + r.bigrams) * ${1 - threshold}::float8 + 1e-6`;
}

/** Which of these ids are taken, including by deleted experiences. */
export async function takenIds(sql: Sql, ids: readonly number[]): Promise<Set<number>> {
  const rows = await sql<{ id: number }[]>`
    select id::float8 as id from experiences where id = any(${ids as number[]}::bigint[])`;
  return new Set(rows.map((row) => row.id));
}

/**
 * Stores a batch, each experience under its requested id or, with null, the next one.
 *
 * @returns their ids in the given order.
 */
export async function insertExperiences(
  sql: Sql,
  batch: readonly (Incoming & { id: number | null })[],
): Promise<number[]> {
  const e = batch.map(({ experience }) => experience);
  const rows = await sql<{ id: number }[]>`
    with incoming as materialized (
      select t.*, coalesce(wanted, nextval(pg_get_serial_sequence('experiences', 'id'))) as id
      from unnest(
        ${batch.map(({ id }) => id)}::bigint[],
        ${e.map((one) => one.type)}::text[], ${e.map((one) => one.domain)}::text[],
        ${e.map((one) => one.situation)}::text[], ${e.map((one) => one.approach)}::text[],
        ${e.map((one) => one.outcome)}::text[], ${e.map((one) => one.reasoning)}::text[],
        ${e.map((one) => one.confidence)}::float8[], ${e.map((one) => one.scope)}::text[],
        ${e.map((one) => JSON.stringify(one.tags))}::text[], ${e.map((one) => one.project)}::text[],
        ${e.map((one) => one.sessionId)}::text[], ${e.map((one) => one.revisionReason)}::text[],
        ${e.map((one) => one.createdAt)}::text[], ${e.map((one) => one.proof)}::text[],
        ${batch.map(({ print }) => print.bigrams)}::int[], ${batch.map(({ print }) => print.sketch)}::text[],
        ${batch.map(({ print }) => print.textHash)}::text[], ${batch.map(({ print }) => print.caseHash)}::text[],
        ${e.map(kindOf)}::smallint[]
      ) with ordinality as t (wanted, type, domain, situation, approach, outcome, reasoning, confidence, scope, tags,
        project, session_id, revision_reason, created_at, proof, bigrams, sketch, text_hash, case_hash, kind, n)
    ),
    stored as (
      insert into experiences (id, type, domain, situation, approach, outcome, reasoning, confidence, scope, tags, project,
        session_id, revision_reason, created_at, proof)
      select id, type, domain, situation, approach, outcome, reasoning, confidence, scope,
             array(select tag from jsonb_array_elements_text(tags::jsonb) with ordinality as x (tag, k) order by k),
             project, session_id, revision_reason, created_at::timestamptz, proof
      from incoming
    ),
    sketched as (
      insert into experience_sketches (experience_id, kind, bigrams, sketch, text_hash, case_hash)
      select id, kind, bigrams, sketch::varbit, text_hash, case_hash from incoming
    )
    select id::float8 as id from incoming order by n`;
  return rows.map((row) => row.id);
}

/** Ensures that ids assigned from now on are higher than this one. */
export const reserveIds = (sql: Sql, highest: number) => sql`
  select setval('experiences_id_seq', ${highest}::bigint) from experiences_id_seq where last_value <= ${highest}::bigint`;

export const setParents = (sql: Sql, links: readonly { id: number; revisionOf: number }[]) => sql`
  update experiences e set revision_of = l.parent
  from unnest(${links.map(({ id }) => id)}::bigint[], ${links.map(({ revisionOf }) => revisionOf)}::bigint[]) as l (id, parent)
  where e.id = l.id`;

/** Recounts contradictions for every case that one of these experiences is about. */
export const recountContradictions = async (sql: Sql, ids: readonly number[]) =>
  recountCases(sql, await casesOf(sql, ids));
