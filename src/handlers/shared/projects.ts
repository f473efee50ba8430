import * as z from 'zod';
import type { ProjectRow } from '../../db/browse/conversations.ts';
import { rfc3339 } from '../../db/schema/rfc3339.ts';
import { nullableText } from './params.ts';

/** Projects as listings return them. */
export const projectsOut = z
  .array(
    z.object({
      project: nullableText.describe('Project; null for conversations without one'),
      agents: z.array(z.string()).describe('Programs its conversations were captured from'),
      conversations: z.int().describe('Number of conversations'),
      messages: z.int().describe('Number of messages'),
      updated_at: z.string().describe('Time of the last change'),
    }),
  )
  .describe('Projects, last changed first');

export const projectOutOf = ({ updatedAt, ...row }: ProjectRow) => ({
  ...row,
  updated_at: rfc3339(updatedAt),
});
