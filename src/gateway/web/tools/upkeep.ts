import { join } from 'node:path';
import * as z from 'zod';
import { countJobs, oldestWaiting } from '../../../db/jobs/jobs.ts';
import { tool } from '../../../handlers/tool/tool.ts';
import { type BackupPlan, plannedBackups } from '../../backup/schedule.ts';

const count = (what: string) => z.int().describe(what);

const output = z.object({
  jobs: z
    .object({
      PENDING: count('Waiting'),
      PROCESSING: count('Running'),
      DONE: count('Done'),
      FAILED: count('Failed'),
    })
    .describe('Extractions of events by state'),
  waitingSince: z.string().optional().describe('When the oldest job that is due became due'),
  backups: z
    .object({
      folder: z.string().describe('Where they are'),
      everyMs: z.number().describe('Milliseconds between two'),
      kept: count('Files there'),
      newest: z
        .object({ file: z.string().describe('File'), at: z.string().describe('Time') })
        .optional()
        .describe('The newest one'),
    })
    .optional()
    .describe('Scheduled backups; absent when none are scheduled'),
});
export type Upkeep = z.output<typeof output>;

/** The queue of jobs and the scheduled backups, for admin keys without limits. */
export const createUpkeepTool = (plan: BackupPlan | undefined) =>
  tool({
    name: 'viewer_upkeep',
    title: 'Show jobs and backups',
    description: 'How many extractions wait, run and failed, and the newest scheduled backup.',
    effect: 'delete', // as the commands of an administrator: it names files of this machine
    input: z.strictObject({}),
    output,
    async run(_, { db }) {
      const [jobs, waitingSince, files] = await Promise.all([
        countJobs(db.sql),
        oldestWaiting(db.sql),
        plan ? plannedBackups(plan.folder) : [],
      ]);
      const [newest] = files;
      const backups = plan && {
        folder: plan.folder,
        everyMs: plan.everyMs,
        kept: files.length,
        ...(newest ? { newest: { file: join(plan.folder, newest.name), at: newest.at.toISOString() } } : {}),
      };
      return {
        jobs,
        ...(waitingSince === undefined ? {} : { waitingSince }),
        ...(backups ? { backups } : {}),
      };
    },
  });
