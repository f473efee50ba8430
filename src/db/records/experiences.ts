import { findEqualText, lockExperiences, versionsOf } from '../experience/experiences.ts';
import { type Fingerprint, insertSketch, recountCases, removeSketches } from '../experience/sketches.ts';
import type { Sql } from '../postgres/connect.ts';
import type { ExperienceDomain, ExperienceType } from '../schema/vocabulary.ts';
import type { Fragment } from '../search/collection/collection.ts';

/** Sketches of experiences that are deleted and restored: only those that are not deleted have one. */

/** What an experience's fingerprint is made of. */
export type ComparedTexts = { situation: string; approach: string; outcome: string; reasoning: string };

/** Makes the fingerprint of an experience; it belongs to the handlers, which compare texts. */
export type PrintOf = (texts: ComparedTexts) => Fingerprint;

/** Locks the domains of these experiences; a domain never changes. */
export async function lockDomainsOf(tx: Sql, chosen: Fragment): Promise<void> {
  const rows = await tx<{ domain: ExperienceDomain }[]>`
    select distinct r.domain from experiences r where ${chosen}`;
  await lockExperiences(
    tx,
    rows.map(({ domain }) => domain),
  );
}

/** Removes the sketches of deleted experiences, and their contradictions of others. */
export const forgetSketches = async (tx: Sql, ids: readonly string[]) =>
  recountCases(tx, await removeSketches(tx, ids));

/**
 * Makes the sketches of experiences that are about to be restored, whose domains are locked.
 *
 * @returns those whose text was recorded anew meanwhile; they get none, and stay deleted.
 */
export async function remakeSketches(tx: Sql, ids: readonly string[], printOf: PrintOf): Promise<string[]> {
  const rows = await tx<(ComparedTexts & { id: number; domain: ExperienceDomain; type: ExperienceType })[]>`
    select id::float8 as id, domain, type, situation, approach, outcome, reasoning from experiences
    where id = any(${ids as string[]}::text[]::bigint[]) order by experiences.id`;
  const taken: string[] = [];
  const cases: string[] = [];
  for (const row of rows) {
    const print = printOf(row);
    // Versions of one experience may have the same text.
    const equal = await findEqualText(tx, { ...row, textHash: print.textHash }, await versionsOf(tx, row.id));
    if (equal !== undefined) {
      taken.push(String(row.id));
      continue;
    }
    await insertSketch(tx, row.id, row, print);
    cases.push(print.caseHash);
  }
  await recountCases(tx, cases);
  return taken;
}
