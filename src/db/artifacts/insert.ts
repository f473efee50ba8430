import { type Job, jobColumns, toJob } from '../jobs/jobs.ts';
import type { Sql } from '../postgres/connect.ts';
import { isSpread } from '../postgres/spread.ts';
import type { ArtifactType, RetentionPolicy, Sensitivity, VisibilityScope } from '../schema/artifacts.ts';
import type { Metadata } from '../schema/conversations.ts';
import type { Fragment } from '../search/collection/collection.ts';
import { queued } from '../search/spread-rows.ts';
import { chunkIdOf } from './ids.ts';

/** A document as it was submitted; omitted fields keep their value, or take the default. */
export type NewArtifact = {
  artifactType: ArtifactType;
  sourceSystem: string;
  sourceId?: string | undefined;
  sourceUrl?: string | undefined;
  title?: string | undefined;
  author?: string | undefined;
  participants?: string[] | undefined;
  metadata?: Metadata | undefined;
  project?: string | undefined;
  sensitivity?: Sensitivity | undefined;
  visibilityScope?: VisibilityScope | undefined;
  retentionPolicy?: RetentionPolicy | undefined;
  sourceTs?: string | undefined;
  documentDate?: string | undefined;
  content: string;
};

/** A text split into chunks; offsets in code points. */
export type ChunkedText = {
  tokenCount: number;
  isChunked: boolean;
  chunks: readonly { text: string; start: number; end: number }[];
};

/** A text to be stored as a revision, and the job that extracts its events. */
export type NewRevision = {
  artifactUid: string;
  revisionId: string;
  contentHash: string;
  sourceTs: string | undefined;
  documentDate: string | undefined;
  cut: ChunkedText;
  jobId: string;
  maxAttempts: number;
};

/**
 * Stores a new document with its text, chunks and job in one statement.
 *
 * @returns nothing, and stores nothing, when the document exists, or was deleted and is not purged yet.
 */
export function insertArtifact(
  sql: Sql,
  given: NewArtifact,
  owner: string | undefined,
  revision: NewRevision,
): Promise<Job | undefined> {
  const metadata = given.metadata === undefined ? null : JSON.stringify(given.metadata);
  const artifact: Fragment = sql`
    insert into artifacts (artifact_uid, artifact_type, source_system, source_id, source_url, title, author,
      participants, metadata, project, sensitivity, visibility_scope, retention_policy, owner)
    values (${revision.artifactUid}, ${given.artifactType}, ${given.sourceSystem}, ${given.sourceId ?? null},
      ${given.sourceUrl ?? null}, ${given.title ?? null}, ${given.author ?? null},
      ${given.participants ?? []}::text[], ${metadata}::text::jsonb, ${given.project ?? null},
      ${given.sensitivity ?? 'normal'}, ${given.visibilityScope ?? 'team'}, ${given.retentionPolicy ?? 'forever'},
      ${owner ?? null})
    on conflict (artifact_uid) do nothing
    returning artifact_uid, title, author, participants`;
  return insertText(sql, artifact, revision, true);
}

/** Stores a further revision of a document whose row is locked; it is not marked as the latest yet. */
export async function insertRevision(tx: Sql, revision: NewRevision): Promise<Job> {
  const artifact: Fragment = tx`
    select artifact_uid, title, author, participants from artifacts where artifact_uid = ${revision.artifactUid}`;
  const job = await insertText(tx, artifact, revision, false);
  if (!job) throw new Error('an artifact was deleted while its row was locked');
  return job;
}

/** Searched in addition to the text. */
export const heading = (sql: Sql): Fragment => sql`
  nullif(concat_ws(E'\n', title, author, nullif(array_to_string(participants, ', '), '')), '')`;

async function insertText(
  sql: Sql,
  artifact: Fragment,
  { artifactUid, revisionId, contentHash, sourceTs, documentDate, cut, jobId, maxAttempts }: NewRevision,
  isLatest: boolean,
): Promise<Job | undefined> {
  const { chunks, isChunked, tokenCount } = cut;
  const [row] = await sql<Job[]>`
    with artifact as (${artifact}),
    revision as (
      insert into artifact_revisions (artifact_uid, revision_id, source_ts, document_date, content_hash, characters,
        token_count, is_chunked, chunk_count, is_latest)
      select artifact_uid, ${revisionId}, ${sourceTs ?? null}::text::timestamptz, ${documentDate ?? null}::text,
        ${contentHash}, ${chunks.at(-1)?.end ?? 0}::integer, ${tokenCount}::integer, ${isChunked}::boolean,
        ${chunks.length}::integer, ${isLatest}::boolean
      from artifact
    ),
    stored as (
      insert into artifact_chunks (artifact_uid, revision_id, chunk_index, chunk_id, start_char, end_char, text, heading)
      select artifact_uid, ${revisionId}, n - 1, chunk_id, start_char, end_char, text,
        case n when 1 then ${heading(sql)} end
      from artifact, unnest(
        ${chunks.map((_, index) => (isChunked ? chunkIdOf(artifactUid, revisionId, index) : null))}::text[],
        ${chunks.map(({ start }) => start)}::integer[], ${chunks.map(({ end }) => end)}::integer[],
        ${chunks.map(({ text }) => text)}::text[]
      ) with ordinality as t (chunk_id, start_char, end_char, text, n)
      order by n
      returning doc_no
    )${queued(sql, 'artifact_chunks', await isSpread(sql))}
    insert into event_jobs as j (job_id, artifact_uid, revision_id, max_attempts)
    select ${jobId}, artifact_uid, ${revisionId}, ${maxAttempts}::integer from artifact
    returning ${jobColumns(sql)}`;
  return row && toJob(row);
}
