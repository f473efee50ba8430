import * as z from 'zod';
import * as p from '../shared/params.ts';
import { recordExperience } from '../shared/record-experience.ts';
import { tool } from '../tool/tool.ts';
import * as e from './shared.ts';

export default tool({
  name: 'record_experience',
  title: 'Record an experience',
  description:
    'Record what worked or did not, so that it is found again: situation, approach, outcome, reasoning. When nearly the same is recorded already (90 % alike, same domain and type) nothing is stored and duplicate_id names it. With revision_of it replaces an earlier one.',
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
      .describe('auto: project when the text names repositories, files or build tools, else user'),
    tags: e.tags.optional(),
    project: p.project.optional(),
    revision_of: e.experienceId.optional().describe('The experience this one revises'),
    fork: z.boolean().default(false).describe('Allow a second revision of one that was revised already'),
    session_id: p.gateSession,
  }),
  output: z.object({
    recorded: z.boolean().describe('False when it was there already'),
    experience_id: z.int().optional().describe('Id of the new experience'),
    scope: e.scope.optional(),
    duplicate_id: z.int().optional().describe('The experience that says the same'),
    similarity: z.number().optional().describe('How alike they are, 0.9 to 1'),
    message: z.string().describe('What happened, in a sentence'),
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
          message: `Nothing stored: experience ${remembered.duplicateId} is ${Math.floor(remembered.similarity * 100)} % alike. Change it with update_experience if you know more now.`,
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
