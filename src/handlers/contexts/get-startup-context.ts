import { and, desc, eq, isNull, lte, sql } from 'drizzle-orm';
import * as z from 'zod';
import { startupContexts, startupContextVersions } from '../../db/schema/index.ts';
import * as p from '../shared/params.ts';
import { ToolError } from '../tool/errors.ts';
import { tool } from '../tool/tool.ts';
import {
  contextName,
  namesOf,
  noContext,
  provenance,
  provenanceColumns,
  provenanceOf,
  shortened,
} from './shared.ts';

export default tool({
  name: 'dewey_get_startup_context',
  title: 'Get a startup context',
  description:
    'Get the active startup context, or one by name: what an agent should know when a session begins. Earlier texts come by version or by the time they were current. Returns null when no context is active.',
  effect: 'read',
  essential: true,
  input: z.strictObject({
    name: contextName.optional().describe('The context; the active one without it'),
    version: z.int().min(1).max(p.mostInteger).optional().describe('This version of its text'),
    as_of: p.timestamp.optional().describe('The text that was current at this time'),
    max_chars: p.maxCharacters.describe('Most characters of the text'),
  }),
  output: z
    .object({
      id: z.string().describe('Id of the context'),
      name: z.string().describe('Its name'),
      content: z.string().describe('Its text'),
      content_truncated: z
        .boolean()
        .optional()
        .describe('True when the text is cut; ask again with a larger max_chars'),
      is_active: z.boolean().describe('Whether it is the active one'),
      version: z.int().describe('Which version of its text this is'),
      created_at: z.string().describe('When the context was made'),
      updated_at: z.string().describe('When the context last changed'),
      ...provenance,
    })
    .nullable(),
  async run({ name, version, as_of, max_chars }, { db, ownerNames }) {
    const [context] = await db
      .select()
      .from(startupContexts)
      .where(
        and(
          isNull(startupContexts.deletedAt),
          name === undefined ? eq(startupContexts.isActive, true) : eq(startupContexts.name, name),
        ),
      );
    if (!context) {
      if (name === undefined) return null;
      throw noContext(name);
    }
    const face = {
      id: context.id,
      name: context.name,
      is_active: context.isActive,
      created_at: context.createdAt,
      updated_at: context.updatedAt,
    };
    const latest = version === undefined && as_of === undefined;
    const wanted = latest ? context.version : version;
    // A text that was approved counts from then on.
    const since = sql<string>`coalesce(${startupContextVersions.approvedAt}, ${startupContextVersions.createdAt})`;
    const [found] = await db
      .select({
        content: latest ? sql<string>`''` : startupContextVersions.content, // the context has it
        version: startupContextVersions.version,
        ...provenanceColumns,
      })
      .from(startupContextVersions)
      .where(
        and(
          eq(startupContextVersions.contextId, context.id),
          wanted === undefined ? undefined : eq(startupContextVersions.version, wanted),
          as_of === undefined ? undefined : and(eq(startupContextVersions.pending, false), lte(since, as_of)),
        ),
      )
      .orderBy(desc(since), desc(startupContextVersions.version))
      .limit(1);
    const text = latest ? context : found;
    if (text)
      return {
        ...face,
        ...shortened(text.content, max_chars),
        version: text.version,
        ...provenanceOf(found, await namesOf([found?.author, found?.approvedBy], ownerNames)),
      };
    const field = version === undefined ? 'as_of' : 'version';
    throw new ToolError(
      'not_found',
      `Startup context ${context.name} has no such version; its latest is ${context.version}.`,
      {
        field,
        received: version ?? as_of,
        suggestion: `Use a version from 1 to ${context.version}, or a time after ${context.createdAt}.`,
      },
    );
  },
});
