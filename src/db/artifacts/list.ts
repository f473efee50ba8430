import type { Sql } from '../postgres/connect.ts';
import type { ArtifactType } from '../schema/artifacts.ts';
import { rfc3339 } from '../schema/rfc3339.ts';
import { type Reader, readable } from './reader.ts';

export type ListedArtifact = {
  artifactUid: string;
  title: string | null;
  artifactType: ArtifactType;
  sourceSystem: string;
  author: string | null;
  updatedAt: string;
  revisions: number;
};

/** The documents that this reader may see, the one changed last first. */
export async function listArtifacts(
  sql: Sql,
  reader: Reader,
  { type, limit, offset }: { type: ArtifactType | undefined; limit: number; offset: number },
): Promise<ListedArtifact[]> {
  const rows = await sql<ListedArtifact[]>`
    select a.artifact_uid, a.title, a.artifact_type, a.source_system, a.author, a.updated_at,
           (select count(*)::int from artifact_revisions r where r.artifact_uid = a.artifact_uid) as revisions
    from artifacts a
    where ${readable(sql, reader)} and (${type ?? null}::text is null or a.artifact_type = ${type ?? null})
    order by a.updated_at desc, a.artifact_uid limit ${limit} offset ${offset}`;
  return rows.map((row) => ({ ...row, updatedAt: rfc3339(row.updatedAt) }));
}
