import * as z from 'zod';
import { artifactIdOf } from '../../db/artifacts/ids.ts';
import { NotAllowed } from '../../db/artifacts/reader.ts';
import { storeArtifact } from '../../db/artifacts/store.ts';
import { retentionPolicies, visibilityScopes } from '../../db/schema/artifacts.ts';
import { jobStatuses } from '../../db/schema/jobs.ts';
import { documentsOf } from '../shared/documents.ts';
import * as p from '../shared/params.ts';
import { ToolError } from '../tool/errors.ts';
import { readerOf } from '../tool/rights.ts';
import { tool } from '../tool/tool.ts';
import { checkRetention, isOfTheCalendar, refuseDeleted } from './ingest-checks.ts';
import * as a from './shared.ts';

const text = (most: number) => z.string().trim().min(1).max(most);

export default tool({
  name: 'artifact_ingest',
  title: 'Ingest a document',
  description:
    'Keep a document (email, doc, chat, transcript, note) with every revision of its text; it is searchable at once, and its events are extracted in the background (see job_status). Give source_id, so that a changed text becomes a new revision of the same artifact; the same text again stores nothing.',
  effect: 'add',
  lends: ['events'],
  input: z.strictObject({
    artifact_type: a.artifactType,
    source_system: text(200).describe('Where it comes from, such as gmail, slack, notion'),
    content: p.content
      .refine((value) => value.trim() !== '', 'must not be empty')
      .describe('The whole text, up to 10 MB'),
    source_id: text(1000).optional().describe('Id there; without it the text itself identifies it'),
    source_url: text(4000).optional().describe('Where to open it'),
    title: text(2000).optional().describe('Title or subject'),
    author: text(500).optional().describe('Who wrote it'),
    participants: z.array(text(500)).max(1000).optional().describe('Who else took part'),
    ts: p.timestamp.optional().describe('When it was sent, held or changed'),
    document_date: z
      .string()
      .regex(/^\d{4}-\d\d-\d\d(T\S+)?$/, { abort: true, error: 'must be a date such as 2026-02-12' })
      .refine(isOfTheCalendar, 'must be a date of the calendar')
      .optional()
      .describe('The day it speaks of, YYYY-MM-DD'),
    sensitivity: a.sensitivity
      .optional()
      .describe('normal at first; highly_sensitive stays out of searches and away from remote models'),
    visibility_scope: z
      .enum(visibilityScopes)
      .optional()
      .describe('team at first; me: only for the API key that brought it'),
    retention_policy: z
      .enum(retentionPolicies)
      .optional()
      .describe(
        'forever at first; 1y unchanged; until_resolved: metadata.resolved; custom: metadata.retain_until',
      ),
    project: p.project.optional(),
    metadata: p.metadata.optional().describe('Anything worth keeping, as an object'),
    unless_deleted: z
      .boolean()
      .default(false)
      .describe('Refuse a document that a user deleted, instead of beginning it anew'),
  }),
  output: z.object({
    artifact_uid: z.string().describe('The document, whatever its text'),
    revision_id: z.string().describe('This text of it'),
    artifact_id: z.string().describe('The document by its short name'),
    is_chunked: z.boolean().describe('Whether the text was cut into chunks'),
    chunk_count: z.int().describe('How many; 1 for a text that is whole'),
    status: z.enum(['new', 'unchanged', 'revision']).describe('Whether the document or its text is new'),
    job_id: z.string().describe('The job that extracts its events'),
    job_status: z.enum(jobStatuses).describe('How far that is'),
  }),
  background: true,
  touches: (output) => a.artifactAddress(output.artifact_id),
  async run(input, deps) {
    const { db, newId } = deps;
    const documents = documentsOf(deps);
    checkRetention(input);
    if (input.unless_deleted) await refuseDeleted(db.sql, input);
    const stored = await storeArtifact(
      db.sql,
      {
        artifactType: input.artifact_type,
        sourceSystem: input.source_system,
        sourceId: input.source_id,
        sourceUrl: input.source_url,
        title: input.title,
        author: input.author,
        participants: input.participants,
        metadata: input.metadata,
        project: input.project,
        sensitivity: input.sensitivity,
        visibilityScope: input.visibility_scope,
        retentionPolicy: input.retention_policy,
        sourceTs: input.ts,
        documentDate: input.document_date,
        content: input.content,
      },
      { ...documents, newId, reader: readerOf(deps) },
    ).catch(notAllowed);
    if (stored.job.status === 'PENDING') documents.wake();
    return {
      artifact_uid: stored.artifactUid,
      revision_id: stored.revisionId,
      artifact_id: artifactIdOf(stored.artifactUid),
      is_chunked: stored.isChunked,
      chunk_count: stored.chunkCount,
      status: stored.status,
      job_id: stored.job.jobId,
      job_status: stored.job.status,
    };
  },
});

function notAllowed(error: unknown): never {
  if (!(error instanceof NotAllowed)) throw error;
  const { field, problem } = error;
  throw new ToolError('forbidden', `${field}: ${problem}. Nothing was stored.`, {
    field,
    problem,
    suggestion: `Leave ${field} out, or ask its owner or an admin.`,
  });
}
