import { type FoundText, type QueryVector, type Search, searchTexts } from '../conversations/search.ts';
import type { Sql } from '../postgres/connect.ts';
import type { ArtifactType } from '../schema/artifacts.ts';
import { rfc3339 } from '../schema/rfc3339.ts';
import { type ChunkFilter, chunks } from './collection.ts';

/** The passage of a document that matches best. */
export type DocumentHit = {
  artifactUid: string;
  revisionId: string;
  chunkId: string | null;
  chunkIndex: number;
  title: string | null;
  artifactType: ArtifactType;
  sourceSystem: string;
  /** When it was written, or else ingested; RFC 3339. */
  at: string;
  /** The passage itself. */
  text: string;
  snippet: string;
  score: number;
  places: FoundText['places'];
};

export type DocumentSearch = ChunkFilter & {
  query: string;
  limit: number;
  queryVector?: QueryVector | undefined;
};

type Row = Omit<DocumentHit, 'score' | 'snippet' | 'places'> & { docNo: number };

/** Several passages of one document make one hit, so this many passages are fetched for each hit. */
const passagesAHit = 4;
const mostRounds = 5;

/**
 * Finds documents by words, and by meaning if a query vector is given; each once, by its best passage.
 *
 * @returns `total`: how many passages match.
 */
export async function searchDocuments(
  sql: Sql,
  search: Search,
  { query: text, limit, queryVector, ...filter }: DocumentSearch,
): Promise<{ hits: DocumentHit[]; total: number }> {
  const found = new Map<string, DocumentHit>();
  let total = 0;
  const page = limit * passagesAHit;
  for (let round = 0; round < mostRounds && found.size < limit; round += 1) {
    // Lexically, a document with a thousand matching passages must not hide the others; vectors rank once.
    const next = queryVector
      ? { filter, offset: round * page }
      : { filter: { ...filter, except: [...found.keys()] }, offset: 0 };
    const query = { text, mode: 'auto' as const, ...next, limit: page, queryVector };
    const answer = await searchTexts(sql, search, chunks, query);
    if (round === 0) total = answer.total;
    const rows = await rowsOf(sql, answer.hits);
    for (const { docNo, score, snippet, places } of answer.hits) {
      const row = rows.get(docNo);
      if (row && !found.has(row.artifactUid)) found.set(row.artifactUid, { ...row, score, snippet, places });
    }
    if (answer.hits.length < page) break;
  }
  return { hits: [...found.values()].slice(0, limit), total };
}

async function rowsOf(sql: Sql, hits: readonly FoundText[]): Promise<Map<number, Omit<Row, 'docNo'>>> {
  const rows = await sql<Row[]>`
    select c.doc_no, c.artifact_uid, c.revision_id, c.chunk_id, c.chunk_index, a.title, a.artifact_type,
           a.source_system, coalesce(r.source_ts, r.ingested_at) as at, c.text
    from artifact_chunks c join artifacts a using (artifact_uid)
    join artifact_revisions r using (artifact_uid, revision_id)
    where c.doc_no = any(${hits.map((hit) => hit.docNo)}::bigint[]) and a.deleted_at is null`;
  return new Map(rows.map(({ docNo, ...row }) => [docNo, { ...row, at: rfc3339(row.at) }]));
}

export type NeighbourChunk = { chunkId: string; text: string };

/** The chunks before and after a passage, in order. */
export async function neighbourChunks(sql: Sql, hit: DocumentHit): Promise<NeighbourChunk[]> {
  if (hit.chunkId === null) return [];
  return await sql<NeighbourChunk[]>`
    select chunk_id, text from artifact_chunks
    where artifact_uid = ${hit.artifactUid} and revision_id = ${hit.revisionId}
      and chunk_index in (${hit.chunkIndex - 1}, ${hit.chunkIndex + 1})
    order by chunk_index`;
}
