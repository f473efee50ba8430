import * as z from 'zod';
import { addTags } from '../../db/experience/experiences.ts';
import * as p from '../shared/params.ts';
import { ToolError } from '../tool/errors.ts';
import { tool } from '../tool/tool.ts';
import * as e from './shared.ts';

export default tool({
  name: 'tag_experience',
  title: 'Tag an experience',
  description: 'Add labels to an experience; those it has stay. Returns all its labels.',
  effect: 'change',
  countsForGates: true,
  input: z.strictObject({
    id: e.experienceId,
    tags: e.tags.min(1, 'must hold at least one tag'),
    session_id: p.gateSession,
  }),
  output: z.object({
    updated: z.boolean().describe('False when it had all of them already'),
    experience_id: z.int().describe('Id of the experience'),
    tags: z.array(z.string()).describe('All its labels'),
    message: z.string().describe('What happened, in a sentence'),
  }),
  async run({ id, tags }, { db }) {
    const result = await addTags(db.sql, id, e.distinct(tags), e.mostTags);
    if (result === undefined) throw e.noExperience(id);
    if (result === 'too_many')
      throw new ToolError('too_large', `An experience may have at most ${e.mostTags} tags.`, {
        field: 'tags',
        limit: e.mostTags,
        suggestion: 'Use fewer, broader labels.',
      });
    return {
      updated: result.added > 0,
      experience_id: id,
      tags: result.tags,
      message: result.added > 0 ? `Added ${result.added}.` : 'It had all of them already.',
    };
  },
});
