import * as z from 'zod';
import * as p from '../shared/params.ts';
import { recordExperience } from '../shared/record-experience.ts';
import { tool } from '../tool/tool.ts';
import * as e from './shared.ts';

export default tool({
  name: 'record_experience',
  title: 'Record an experience',
  description:
    'Record what worked or failed so that it can be found later. If a near-duplicate exists (90 % similar, same domain and type), nothing is stored and duplicate_id names it. Pass revision_of to supersede an earlier experience.',
  effect: 'add',
  countsForGates: true,
  input: z.strictObject({
    type: e.type,
    domain: e.domain,
    ...e.text4,
    confidence: e.confidence.optional(),
    scope: z
      .enum(['auto', 'user', 'project'])
      .default('auto')
      .describe('auto: project with a project, or when the text names files or build tools; else user'),
    tags: e.tags.optional(),
    project: p.project.optional(),
    revision_of: e.experienceId.optional().describe('Experience that this one revises'),
    fork: z.boolean().default(false).describe('Allow a second revision of one experience'),
    session_id: p.gateSession,
  }),
  output: z.object({
    recorded: z.boolean().describe('False when it is a duplicate'),
    experience_id: z.int().optional().describe('New experience id'),
    scope: e.scope.optional(),
    duplicate_id: z.int().optional().describe('Id of the existing near-duplicate'),
    similarity: z.number().optional().describe('Similarity to the duplicate, 0.9 to 1'),
    message: z.string().describe('Summary of the result'),
  }),
  async run(input, deps) {
    const scope = e.resolveScope(input.scope, input);
    const remembered = await recordExperience(
      deps.db.sql,
      {
        type: input.type,
        domain: input.domain,
        situation: input.situation,
        approach: input.approach,
        outcome: input.outcome,
        reasoning: input.reasoning,
        confidence: input.confidence ?? null,
        scope,
        tags: e.distinct(input.tags ?? []),
        project: input.project ?? null,
        sessionId: input.session_id ?? null,
        revisionOf: input.revision_of ?? null,
        revisionReason: null,
        createdAt: deps.clock().toISOString(),
        proof: 'confirmed',
      },
      { fork: input.fork },
    );
    const parent = input.revision_of ?? 0;
    switch (remembered.status) {
      case 'no_parent':
        throw e.noExperience(parent, 'revision_of');
      case 'superseded':
        throw e.alreadyRevised(parent, remembered.newer, 'revision_of');
      case 'duplicate':
        return {
          recorded: false,
          duplicate_id: remembered.duplicateId,
          similarity: remembered.similarity,
          message: `Nothing stored: experience ${remembered.duplicateId} is ${Math.floor(remembered.similarity * 100)} % similar. Use update_experience to add to it.`,
        };
      case 'recorded':
        return {
          recorded: true,
          experience_id: remembered.id,
          scope,
          message: `Recorded as experience ${remembered.id}.`,
        };
    }
  },
});
