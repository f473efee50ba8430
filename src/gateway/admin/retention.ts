import * as z from 'zod';
import { takeStats } from '../../db/admin/stats.ts';
import { expire } from '../../db/retention/expire.ts';
import { listPolicies, removePolicy, setPolicy } from '../../db/retention/policies.ts';
import { roles } from '../../db/schema/vocabulary.ts';
import * as p from '../../handlers/shared/params.ts';
import { ToolError } from '../../handlers/tool/errors.ts';
import { type Tool, tool } from '../../handlers/tool/tool.ts';
import { jumped, type RetentionSettings, runRetention } from '../retention/run.ts';
import { restoreDeletedTool } from './restore-deleted.ts';

const scope = {
  project: p.project.optional().describe('The project it is about; all projects without it'),
  role: z
    .enum(roles)
    .optional()
    .describe('Messages of this role lose their text; whole conversations are deleted without it'),
};
const counts = z.record(z.string(), z.number());
const policies = z
  .array(
    z.object({
      project: z.string().nullable().describe('Null: all projects'),
      role: z.enum(roles).nullable().describe('Null: whole conversations'),
      keep_days: z.number().nullable().describe('Null: for ever'),
    }),
  )
  .describe('All policies');

/** What people do about how long things are kept: by commands, not in the catalog. */
export function retentionTools(settings: RetentionSettings): Tool[] {
  const list = tool({
    name: 'retention_list',
    title: 'List retention policies',
    description: 'List how long conversations and messages are kept.',
    effect: 'read',
    input: z.strictObject({}),
    output: z.object({
      policies,
      undo_days: z.number().describe('Days after which what was deleted is purged'),
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
    description: 'Say how long conversations, or messages of a role, of a project or of all are kept.',
    effect: 'delete',
    input: z.strictObject({
      ...scope,
      keep_days: z.int().min(1).max(36_500).nullable().describe('Days to keep them; null for ever'),
    }),
    output: z.object({ set: z.boolean().describe('True') }),
    async run({ project = null, role = null, keep_days }, { db }) {
      await setPolicy(db.sql, { project, role }, keep_days);
      return { set: true };
    },
  });

  const remove = tool({
    name: 'retention_remove',
    title: 'Remove a retention policy',
    description: 'Remove a policy; the one for all projects counts then, if there is one.',
    effect: 'delete',
    input: z.strictObject(scope),
    output: z.object({ removed: z.boolean().describe('True') }),
    async run({ project = null, role = null }, { db }) {
      if (await removePolicy(db.sql, { project, role })) return { removed: true };
      throw new ToolError('not_found', 'There is no such policy.', {
        suggestion: '"dewey retention list" shows those there are.',
      });
    },
  });

  const run = tool({
    name: 'retention_run',
    title: 'Run retention now',
    description: 'Delete what is past its time and purge what was deleted before the undo window.',
    effect: 'delete',
    input: z.strictObject({
      dry_run: z.boolean().default(false).describe('Only count what the policies would delete'),
      confirm: z.boolean().default(false).describe('The clock is right, although it has jumped'),
    }),
    output: z.object({
      dry_run: z.boolean().describe('Whether nothing was done'),
      expired: z
        .object({
          conversations: z.number().describe('Conversations deleted'),
          messages: counts.describe('Messages that lost their text, by role'),
          artifacts: counts.describe('Documents deleted because their own policy says so, by policy'),
        })
        .describe('What the policies did; it can be undone'),
      purged: z
        .object({
          before: z.string().describe('What was deleted before this is gone'),
          conversations: z.number().describe('Conversations removed for good'),
          artifacts: z.number().describe('Documents removed for good'),
          removed: counts.describe('Rows removed, by table'),
          left: counts.describe('Rows found afterwards that belong to what was purged, by table; all 0'),
        })
        .optional()
        .describe('What was removed for good, and the proof of it'),
      spool: z
        .object({
          removed: z.number().describe('Records removed'),
          left: z.number().describe('Records found afterwards'),
        })
        .optional()
        .describe('Records of the spool about what was purged'),
      audit: z.number().optional().describe('Rows of the audit log that were removed for their age'),
    }),
    async run({ dry_run, confirm }, { db, clock }) {
      if (dry_run) return { dry_run, expired: await expire(db.sql, clock(), true) };
      const report = await runRetention(db.sql, settings, clock(), { confirmed: confirm });
      if (report && 'doubted' in report) throw jumped(report.doubted);
      if (report) return { dry_run, ...report };
      throw new ToolError('conflict', 'Another process is running retention.', {
        suggestion: 'Wait until it has ended.',
      });
    },
  });

  const stats = tool({
    name: 'lake_stats',
    title: 'Measure the lake',
    description: 'How large the lake is and how it grows: by table, source, project and day.',
    effect: 'read',
    input: z.strictObject({
      days: z.int().min(1).max(3660).default(14).describe('Days to look back'),
    }),
    output: z.looseObject({ database_bytes: z.number().describe('All of it') }),
    run: ({ days }, { db, clock }) => takeStats(db.sql, clock(), days),
  });

  return [list, set, remove, run, restoreDeletedTool, stats];
}
