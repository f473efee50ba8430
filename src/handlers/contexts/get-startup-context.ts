import { and, desc, eq, isNull, lte, sql } from 'drizzle-orm';
import * as z from 'zod';
import { isActive } from '../../db/contexts/active.ts';
import { startupContexts, startupContextVersions } from '../../db/schema/index.ts';
import * as p from '../shared/params.ts';
import { ToolError } from '../tool/errors.ts';
import { tool } from '../tool/tool.ts';
import { nearest } from './domain/layers.ts';
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
    'Get the active startup context, of a project if it has one, or one by name: the text an agent should know at the start of a session. Pass version or as_of to read an earlier text. Returns null when none is active.',
  effect: 'read',
  essential: true,
  input: z.strictObject({
    name: contextName.optional().describe('Name of the context; default: the active one'),
    project: p.project.optional().describe('Project of the session: folder or base name'),
    version: z
      .int()
      .min(1)
      .max(p.mostInteger)
      .optional()
      .describe('Version of the text; default: the current one'),
    as_of: p.timestamp.optional().describe('Return the text that was current at this time'),
    max_chars: p.maxCharacters.describe('Maximum characters of the text'),
  }),
  output: z
    .object({
      id: z.string().describe('Context id'),
      name: z.string().describe('Name'),
      project: z.string().optional().describe('Project whose sessions receive it; absent: all'),
      content: z.string().describe('Text'),
      content_truncated: z.boolean().optional().describe('True when truncated; ask with a larger max_chars'),
      is_active: z.boolean().describe('Whether the context is active'),
      version: z.int().describe('Version of the returned text'),
      created_at: z.string().describe('Creation time of the context'),
      updated_at: z.string().describe('Time of the last change'),
      ...provenance,
    })
    .nullable(),
  async run({ name, project, version, as_of, max_chars }, { db, ownerNames }) {
    const rows = await db
      .select()
      .from(startupContexts)
      .where(
        and(
          isNull(startupContexts.deletedAt),
          name === undefined ? isActive : eq(startupContexts.name, name),
        ),
      );
    const context = name === undefined ? nearest(rows, project) : rows[0];
    if (!context) {
      if (name === undefined) return null;
      throw noContext(name);
    }
    const face = {
      id: context.id,
      name: context.name,
      ...(context.project === null ? {} : { project: context.project }),
      is_active: context.isActive || context.activeInProject,
      created_at: context.createdAt,
      updated_at: context.updatedAt,
    };
    const latest = version === undefined && as_of === undefined;
    const wanted = latest ? context.version : version;
    // An approved text is current from its approval on.
    const since = sql<string>`coalesce(${startupContextVersions.approvedAt}, ${startupContextVersions.createdAt})`;
    const [found] = await db
      .select({
        content: latest ? sql<string>`''` : startupContextVersions.content, // stored with the context
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
      `Startup context ${context.name} has no such version; its latest version is ${context.version}.`,
      {
        field,
        received: version ?? as_of,
        suggestion: `Use a version from 1 to ${context.version}, or a time after ${context.createdAt}.`,
      },
    );
  },
});
