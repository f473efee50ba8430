import type { Sql } from '../postgres/connect.ts';
import { kindOf } from '../schema/experience.ts';
import type { ExperienceDomain, ExperienceType } from '../schema/vocabulary.ts';

/** Fingerprint of an experience's text, for finding near-duplicates; see `handlers/domain/similarity.ts`. */
export type Fingerprint = {
  /** Number of bigrams of the compared text. */
  bigrams: number;
  sketch: string;
  textHash: string;
  caseHash: string;
};

/** Stores the fingerprint of an experience, by which near-duplicates and contradictions find it. */
export const insertSketch = (
  tx: Sql,
  id: number,
  of: { domain: ExperienceDomain; type: ExperienceType },
  print: Fingerprint,
) => tx`
  insert into experience_sketches (experience_id, kind, bigrams, sketch, text_hash, case_hash)
  values (${id}, ${kindOf(of)}, ${print.bigrams}, ${print.sketch}::varbit, ${print.textHash}, ${print.caseHash})`;

/**
 * Removes the fingerprints of experiences: nothing is compared with them any more.
 *
 * @returns the hashes of their cases.
 */
export async function removeSketches(tx: Sql, ids: readonly string[]): Promise<string[]> {
  const rows = await tx<{ caseHash: string }[]>`
    delete from experience_sketches where experience_id = any(${ids as string[]}::text[]::bigint[])
    returning case_hash`;
  return rows.map(({ caseHash }) => caseHash);
}

/**
 * Recounts contradictions of all experiences about these cases: each is contradicted by those of the opposite verdict whose
 * outcome is known, and which no newer version replaced. A told failure is not contradicted by the expectation it corrects.
 */
export const recountCases = (tx: Sql, cases: readonly string[]) => tx`
  with standing as (
    select o.case_hash, o.kind, count(*)::int as n
    from experience_sketches o join experiences e on e.id = o.experience_id
    where o.case_hash = any(${cases as string[]}::text[]) and e.proof = 'confirmed'
      and not exists (select from experiences newer where newer.revision_of = e.id and newer.deleted_at is null)
    group by o.case_hash, o.kind
  )
  insert into experience_use as u (experience_id, contradictions)
  select s.experience_id, coalesce(standing.n, 0)
  from experience_sketches s
  left join standing on standing.case_hash = s.case_hash and standing.kind = s.kind # 1
  where s.case_hash = any(${cases as string[]}::text[])
    and (standing.n is not null or exists (select from experience_use x where x.experience_id = s.experience_id))
  on conflict (experience_id) do update set contradictions = excluded.contradictions
  where u.contradictions <> excluded.contradictions`;

/** The cases that these experiences are about. */
export async function casesOf(tx: Sql, ids: readonly number[]): Promise<string[]> {
  const rows = await tx<{ caseHash: string }[]>`
    select distinct case_hash from experience_sketches where experience_id = any(${ids as number[]}::bigint[])`;
  return rows.map(({ caseHash }) => caseHash);
}
