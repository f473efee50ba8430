import type { Pool } from '../../db/connect.ts';
import { clean, cleanDeep, type Redactions } from './redact.ts';

export type ScanReport = {
  messages: number;
  /** Messages that hold something that should not be stored. */
  found: number;
  removed: number;
  kinds: Record<string, number>;
  /** Where, the first hundred of them; never what. */
  places: { conversation_id: string; turn: number; kinds: string[] }[];
};

const pageSize = 500;
const mostPlaces = 100;

type Row = { id: string; conversation_id: string; turn: number; content: string; metadata: string | null };

/**
 * Looks for secrets and private text in what is stored already, however it came in.
 *
 * @param remove takes them out. Raw lines of the conversations concerned go altogether: they hold the same text.
 */
export async function scanMessages(sql: Pool, remove: boolean): Promise<ScanReport> {
  const report: ScanReport = { messages: 0, found: 0, removed: 0, kinds: {}, places: [] };
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const rows = await sql<Row[]>`
      select id, conversation_id, turn_number as turn, content, metadata::text from messages
      where id > ${after} order by id limit ${pageSize}`;
    for (const row of rows) {
      after = row.id;
      report.messages += 1;
      await scanRow(sql, row, remove, report);
    }
    if (rows.length < pageSize) return report;
  }
}

async function scanRow(sql: Pool, row: Row, remove: boolean, report: ScanReport): Promise<void> {
  const kinds: Redactions = {};
  const content = clean(row.content, kinds);
  const metadata: unknown = row.metadata === null ? null : JSON.parse(row.metadata);
  const kept = cleanDeep(metadata, kinds);
  if (content === row.content && kept === metadata) return;
  report.found += 1;
  for (const [kind, count] of Object.entries(kinds)) report.kinds[kind] = (report.kinds[kind] ?? 0) + count;
  if (report.places.length < mostPlaces)
    report.places.push({ conversation_id: row.conversation_id, turn: row.turn, kinds: Object.keys(kinds) });
  if (!remove) return;
  await sql.begin(async (tx) => {
    await tx`select from conversation_heads where conversation_id = ${row.conversation_id} for update`;
    // Somebody may have completed it since: then it is found again by the next scan.
    const changed = await tx`
      update messages
      set content = ${content}, metadata = ${kept === null ? null : JSON.stringify(kept)}::text::jsonb
      where id = ${row.id} and content = ${row.content}`;
    await tx`delete from capture_raw where conversation_id = ${row.conversation_id}`;
    report.removed += changed.count;
  });
}
