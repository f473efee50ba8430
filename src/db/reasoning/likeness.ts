import type { Sql } from '../postgres/connect.ts';
import { collectionIds } from '../search/collection/ids.ts';
import { dot } from '../search/score/normalized.ts';
import { type QueryVector, vectorsOf } from '../search/score/vectors.ts';

/** The kinds of texts whose meaning is known, with their ids as they are cited. */
export type LikeKind = 'experience' | 'decision' | 'memory' | 'artifact' | 'message';

type Numbered = { id: string; docNo: number; project: string | null };
type Source = { collectionId: number; numbered(sql: Sql, ids: readonly string[]): Promise<Numbered[]> };

/** A document has one number for each of its chunks. */
const sources: Record<LikeKind, Source> = {
  experience: {
    collectionId: collectionIds.experiences,
    numbered: (sql, ids) => sql<Numbered[]>`
      select id::text as id, doc_no, project from experiences where id = any(${[...ids]}::text[]::bigint[])`,
  },
  decision: {
    collectionId: collectionIds.decisions,
    numbered: (sql, ids) =>
      sql<Numbered[]>`select id, doc_no, project from decisions where id = any(${[...ids]}::text[])`,
  },
  memory: {
    collectionId: collectionIds.memories,
    numbered: (sql, ids) => sql<Numbered[]>`
      select memory_id::text as id, doc_no, project from memories where memory_id = any(${[...ids]}::text[]::uuid[])`,
  },
  artifact: {
    collectionId: collectionIds.chunks,
    numbered: (sql, ids) => sql<Numbered[]>`
      select c.artifact_uid as id, c.doc_no, a.project from artifact_chunks c
      join artifact_revisions r using (artifact_uid, revision_id) join artifacts a using (artifact_uid)
      where r.is_latest and c.artifact_uid = any(${[...ids]}::text[])`,
  },
  message: {
    collectionId: collectionIds.messages,
    numbered: (sql, ids) => sql<Numbered[]>`
      select m.id::text as id, m.doc_no, c.project from messages m join conversations c on c.id = m.conversation_id
      where m.id = any(${[...ids]}::text[]::uuid[])`,
  },
};

export type Meaning = {
  /** The cosine with the query. */
  likeness: number;
  /** Normalized to length 1. */
  vector: Float32Array;
  project: string | null;
};

/**
 * The embeddings of texts, how near they are to a query, and the projects they belong to.
 *
 * @returns by id, of a document the nearest of its chunks; none for texts without an embedding.
 */
export async function meaningsOf(
  sql: Sql,
  kind: LikeKind,
  ids: readonly string[],
  { model, vector: asked }: QueryVector,
): Promise<Map<string, Meaning>> {
  const { collectionId, numbered } = sources[kind];
  const rows = ids.length === 0 ? [] : await numbered(sql, ids);
  const docs = rows.map(({ docNo }) => docNo);
  const byDocNo = new Map((await vectorsOf(sql, collectionId, model, docs)).map((one) => [one.docNo, one]));
  const nearest = new Map<string, Meaning>();
  for (const { id, docNo, project } of rows) {
    const vector = byDocNo.get(docNo)?.vector;
    if (vector === undefined) continue;
    const likeness = dot(vector, asked);
    if (likeness > (nearest.get(id)?.likeness ?? -2)) nearest.set(id, { likeness, vector, project });
  }
  return nearest;
}
