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

const toRevision = (row: Revision): Revision => ({
  ...row,
  sourceTs: row.sourceTs === null ? null : rfc3339(row.sourceTs),
  ingestedAt: rfc3339(row.ingestedAt),
});

/** Finds an artifact that this reader may see. */
export async function findArtifact(sql: Sql, uid: string, reader: Reader): Promise<Artifact | undefined> {
  const [row] = await sql<(Artifact & { metadata: string | null })[]>`
    select a.artifact_uid, a.artifact_type, a.source_system, a.source_id, a.source_url, a.title, a.author,
           a.participants, a.metadata::text, a.project, a.sensitivity, a.visibility_scope, a.retention_policy,
           a.created_at, a.updated_at
    from artifacts a where a.artifact_uid = ${uid} and ${readable(sql, reader)}`;
  return (
    row && {
      ...row,
      metadata: row.metadata === null ? null : JSON.parse(row.metadata),
      createdAt: rfc3339(row.createdAt),
      updatedAt: rfc3339(row.updatedAt),
    }
  );
}

/** All revisions of an artifact: the latest first, then newest to oldest by arrival. */
export async function revisionsOf(sql: Sql, uid: string): Promise<Revision[]> {
  const rows = await sql<Revision[]>`
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
  const [row] = await sql<Revision[]>`
    select r.revision_id, r.is_latest, r.content_hash, r.characters, r.token_count, r.is_chunked, r.chunk_count,
           r.source_ts, r.document_date, r.ingested_at
    from artifact_revisions r join artifacts a using (artifact_uid)
    where a.artifact_uid = ${uid} and ${readable(sql, reader)}
      and ${revisionId === undefined ? sql`r.is_latest` : sql`r.revision_id = ${revisionId}`}`;
  return row && toRevision(row);
}
