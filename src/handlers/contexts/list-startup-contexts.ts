import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import * as z from 'zod';
import { isActive } from '../../db/contexts/active.ts';
import { startupContexts, startupContextVersions } from '../../db/schema/index.ts';
import { limits } from '../shared/params.ts';
import { tool } from '../tool/tool.ts';
import { namesOf, provenance, provenanceColumns, provenanceOf, shortened } from './shared.ts';

const mostWaiting = 200;

export default tool({
  name: 'dewey_list_startup_contexts',
  title: 'List startup contexts',
  description:
    'List all startup contexts, the active ones first, with their authors and the versions pending approval. Texts are included only with include_content.',
  effect: 'read',
  input: z.strictObject({
    include_content: z.boolean().default(false).describe('Include the texts'),
  }),
  output: z.object({
    contexts: z
      .array(
        z.object({
          id: z.string().describe('Context id'),
          name: z.string().describe('Name'),
          project: z.string().optional().describe('Project whose sessions receive it; absent: all'),
          is_active: z.boolean().describe('Whether the context is active'),
          version: z.int().describe('Latest version of the text'),
          created_at: z.string().describe('Creation time'),
          updated_at: z.string().describe('Time of the last change'),
          ...provenance,
          waiting: z
            .array(
              z.object({
                version: z.int().describe('Version'),
                author: z.string().optional().describe('Key that wrote the version'),
                written_at: z.string().describe('Time it was written'),
              }),
            )
            .optional()
            .describe('Versions pending approval, latest first'),
          content: z.string().optional().describe('Text'),
          content_truncated: z
            .boolean()
            .optional()
            .describe('True when the text is truncated to keep the reply small'),
        }),
      )
      .describe('All contexts'),
  }),
  async run({ include_content }, { db, ownerNames }) {
    const rows = await db
      .select({
        id: startupContexts.id,
        name: startupContexts.name,
        project: startupContexts.project,
        is_active: isActive,
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
      .orderBy(desc(isActive), desc(startupContexts.updatedAt), startupContexts.name);
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
    // All texts together stay within one reply; dewey_get_startup_context returns a truncated one in full.
    const share = Math.max(1000, Math.floor(limits.replyCharacters / Math.max(1, rows.length)));
    return {
      contexts: rows.map(({ content, written, project, ...row }) => ({
        ...row,
        ...(project === null ? {} : { project }),
        ...provenanceOf(written, nameOf),
        ...waitingFor(row.id),
        ...(content === null ? {} : shortened(content, share)),
      })),
    };
  },
});
