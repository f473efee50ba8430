import * as z from 'zod';
import { findJob, jobsAhead } from '../../db/jobs/jobs.ts';
import { ToolError } from '../tool/errors.ts';
import { readerOf } from '../tool/rights.ts';
import { tool } from '../tool/tool.ts';
import { jobOut, toJob } from './job.ts';
import { revisionMeant } from './revision.ts';
import * as e from './shared.ts';

export default tool({
  name: 'job_status',
  title: 'Get the status of an extraction',
  description:
    'Check whether the events of a document have been extracted: PENDING, PROCESSING, DONE, or FAILED with the reason. A pending job also tells when it is due and how many are ahead of it.',
  effect: 'read',
  lends: ['artifacts'],
  input: z.strictObject({ artifact_uid: e.artifactUid, revision_id: e.revisionId.optional() }),
  output: jobOut.extend({
    jobs_ahead: z.int().optional().describe('Number of jobs ahead of it while it is pending'),
  }),
  async run(input, deps) {
    const { sql } = deps.db;
    const { uid, revision } = await revisionMeant(sql, input, readerOf(deps));
    const job = await findJob(sql, uid, revision.revisionId);
    if (!job)
      throw new ToolError('not_found', `Revision ${revision.revisionId} has no job.`, {
        field: 'revision_id',
        suggestion: 'Queue one with event_reextract.',
      });
    return {
      ...toJob(job),
      ...(job.status === 'PENDING' ? { jobs_ahead: await jobsAhead(sql, job.jobId) } : {}),
    };
  },
});
