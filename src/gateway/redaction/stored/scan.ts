import { setImmediate as breath } from 'node:timers/promises';
import { changeMessages } from '../../../db/conversations/follow-ups.ts';
import { textOf } from '../../../db/conversations/packed-texts.ts';
import type { Pool } from '../../../db/postgres/connect.ts';
import { clean, cleanDeep, type Redactions } from '../index.ts';
import { firstTable, isTablePlace, scanTables } from './tables.ts';

export type ScanReport = {
  messages: number;
  /** Messages and rows that contain secrets or private text. */
  found: number;
  removed: number;
  kinds: Record<string, number>;
  /** The first hundred messages with findings; never the secrets themselves. */
  places: { conversation_id: string; turn: number; kinds: string[] }[];
  /** Scanned rows of other tables. */
  rows: number;
  /** Rows with packed data that cannot be unpacked: they were not scanned in full. */
  unreadable: number;
  /** Findings there, by `table.column` and kind. */
  columns: Record<string, Record<string, number>>;
};

export const emptyScan = (): ScanReport => ({
  messages: 0,
  found: 0,
  removed: 0,
  kinds: {},
  places: [],
  rows: 0,
  unreadable: 0,
  columns: {},
});

export function addScan(sum: ScanReport, part: Readonly<ScanReport>): void {
  for (const key of ['messages', 'found', 'removed', 'rows', 'unreadable'] as const) sum[key] += part[key];
  for (const [kind, count] of Object.entries(part.kinds)) sum.kinds[kind] = (sum.kinds[kind] ?? 0) + count;
  for (const [column, kinds] of Object.entries(part.columns)) {
    const counts = sum.columns[column] ?? {};
    for (const [kind, count] of Object.entries(kinds)) counts[kind] = (counts[kind] ?? 0) + count;
    sum.columns[column] = counts;
  }
  sum.places.push(...part.places.slice(0, mostPlaces - sum.places.length));
}

/**
 * Scans messages, then every other table with free text, a part of them per call.
 *
 * @param after `next` of the previous call; starts at the first message when omitted.
 */
export async function scanLake(
  sql: Pool,
  after: string | undefined,
  { remove, ms }: { remove: boolean; ms: number },
): Promise<{ report: ScanReport; next: string | null }> {
  if (after === undefined || !isTablePlace(after)) {
    const part = await scanMessages(sql, after, { remove, ms });
    return { report: part.report, next: part.next ?? firstTable };
  }
  const { report, next } = await scanTables(sql, after, { remove, ms });
  const kinds: Record<string, number> = {};
  for (const counts of Object.values(report.columns))
    for (const [kind, count] of Object.entries(counts)) kinds[kind] = (kinds[kind] ?? 0) + count;
  return { report: { ...emptyScan(), ...report, kinds }, next };
}

const pageSize = 100;
const mostPlaces = 100;
/** Characters scanned before yielding to the event loop. */
const charactersAtOnce = 200_000;

type Row = { id: string; conversationId: string; turn: number; content: string; metadata: string | null };

/**
 * Scans stored messages for secrets and private text.
 *
 * @param after the message to resume after; starts at the first one when omitted.
 * @param options `remove` removes the findings; the raw lines of the conversations concerned are deleted, as they contain
 *   the same text. `ms`: time limit of one call in milliseconds.
 * @returns the findings, and where to resume; null when the scan is complete.
 */
export async function scanMessages(
  sql: Pool,
  after: string | undefined,
  { remove, ms }: { remove: boolean; ms: number },
): Promise<{ report: ScanReport; next: string | null }> {
  const report = emptyScan();
  const begun = performance.now();
  let characters = 0;
  for (let last = after ?? '00000000-0000-0000-0000-000000000000'; ; ) {
    const rows = await sql<Row[]>`
      select id, conversation_id, turn_number as turn, ${textOf(sql)} as content, metadata::text from messages m
      where id > ${last} order by id limit ${pageSize}`;
    for (const row of rows) {
      last = row.id;
      addScan(report, await scanRow(sql, row, remove));
      characters += row.content.length;
      if (characters < charactersAtOnce) continue;
      characters = 0;
      await breath();
    }
    if (rows.length < pageSize) return { report, next: null };
    if (performance.now() - begun > ms) return { report, next: last };
  }
}

async function scanRow(sql: Pool, row: Row, remove: boolean): Promise<ScanReport> {
  const kinds: Redactions = {};
  const content = clean(row.content, kinds);
  const metadata: unknown = row.metadata === null ? null : JSON.parse(row.metadata);
  const kept = cleanDeep(metadata, kinds);
  if (content === row.content && kept === metadata) return { ...emptyScan(), messages: 1 };
  const place = { conversation_id: row.conversationId, turn: row.turn, kinds: Object.keys(kinds) };
  const found: ScanReport = { ...emptyScan(), messages: 1, found: 1, kinds, places: [place] };
  if (!remove) return found;
  await sql.begin(async (tx) => {
    await tx`select 1 from conversation_heads where conversation_id = ${row.conversationId} for update`;
    // The message may have been completed meanwhile; the next scan finds it again then.
    const { conversationId } = row;
    const changed = await changeMessages(tx, {
      conversationId,
      from: tx`messages m where m.conversation_id = ${conversationId} and m.id = ${row.id}
        and ${textOf(tx)} = ${row.content}`,
      text: tx`${content}::text`,
      columns: tx`${kept === null ? null : JSON.stringify(kept)}::text::jsonb as metadata`,
      set: tx`metadata = n.metadata`,
    });
    await tx`delete from capture_raw where conversation_id = ${row.conversationId}`;
    found.removed = changed.length;
  });
  return found;
}
