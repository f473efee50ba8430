import * as z from 'zod';
import { takeStats } from '../../db/admin/stats.ts';
import { expire } from '../../db/retention/expire.ts';
import { listPolicies, removePolicy, setPolicy } from '../../db/retention/policies.ts';
import { roles } from '../../db/schema/vocabulary.ts';
import * as p from '../../handlers/shared/params.ts';
import { projectNamed } from '../../handlers/shared/project-name.ts';
import { ToolError } from '../../handlers/tool/errors.ts';
import { type Tool, tool } from '../../handlers/tool/tool.ts';
import { jumped, packOld, type RetentionSettings, runRetention } from '../retention/run.ts';
import { packedTextTools } from './packed-texts.ts';
import { createPurgeDeletedTool, purgeOutput } from './purge-deleted.ts';
import { restoreDeletedTool } from './restore-deleted.ts';

const scope = {
  project: p.project.optional().describe('The project it applies to; all projects when omitted'),
  role: z
    .enum(roles)
    .optional()
    .describe('Only messages with this role lose their text; whole conversations are deleted when omitted'),
};
const counts = z.record(z.string(), z.number());
const policies = z
  .array(
    z.object({
      project: z.string().nullable().describe('Null: all projects'),
      role: z.enum(roles).nullable().describe('Null: whole conversations'),
      keep_days: z.number().nullable().describe('Null: forever'),
    }),
  )
  .describe('All policies');

/** Administration of retention: used by commands, not in the catalog. */
export function retentionTools(settings: RetentionSettings): Tool[] {
  const list = tool({
    name: 'retention_list',
    title: 'List retention policies',
    description: 'List how long conversations and messages are kept.',
    effect: 'read',
    input: z.strictObject({}),
    output: z.object({
      policies,
      undo_days: z.number().describe('Days after which deleted content is purged'),
    }),
    async run(_, { db }) {
      const found = await listPolicies(db.sql);
      return {
        policies: found.map(({ project, role, keepDays }) => ({ project, role, keep_days: keepDays })),
        undo_days: settings.undoDays,
      };
    },
  });

  const set = tool({
    name: 'retention_set',
    title: 'Set a retention policy',
    description: 'Set how long conversations, or messages with one role, are kept, in one project or in all.',
    effect: 'delete',
    input: z.strictObject({
      ...scope,
      keep_days: z.int().min(1).max(36_500).nullable().describe('Days to keep them; null for forever'),
    }),
    output: z.object({ set: z.boolean().describe('True'), project: p.nullableText.describe('Null: all') }),
    async run({ project: named, role = null, keep_days }, deps) {
      const project = (await projectNamed(named, deps)) ?? null;
      await setPolicy(deps.db.sql, { project, role }, keep_days);
      return { set: true, project };
    },
  });

  const remove = tool({
    name: 'retention_remove',
    title: 'Remove a retention policy',
    description: 'Remove a policy; the one for all projects applies then, if there is one.',
    effect: 'delete',
    input: z.strictObject(scope),
    output: z.object({ removed: z.boolean().describe('True') }),
    async run({ project, role = null }, deps) {
      const remove = (name?: string) => removePolicy(deps.db.sql, { project: name ?? null, role });
      if ((await remove(project)) || (await remove(await projectNamed(project, deps))))
        return { removed: true };
      throw new ToolError('not_found', 'There is no such policy.', {
        suggestion: 'Run "dewey retention list" to see all policies.',
      });
    },
  });

  const run = tool({
    name: 'retention_run',
    title: 'Run retention now',
    description: 'Apply the policies, and purge content deleted before the undo window.',
    effect: 'delete',
    input: z.strictObject({
      dry_run: z.boolean().default(false).describe('Only count what would be deleted'),
      confirm: z.boolean().default(false).describe('Confirm that the clock is right although it has jumped'),
    }),
    output: z.object({
      dry_run: z.boolean().describe('Whether this was a dry run'),
      expired: z
        .object({
          conversations: z.number().describe('Conversations deleted'),
          messages: counts.describe('Messages that lost their text, by role'),
          artifacts: counts.describe('Documents deleted under their own policy, by policy'),
          results: z.number().describe('Answers of orchestration runs deleted'),
        })
        .describe('Content removed by the policies; it can be restored'),
      purged: purgeOutput.purged.optional(),
      spool: purgeOutput.spool.optional(),
      audit: z.number().optional().describe('Audit rows removed because of their age'),
      packed: z
        .object({
          conversations: z.number().describe('Conversations'),
          texts: z.number().describe('Texts of them'),
        })
        .describe('Texts packed because of their age; they stay readable and searchable'),
    }),
    async run({ dry_run, confirm }, { db, clock }) {
      if (dry_run)
        return {
          dry_run,
          expired: await expire(db.sql, clock(), true),
          packed: await packOld(db.sql, settings, clock(), true),
        };
      const report = await runRetention(db.sql, settings, clock(), { confirmed: confirm });
      if (report && 'doubted' in report) throw jumped(report.doubted);
      if (report) return { dry_run, ...report };
      throw new ToolError('conflict', 'Another process is running retention.', {
        suggestion: 'Try again when it has finished.',
      });
    },
  });

  const stats = tool({
    name: 'lake_stats',
    title: 'Measure the lake',
    description: 'The size of the lake and its growth, by table, source, project and day.',
    effect: 'read',
    input: z.strictObject({
      days: z.int().min(1).max(3660).default(14).describe('Days to look back'),
    }),
    output: z.looseObject({ database_bytes: z.number().describe('Total size in bytes') }),
    run: ({ days }, { db, clock }) => takeStats(db.sql, clock(), days),
  });

  return [
    ...[list, set, remove, run, restoreDeletedTool, createPurgeDeletedTool(settings), stats],
    ...packedTextTools(),
  ];
}
