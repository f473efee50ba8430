import { createHash } from 'node:crypto';
import {
  confirmExperience,
  findCandidates,
  findEqualText,
  insertExperience,
  lockExperiences,
  type NewExperience,
  proveExperience,
  revisionsOf,
  versionsOf,
} from '../../db/experience/experiences.ts';
import type { Fingerprint } from '../../db/experience/sketches.ts';
import type { Pool, Sql } from '../../db/postgres/connect.ts';
import {
  type Bigrams,
  bigramsOf,
  comparable,
  diceOfBigrams,
  duplicateThreshold,
  normalise,
  reachOf,
  sketch,
  sketchWidth,
  type Texts,
} from './domain/similarity.ts';

/** Records experiences, for every toolset that does. */

/** Result of recording an experience. */
export type RecordedExperience =
  | { status: 'recorded'; id: number }
  | { status: 'duplicate'; duplicateId: number; similarity: number }
  | { status: 'no_parent' }
  | { status: 'superseded'; newer: number[] };

/**
 * Records an experience unless a near-duplicate of the same domain and type exists; of identical ones recorded
 * concurrently, exactly one is kept. A revision is compared with everything except versions of what it revises.
 *
 * @param fork allows a second revision of an experience that already has one.
 * @param compare false skips the search for duplicates: a change to an experience is always recorded.
 */
export const recordExperience = (
  sql: Pool,
  experience: NewExperience,
  options: Options = {},
): Promise<RecordedExperience> => sql.begin((tx) => recordExperienceIn(tx, experience, options));

type Options = { fork?: boolean; compare?: boolean };

/** The same within a transaction. */
export async function recordExperienceIn(
  tx: Sql,
  experience: NewExperience,
  { fork = false, compare = true }: Options = {},
): Promise<RecordedExperience> {
  const text = comparable(experience);
  const bigrams = bigramsOf(text);
  await lockExperiences(tx, [experience.domain]);
  let family: number[] = [];
  if (experience.revisionOf !== null) {
    const parent = await lockParent(tx, experience.revisionOf);
    if (!parent) return { status: 'no_parent' };
    const newer = await revisionsOf(tx, experience.revisionOf);
    if (newer.length > 0 && !fork) return { status: 'superseded', newer };
    family = await versionsOf(tx, experience.revisionOf);
  }
  const duplicate = compare ? await findDuplicate(tx, experience, text, bigrams, family) : undefined;
  if (duplicate) {
    await confirmExperience(tx, duplicate.id);
    // The same outcome, told again by a person, proves what was an expectation.
    if (experience.proof === 'confirmed') await proveExperience(tx, duplicate.id);
    return { status: 'duplicate', duplicateId: duplicate.id, similarity: duplicate.similarity };
  }
  const id = await insertExperience(tx, experience, fingerprint(experience, text, bigrams));
  return { status: 'recorded', id };
}

/** Serialises concurrent revisions of one experience, even when they move it into different domains. */
async function lockParent(tx: Sql, id: number): Promise<boolean> {
  const rows = await tx`select from experiences where id = ${id} and deleted_at is null for update`;
  return rows.length === 1;
}

/** Tolerance: two ways of computing the same ratio may differ in the last bits. */
const rounding = 1e-9;

export type Duplicate = { id: number; similarity: number };

/** The most similar experience of the same domain and type at or above the threshold; the oldest among equals. */
export async function findDuplicate(
  sql: Sql,
  experience: Pick<NewExperience, 'domain' | 'type'>,
  text: string,
  bigrams: Bigrams,
  without: readonly number[],
): Promise<Duplicate | undefined> {
  const { domain, type } = experience;
  const equal = await findEqualText(sql, { domain, type, textHash: hash(text) }, without);
  if (equal !== undefined) return { id: equal, similarity: 1 };
  const reaches = reachOf(bigrams.total).map(({ width, ...reach }) => ({
    ...reach,
    sketch: sketch(bigrams, width),
  }));
  const of = { domain, type, bigrams: bigrams.total, reaches, threshold: duplicateThreshold, without };
  let best: Duplicate | undefined;
  for (let page = 0; ; page += 1) {
    const { candidates, more } = await findCandidates(sql, of, page);
    for (const candidate of candidates) {
      // Rows are ordered by their upper bound: none after this one can be better.
      if (best && candidate.atMost < best.similarity - rounding) return best;
      const similarity = diceOfBigrams(bigrams, bigramsOf(comparable(candidate)));
      if (similarity < duplicateThreshold) continue;
      const better =
        !best || similarity > best.similarity || (similarity === best.similarity && candidate.id < best.id);
      if (better) best = { id: candidate.id, similarity };
    }
    if (!more) return best;
  }
}

/** Search columns stored with an experience. */
export const fingerprint = (texts: Texts, text: string, bigrams: Bigrams): Fingerprint => ({
  bigrams: bigrams.total,
  sketch: sketch(bigrams, sketchWidth(bigrams.total)),
  textHash: hash(text),
  caseHash: hash(normalise(`${texts.situation} ${texts.approach}`)),
});

/** The fingerprint of an experience by its texts alone. */
export function fingerprintOf(texts: Texts): Fingerprint {
  const text = comparable(texts);
  return fingerprint(texts, text, bigramsOf(text));
}

const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);
