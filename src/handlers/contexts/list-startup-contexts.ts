import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import * as z from 'zod';
import { startupContexts, startupContextVersions } from '../../db/schema/index.ts';
import { limits } from '../shared/params.ts';
import { tool } from '../tool/tool.ts';
import { namesOf, provenance, provenanceColumns, provenanceOf, shortened } from './shared.ts';

const mostWaiting = 200;

export default tool({
  name: 'dewey_list_startup_contexts',
  title: 'List startup contexts',
  description:
    'List all startup contexts, the active one first, with who wrote them and what waits for approval, with their texts only on request.',
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
          ...provenance,
          waiting: z
            .array(
              z.object({
                version: z.int().describe('The version'),
                author: z.string().optional().describe('The key that wrote it'),
                written_at: z.string().describe('When'),
              }),
            )
            .optional()
            .describe('Versions that wait for approval, the latest first'),
          content: z.string().optional().describe('Its text'),
          content_truncated: z
            .boolean()
            .optional()
            .describe('True when the text is cut to keep the reply small'),
        }),
      )
      .describe('All contexts'),
  }),
  async run({ include_content }, { db, ownerNames }) {
    const rows = await db
      .select({
        id: startupContexts.id,
        name: startupContexts.name,
        is_active: startupContexts.isActive,
        version: startupContexts.version,
        created_at: startupContexts.createdAt,
        updated_at: startupContexts.updatedAt,
        content: include_content ? startupContexts.content : sql<null>`null`,
        written: provenanceColumns,
      })
      .from(startupContexts)
      .leftJoin(
        startupContextVersions,
        and(
          eq(startupContextVersions.contextId, startupContexts.id),
          eq(startupContextVersions.version, startupContexts.version),
        ),
      )
      .where(isNull(startupContexts.deletedAt))
      .orderBy(desc(startupContexts.isActive), desc(startupContexts.updatedAt), startupContexts.name);
    const pending = await db
      .select({
        id: startupContextVersions.contextId,
        version: startupContextVersions.version,
        author: startupContextVersions.author,
        written_at: startupContextVersions.createdAt,
      })
      .from(startupContextVersions)
      .where(eq(startupContextVersions.pending, true))
      .orderBy(desc(startupContextVersions.createdAt))
      .limit(mostWaiting);
    const nameOf = await namesOf(
      [
        ...rows.flatMap(({ written }) => [written?.author, written?.approvedBy]),
        ...pending.map(({ author }) => author),
      ],
      ownerNames,
    );
    const waitingFor = (context: string) => {
      const waiting = pending
        .filter(({ id }) => id === context)
        .map(({ id, author, ...version }) =>
          author === null ? version : { ...version, author: nameOf(author) },
        );
      return waiting.length > 0 ? { waiting } : {};
    };
    // Together the texts stay within one reply; a cut one comes whole from dewey_get_startup_context.
    const share = Math.max(1000, Math.floor(limits.replyCharacters / Math.max(1, rows.length)));
    return {
      contexts: rows.map(({ content, written, ...row }) => ({
        ...row,
        ...provenanceOf(written, nameOf),
        ...waitingFor(row.id),
        ...(content === null ? {} : shortened(content, share)),
      })),
    };
  },
});
