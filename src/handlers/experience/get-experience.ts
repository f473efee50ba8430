import { and, eq, isNull } from 'drizzle-orm';
import * as z from 'zod';
import { newerVersions, useExperience } from '../../db/experience/experiences.ts';
import { experiences } from '../../db/schema/index.ts';
import * as p from '../shared/params.ts';
import { tool } from '../tool/tool.ts';
import { contradictedBy } from './contradictions.ts';
import * as e from './shared.ts';

export default tool({
  name: 'get_experience',
  title: 'Get an experience',
  description: 'Get one experience in full, with the ids of the version it revises and of newer versions.',
  effect: 'read',
  countsForGates: true,
  input: z.strictObject({ id: e.experienceId, session_id: p.gateSession }),
  output: e.experienceRow.extend({
    ...e.experienceCounts,
    contradicted_by: z.array(e.experienceId).describe('Opposite verdicts in any words'),
    previous_version: z.int().nullable().describe('Id of the version it revises; null for the first'),
    newer_versions: z.array(z.int()).describe('Ids of newer versions, oldest first'),
  }),
  async run({ id }, deps) {
    const { db, clock } = deps;
    const [row] = await db
      .select(e.experienceColumns)
      .from(experiences)
      .where(and(eq(experiences.id, id), isNull(experiences.deletedAt)));
    if (!row) throw e.noExperience(id);
    const [newer, counts, against] = await Promise.all([
      newerVersions(db.sql, id),
      useExperience(db.sql, id, clock()),
      contradictedBy(e.withProof(row), deps),
    ]);
    return {
      ...e.withProof(row),
      ...counts,
      contradicted_by: against,
      previous_version: row.revision_of,
      newer_versions: newer,
    };
  },
});
