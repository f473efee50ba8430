import type { Sql } from '../postgres/connect.ts';
import type { ArtifactType, Sensitivity } from '../schema/artifacts.ts';
import { rfc3339 } from '../schema/rfc3339.ts';
import { chunksOf, type StoredChunk } from './text.ts';

/** A revision as it is passed to an extractor. */
export type StoredDocument = {
  artifactType: ArtifactType;
  title: string | null;
  author: string | null;
  participants: string[];
  sourceTs: string | null;
  documentDate: string | null;
  sensitivity: Sensitivity;
  chunks: StoredChunk[];
};

/** @returns undefined when the document was deleted. */
export async function loadDocument(
  sql: Sql,
  artifactUid: string,
  revisionId: string,
): Promise<StoredDocument | undefined> {
  const [[row], chunks] = await Promise.all([
    sql<Omit<StoredDocument, 'chunks'>[]>`
      select a.artifact_type, a.title, a.author, a.participants, r.source_ts, r.document_date, a.sensitivity
      from artifacts a join artifact_revisions r using (artifact_uid)
      where a.artifact_uid = ${artifactUid} and r.revision_id = ${revisionId} and a.deleted_at is null`,
    chunksOf(sql, artifactUid, revisionId),
  ]);
  return row && { ...row, sourceTs: row.sourceTs === null ? null : rfc3339(row.sourceTs), chunks };
}
