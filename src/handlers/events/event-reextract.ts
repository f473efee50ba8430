import * as z from 'zod';
import { enqueue, requeueJob } from '../../db/jobs/jobs.ts';
import { documentsOf } from '../shared/documents.ts';
import { readerOf } from '../tool/rights.ts';
import { tool } from '../tool/tool.ts';
import { jobOut, toJob } from './job.ts';
import * as e from './shared.ts';

export default tool({
  name: 'event_reextract',
  title: 'Extract events again',
  description:
    'Queue the extraction of a document again, whatever the state of its job: after a failure, a mended configuration or a better model. Its events stay until the new ones are there. One that runs at this moment is left alone unless force is true.',
  effect: 'change',
  lends: ['artifacts'],
  input: z.strictObject({
    artifact_uid: e.artifactUid,
    revision_id: e.revisionId.optional(),
    force: z.boolean().default(false).describe('Give up a running extraction and begin anew'),
  }),
  output: jobOut.extend({ message: z.string().describe('What happens now') }),
  touches: (output) => e.eventAddress(output.artifact_uid),
  async run(input, deps) {
    const { db, newId } = deps;
    const { sql } = db;
    const documents = documentsOf(deps);
    const { uid, revision } = await e.revisionMeant(sql, input, readerOf(deps));
    const { job, queued } = (await requeueJob(sql, uid, revision.revisionId, input.force)) ?? {
      queued: true,
      job: await enqueue(sql, {
        jobId: newId(),
        artifactUid: uid,
        revisionId: revision.revisionId,
        maxAttempts: documents.maxAttempts,
      }),
    };
    if (queued) documents.wake();
    return {
      ...toJob(job),
      message: queued
        ? 'The extraction is queued; job_status tells when it is done.'
        : `It is being extracted by ${job.lockedBy} at this moment; force: true begins anew.`,
    };
  },
});
