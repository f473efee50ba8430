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
  const rows = await sql<(StoredEvidence & { eventId: string })[]>`
    select event_id, chunk_id, start_char, end_char, artifact_start_char, quote from event_evidence
    where event_id = any(${eventIds as string[]}::uuid[]) order by event_id, position`;
  const byEvent = new Map<string, StoredEvidence[]>(eventIds.map((id) => [id, []]));
  for (const { eventId, ...evidence } of rows) byEvent.get(eventId)?.push(evidence);
  return byEvent;
}
