import * as z from 'zod';
import { addTags, revisionsOf } from '../../db/experience/experiences.ts';
import * as p from '../shared/params.ts';
import { ToolError } from '../tool/errors.ts';
import { tool } from '../tool/tool.ts';
import * as e from './shared.ts';

export default tool({
  name: 'tag_experience',
  title: 'Tag an experience',
  description: 'Add labels to an experience; existing labels are kept. Returns all its labels.',
  effect: 'change',
  countsForGates: true,
  input: z.strictObject({
    id: e.experienceId,
    tags: e.tags.min(1, 'must contain at least one tag'),
    session_id: p.gateSession,
  }),
  output: z.object({
    updated: z.boolean().describe('False when it already had all of them'),
    experience_id: z.int().describe('Experience id'),
    tags: z.array(z.string()).describe('All labels of the experience'),
    message: z.string().describe('Summary of the result'),
  }),
  async run({ id, tags }, { db }) {
    const newer = await revisionsOf(db.sql, id);
    if (newer.length > 0) throw e.alreadyRevised(id, newer, 'id', `Tag ${newer.at(-1)} instead.`);
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
      message: result.added > 0 ? `Added ${result.added}.` : 'It already had all of them.',
    };
  },
});
