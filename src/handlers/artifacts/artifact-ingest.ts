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
    'Store a document and every revision of its text. It is searchable at once; events are extracted in the background (see job_status). With source_id, a changed text becomes a new revision.',
  effect: 'add',
  lends: ['events'],
  input: z.strictObject({
    artifact_type: a.artifactType,
    source_system: text(200).describe('Source of the document, such as gmail, slack, notion'),
    content: p.content
      .refine((value) => value.trim() !== '', 'must not be empty')
      .describe('Full text, up to 10 MB'),
    source_id: text(1000).optional().describe('Id in the source system; default: identified by its text'),
    source_url: text(4000).optional().describe('URL of the original'),
    title: text(2000).optional().describe('Title or subject'),
    author: text(500).optional().describe('Author'),
    participants: z.array(text(500)).max(1000).optional().describe('Other participants'),
    ts: p.timestamp.optional().describe('Time it was sent, held or changed'),
    document_date: z
      .string()
      .regex(/^\d{4}-\d\d-\d\d(T\S+)?$/, { abort: true, error: 'must be a date such as 2026-02-12' })
      .refine(isOfTheCalendar, 'must be a valid calendar date')
      .optional()
      .describe('Date of the document, YYYY-MM-DD'),
    sensitivity: a.sensitivity
      .optional()
      .describe(
        'New documents: normal; highly_sensitive is excluded from searches and never sent to remote models',
      ),
    visibility_scope: z
      .enum(visibilityScopes)
      .optional()
      .describe('New documents: team; me: visible only to the API key that stored it'),
    retention_policy: z
      .enum(retentionPolicies)
      .optional()
      .describe(
        'New documents: forever; 1y: one year without changes; until_resolved: metadata.resolved; custom: metadata.retain_until',
      ),
    project: p.project.optional(),
    metadata: p.metadata.optional().describe('Any JSON object'),
    unless_deleted: z.boolean().default(false).describe('Fail if a user deleted it'),
  }),
  output: z.object({
    artifact_uid: z.string().describe('Id of the document across revisions'),
    revision_id: z.string().describe('Id of this revision'),
    artifact_id: z.string().describe('Short id of the document'),
    is_chunked: z.boolean().describe('Whether the text was split into chunks'),
    chunk_count: z.int().describe('Number of chunks; 1 when the text is not split'),
    status: z.enum(['new', 'unchanged', 'revision']).describe('Whether the document or its text is new'),
    job_id: z.string().describe('Job that extracts its events'),
    job_status: z.enum(jobStatuses).describe('State of that job'),
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
    suggestion: `Omit ${field}, or ask the owner or an admin.`,
  });
}
