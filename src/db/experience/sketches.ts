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

/** Recounts contradictions among all experiences about these cases, also those that have none any more. */
export const recountCases = (tx: Sql, cases: readonly string[]) => tx`
  insert into experience_use as u (experience_id, contradictions)
  select s.experience_id, count(o.experience_id)::int
  from experience_sketches s
  left join experience_sketches o on o.case_hash = s.case_hash and o.kind = s.kind # 1
  where s.case_hash = any(${cases as string[]}::text[])
  group by s.experience_id
  on conflict (experience_id) do update set contradictions = excluded.contradictions`;
