import type { Sql } from '../postgres/connect.ts';
import type { ArtifactType, RetentionPolicy, Sensitivity, VisibilityScope } from '../schema/artifacts.ts';
import type { Metadata } from '../schema/conversations.ts';
import { rfc3339 } from '../schema/rfc3339.ts';
import { type Reader, readable } from './reader.ts';

export type Artifact = {
  artifactUid: string;
  artifactType: ArtifactType;
  sourceSystem: string;
  sourceId: string | null;
  sourceUrl: string | null;
  title: string | null;
  author: string | null;
  participants: string[];
  metadata: Metadata | null;
  project: string | null;
  sensitivity: Sensitivity;
  visibilityScope: VisibilityScope;
  retentionPolicy: RetentionPolicy;
  createdAt: string;
  updatedAt: string;
};

export type Revision = {
  revisionId: string;
  isLatest: boolean;
  contentHash: string;
  characters: number;
  tokenCount: number;
  isChunked: boolean;
  chunkCount: number;
  sourceTs: string | null;
  documentDate: string | null;
  ingestedAt: string;
};

type ArtifactRow = {
  artifact_uid: string;
  artifact_type: ArtifactType;
  source_system: string;
  source_id: string | null;
  source_url: string | null;
  title: string | null;
  author: string | null;
  participants: string[];
  metadata: string | null;
  project: string | null;
  sensitivity: Sensitivity;
  visibility_scope: VisibilityScope;
  retention_policy: RetentionPolicy;
  created_at: string;
  updated_at: string;
};

type RevisionRow = {
  revision_id: string;
  is_latest: boolean;
  content_hash: string;
  characters: number;
  token_count: number;
  is_chunked: boolean;
  chunk_count: number;
  source_ts: string | null;
  document_date: string | null;
  ingested_at: string;
};

const toRevision = (row: RevisionRow): Revision => ({
  revisionId: row.revision_id,
  isLatest: row.is_latest,
  contentHash: row.content_hash,
  characters: row.characters,
  tokenCount: row.token_count,
  isChunked: row.is_chunked,
  chunkCount: row.chunk_count,
  sourceTs: row.source_ts === null ? null : rfc3339(row.source_ts),
  documentDate: row.document_date,
  ingestedAt: rfc3339(row.ingested_at),
});

/** Finds an artifact that this reader may see. */
export async function findArtifact(sql: Sql, uid: string, reader: Reader): Promise<Artifact | undefined> {
  const [row] = await sql<ArtifactRow[]>`
    select a.artifact_uid, a.artifact_type, a.source_system, a.source_id, a.source_url, a.title, a.author,
           a.participants, a.metadata::text, a.project, a.sensitivity, a.visibility_scope, a.retention_policy,
           a.created_at, a.updated_at
    from artifacts a where a.artifact_uid = ${uid} and ${readable(sql, reader)}`;
  return (
    row && {
      artifactUid: row.artifact_uid,
      artifactType: row.artifact_type,
      sourceSystem: row.source_system,
      sourceId: row.source_id,
      sourceUrl: row.source_url,
      title: row.title,
      author: row.author,
      participants: row.participants,
      metadata: row.metadata === null ? null : JSON.parse(row.metadata),
      project: row.project,
      sensitivity: row.sensitivity,
      visibilityScope: row.visibility_scope,
      retentionPolicy: row.retention_policy,
      createdAt: rfc3339(row.created_at),
      updatedAt: rfc3339(row.updated_at),
    }
  );
}

/** All revisions of an artifact: the latest first, then newest to oldest by arrival. */
export async function revisionsOf(sql: Sql, uid: string): Promise<Revision[]> {
  const rows = await sql<RevisionRow[]>`
    select revision_id, is_latest, content_hash, characters, token_count, is_chunked, chunk_count, source_ts,
           document_date, ingested_at
    from artifact_revisions where artifact_uid = ${uid} order by is_latest desc, rev_no desc`;
  return rows.map(toRevision);
}

/**
 * Finds the named revision, or the latest.
 *
 * @returns undefined when this reader sees no such artifact, or it has no such revision.
 */
export async function findRevision(
  sql: Sql,
  uid: string,
  revisionId: string | undefined,
  reader: Reader,
): Promise<Revision | undefined> {
  const [row] = await sql<RevisionRow[]>`
    select r.revision_id, r.is_latest, r.content_hash, r.characters, r.token_count, r.is_chunked, r.chunk_count,
           r.source_ts, r.document_date, r.ingested_at
    from artifact_revisions r join artifacts a using (artifact_uid)
    where a.artifact_uid = ${uid} and ${readable(sql, reader)}
      and ${revisionId === undefined ? sql`r.is_latest` : sql`r.revision_id = ${revisionId}`}`;
  return row && toRevision(row);
}
