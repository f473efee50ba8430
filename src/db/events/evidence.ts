import type { Sql } from '../postgres/connect.ts';

/** The quote that proves an event; offsets in code points. */
export type StoredEvidence = {
  quote: string;
  chunkId: string | null;
  startChar: number;
  endChar: number;
  artifactStartChar: number;
};

/** The evidence of these events, by event. */
export async function evidenceOf(
  sql: Sql,
  eventIds: readonly string[],
): Promise<Map<string, StoredEvidence[]>> {
  const rows = await sql<
    {
      event_id: string;
      chunk_id: string | null;
      start_char: number;
      end_char: number;
      artifact_start_char: number;
      quote: string;
    }[]
  >`
    select event_id, chunk_id, start_char, end_char, artifact_start_char, quote from event_evidence
    where event_id = any(${eventIds as string[]}::uuid[]) order by event_id, position`;
  const byEvent = new Map<string, StoredEvidence[]>(eventIds.map((id) => [id, []]));
  for (const row of rows)
    byEvent.get(row.event_id)?.push({
      quote: row.quote,
      chunkId: row.chunk_id,
      startChar: row.start_char,
      endChar: row.end_char,
      artifactStartChar: row.artifact_start_char,
    });
  return byEvent;
}
