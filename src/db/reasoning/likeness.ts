import type { Sql } from '../postgres/connect.ts';
import { collectionIds } from '../search/collection/ids.ts';
import { cosines, type QueryVector } from '../search/score/vectors.ts';

/** The kinds of texts whose likeness to a problem is known, with their ids as they are cited. */
export type LikeKind = 'experience' | 'decision' | 'memory' | 'artifact' | 'message';

type Numbered = { id: string; docNo: number };
type Source = { collectionId: number; numbered(sql: Sql, ids: readonly string[]): Promise<Numbered[]> };

/** A document has one number for each of its chunks. */
const sources: Record<LikeKind, Source> = {
  experience: {
    collectionId: collectionIds.experiences,
    numbered: (sql, ids) => sql<Numbered[]>`
      select id::text as id, doc_no from experiences where id = any(${[...ids]}::text[]::bigint[])`,
  },
  decision: {
    collectionId: collectionIds.decisions,
    numbered: (sql, ids) =>
      sql<Numbered[]>`select id, doc_no from decisions where id = any(${[...ids]}::text[])`,
  },
  memory: {
    collectionId: collectionIds.memories,
    numbered: (sql, ids) => sql<Numbered[]>`
      select memory_id as id, doc_no from memories where memory_id = any(${[...ids]}::text[])`,
  },
  artifact: {
    collectionId: collectionIds.chunks,
    numbered: (sql, ids) => sql<Numbered[]>`
      select c.artifact_uid as id, c.doc_no from artifact_chunks c join artifact_revisions r using (artifact_uid, revision_id)
      where r.is_latest and c.artifact_uid = any(${[...ids]}::text[])`,
  },
  message: {
    collectionId: collectionIds.messages,
    numbered: (sql, ids) => sql<Numbered[]>`
      select id::text as id, doc_no from messages where id = any(${[...ids]}::text[]::uuid[])`,
  },
};

/**
 * How near texts are to a query in meaning.
 *
 * @returns the cosine by id, of a document that of its nearest chunk; none for texts without an embedding.
 */
export async function likenessOf(
  sql: Sql,
  kind: LikeKind,
  ids: readonly string[],
  vector: QueryVector,
): Promise<Map<string, number>> {
  const { collectionId, numbered } = sources[kind];
  const rows = ids.length === 0 ? [] : await numbered(sql, ids);
  const found = await cosines(
    sql,
    collectionId,
    vector,
    rows.map(({ docNo }) => docNo),
  );
  const byDocNo = new Map(found.map(({ docNo, cosine }) => [docNo, cosine]));
  const nearest = new Map<string, number>();
  for (const { id, docNo } of rows) {
    const cosine = byDocNo.get(docNo);
    if (cosine !== undefined) nearest.set(id, Math.max(cosine, nearest.get(id) ?? -1));
  }
  return nearest;
}
