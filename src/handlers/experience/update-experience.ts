import { and, eq, isNull } from 'drizzle-orm';
import * as z from 'zod';
import { experiences } from '../../db/schema/index.ts';
import * as p from '../shared/params.ts';
import { recordExperience } from '../shared/record-experience.ts';
import { ToolError } from '../tool/errors.ts';
import { tool } from '../tool/tool.ts';
import * as e from './shared.ts';

const changes = z.strictObject({
  type: e.type.optional(),
  domain: e.domain.optional(),
  situation: e.situation.optional(),
  approach: e.approach.optional(),
  outcome: e.outcome.optional(),
  reasoning: e.reasoning.optional(),
  confidence: e.confidence.nullable().optional().describe('Your confidence, 0 to 1; null for unknown'),
  scope: e.scope.optional(),
  tags: e.tags.optional(),
  project: p.project.nullable().optional().describe('Project; null for none'),
});

const changeable = Object.keys(changes.shape).join(', ');

export default tool({
  name: 'update_experience',
  title: 'Update an experience',
  description:
    'Change an experience by creating a new version; the old one stays readable. Fails if the experience has already been revised: update its newest version, or pass fork: true.',
  effect: 'add',
  countsForGates: true,
  input: z.strictObject({
    id: e.experienceId,
    changes: changes.describe('Fields to change, with their new values'),
    reason: z.string().trim().min(1).max(2000).describe('Reason for the change'),
    fork: z.boolean().default(false).describe('Allow a second revision of one experience'),
    session_id: p.gateSession,
  }),
  output: z.object({
    updated: z.boolean().describe('Always true: a new version exists'),
    original_id: z.int().describe('Id of the version that was revised'),
    new_id: z.int().describe('Id of the new version'),
    message: z.string().describe('Summary of the result'),
  }),
  async run({ id, changes, reason, fork, session_id }, deps) {
    if (Object.values(changes).every((value) => value === undefined))
      throw new ToolError('invalid_input', 'changes: must change at least one field.', {
        field: 'changes',
        problem: 'must change at least one field',
        suggestion: `The fields are: ${changeable}.`,
      });
    const [old] = await deps.db
      .select()
      .from(experiences)
      .where(and(eq(experiences.id, id), isNull(experiences.deletedAt)));
    if (!old) throw e.noExperience(id);
    const { tags, ...fields } = changes;
    // A verdict or outcome that is told as it was expected is confirmed by that.
    const confirms = (changes.type ?? changes.outcome) !== undefined && old.proof !== 'confirmed';
    const asked = { ...defined(fields), ...(tags === undefined ? {} : { tags: e.distinct(tags) }) };
    if (!confirms && isSame(old, asked))
      throw new ToolError(
        'invalid_input',
        'changes: must change something; the experience says that already.',
        {
          field: 'changes',
          problem: 'must change something; the experience says that already',
        },
      );
    const remembered = await recordExperience(
      deps.db.sql,
      {
        ...old,
        ...asked,
        sessionId: session_id ?? null,
        revisionOf: id,
        revisionReason: reason,
        createdAt: deps.clock().toISOString(),
        // A changed verdict or outcome is an outcome told.
        proof: changes.type !== undefined || changes.outcome !== undefined ? 'confirmed' : old.proof,
      },
      { fork, compare: false },
    );
    switch (remembered.status) {
      case 'no_parent':
      case 'duplicate':
        throw e.noExperience(id);
      case 'superseded':
        throw e.alreadyRevised(id, remembered.newer, 'id');
      case 'recorded':
        return {
          updated: true,
          original_id: id,
          new_id: remembered.id,
          message: `Experience ${remembered.id} is the new version of ${id}.`,
        };
    }
  },
});

/** Whether these fields have these values already. */
const isSame = (old: object, changes: object): boolean =>
  JSON.stringify({ ...old, ...changes }) === JSON.stringify(old);

/** Drops undefined fields, so that omitted ones keep their values. */
const defined = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
