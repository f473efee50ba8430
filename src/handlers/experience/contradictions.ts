import { inArray } from 'drizzle-orm';
import { rankExperiences } from '../../db/experience/search.ts';
import { experiences } from '../../db/schema/index.ts';
import { searchOf } from '../shared/search.ts';
import type { Deps } from '../tool/deps.ts';
import { isSameCase } from './domain/same-case.ts';
import type { ExperienceRow } from './shared.ts';

/** The best matches that are compared; a contradiction in other words shares most of them. */
const compared = 20;

/**
 * Experiences that come to the opposite verdict about the same approach in the same situation, in these or in other words.
 * Revised ones are left out.
 *
 * @returns their ids, the most similar first.
 */
export async function contradictedBy(row: ExperienceRow, deps: Deps): Promise<number[]> {
  const { db } = deps;
  const { ranked } = await rankExperiences(
    db.sql,
    searchOf(deps),
    `${row.situation}\n${row.approach}`,
    { domain: row.domain, type: row.type === 'effective' ? 'ineffective' : 'effective' },
    compared,
  );
  const ids = ranked.slice(0, compared).map(({ id }) => id);
  if (ids.length === 0) return [];
  const others = await db
    .select({ id: experiences.id, situation: experiences.situation, approach: experiences.approach })
    .from(experiences)
    .where(inArray(experiences.id, ids));
  const found = new Set(others.filter((other) => isSameCase(row, other)).map(({ id }) => id));
  return ids.filter((id) => found.has(id));
}
