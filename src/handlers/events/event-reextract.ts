import * as z from 'zod';
import { enqueue, requeueJob } from '../../db/jobs/jobs.ts';
import { documentsOf } from '../shared/documents.ts';
import { readerOf } from '../tool/rights.ts';
import { tool } from '../tool/tool.ts';
import { jobOut, toJob } from './job.ts';
import { revisionMeant } from './revision.ts';
import * as e from './shared.ts';

export default tool({
  name: 'event_reextract',
  title: 'Extract events again',
  description:
    'Extract the events of a document again, whatever the state of its job. Use it after a failure or a change of model. A running extraction is interrupted only with force.',
  effect: 'change',
  lends: ['artifacts'],
  input: z.strictObject({
    artifact_uid: e.artifactUid,
    revision_id: e.revisionId.optional(),
    force: z.boolean().default(false).describe('Abandon a running extraction and start again'),
  }),
  output: jobOut.extend({ message: z.string().describe('Summary of the result') }),
  touches: (output) => e.eventAddress(output.artifact_uid),
  async run(input, deps) {
    const { db, newId } = deps;
    const { sql } = db;
    const documents = documentsOf(deps);
    const { uid, revision } = await revisionMeant(sql, input, readerOf(deps));
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
        ? 'The extraction is queued; check its progress with job_status.'
        : `It is currently being extracted by ${job.lockedBy}; pass force: true to start again.`,
    };
  },
});
