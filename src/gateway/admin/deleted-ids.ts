import * as z from 'zod';
import { findDeleted } from '../../db/browse/deleted.ts';
import { rfc3339 } from '../../db/schema/rfc3339.ts';
import * as p from '../../handlers/shared/params.ts';
import { tool } from '../../handlers/tool/tool.ts';

/** Enough to show that part of an id is ambiguous. */
const mostCandidates = 10;

/** For the commands that restore and purge; what is deleted is shown to administrators only. */
export const deletedIds = tool({
  name: 'deleted_ids',
  title: 'Find deleted content by part of its id',
  description: 'Deleted conversations and hidden decisions whose id begins or ends with these characters.',
  effect: 'delete',
  input: z.strictObject({ id: z.string().min(4).max(200).describe('Beginning or end of an id') }),
  output: z.object({
    found: z
      .array(
        z.object({
          kind: z.enum(['conversation', 'decision']).describe('What it is'),
          id: z.string().describe('The whole id'),
          about: p.nullableText.describe('Its title or statement'),
          at: z.string().describe('When it was deleted'),
        }),
      )
      .describe('At most ten of each kind'),
  }),
  async run({ id }, { db }) {
    const rows = await findDeleted(db.sql, id.toLowerCase(), mostCandidates);
    return { found: rows.map(({ at, ...row }) => ({ ...row, at: rfc3339(at) })) };
  },
});
