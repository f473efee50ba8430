import type { Sql } from '../postgres/connect.ts';

/** Part of a revision's text, given in code points, assembled from its chunks. */
export async function contentOf(
  sql: Sql,
  uid: string,
  revisionId: string,
  from: number,
  most: number,
): Promise<string> {
  const to = from + most;
  const [row] = await sql<{ text: string | null }[]>`
    with piece as (
      select text, start_char,
             greatest(coalesce(lag(end_char) over (order by chunk_index), 0), ${from}::int) as fresh,
             least(end_char, ${to}::int) as until
      from artifact_chunks where artifact_uid = ${uid} and revision_id = ${revisionId}
    )
    select string_agg(substr(text, fresh - start_char + 1, until - fresh), '' order by start_char, until) as text
    from piece where until > fresh`;
  return row?.text ?? '';
}

export type StoredChunk = { chunkId: string | null; index: number; start: number; end: number; text: string };

/** Chunks of a revision in order; a text that was not split is a single chunk without an id. */
export async function chunksOf(
  sql: Sql,
  uid: string,
  revisionId: string,
  from = 0,
  most = 1_000_000,
): Promise<StoredChunk[]> {
  return await sql<StoredChunk[]>`
    select chunk_id, chunk_index as index, start_char as start, end_char as "end", text from artifact_chunks
    where artifact_uid = ${uid} and revision_id = ${revisionId} and chunk_index >= ${from}
    order by chunk_index limit ${most}`;
}
