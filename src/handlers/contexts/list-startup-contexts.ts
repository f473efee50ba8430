import { desc, isNull, sql } from 'drizzle-orm';
import * as z from 'zod';
import { startupContexts } from '../../db/schema/index.ts';
import { limits } from '../params.ts';
import { tool } from '../tool.ts';
import { shortened } from './shared.ts';

export default tool({
  name: 'dewey_list_startup_contexts',
  title: 'List startup contexts',
  description: 'List all startup contexts, the active one first, with their texts only on request.',
  effect: 'read',
  input: z.strictObject({
    include_content: z.boolean().default(false).describe('Return the texts too'),
  }),
  output: z.object({
    contexts: z
      .array(
        z.object({
          id: z.string().describe('Id of the context'),
          name: z.string().describe('Its name'),
          is_active: z.boolean().describe('Whether it is the active one'),
          version: z.int().describe('The latest version of its text'),
          created_at: z.string().describe('When it was made'),
          updated_at: z.string().describe('When it last changed'),
          content: z.string().optional().describe('Its text'),
          content_truncated: z
            .boolean()
            .optional()
            .describe('True when the text is cut to keep the reply small'),
        }),
      )
      .describe('All contexts'),
  }),
  async run({ include_content }, { db }) {
    const rows = await db
      .select({
        id: startupContexts.id,
        name: startupContexts.name,
        is_active: startupContexts.isActive,
        version: startupContexts.version,
        created_at: startupContexts.createdAt,
        updated_at: startupContexts.updatedAt,
        content: include_content ? startupContexts.content : sql<null>`null`,
      })
      .from(startupContexts)
      .where(isNull(startupContexts.deletedAt))
      .orderBy(desc(startupContexts.isActive), desc(startupContexts.updatedAt), startupContexts.name);
    // Together the texts stay within one reply; a cut one comes whole from dewey_get_startup_context.
    const share = Math.max(1000, Math.floor(limits.replyCharacters / Math.max(1, rows.length)));
    return {
      contexts: rows.map(({ content, ...row }) =>
        content === null ? row : { ...row, ...shortened(content, share) },
      ),
    };
  },
});
