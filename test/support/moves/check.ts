import { expect } from 'vitest';
import type { TestLake } from '../lake.ts';
import type { Product } from '../memories.ts';
import { type Made, type MadeStore, secret } from './made.ts';

export type Dewey = (...args: string[]) => Promise<Record<string, unknown> & { code: number }>;

type Row = { content: string; at: string; metadata: string; conversation: string; names: string };

/** The values in a value, as text. */
function* leavesOf(value: unknown): Generator<string> {
  if (typeof value === 'object' && value !== null)
    for (const item of Object.values(value)) yield* leavesOf(item);
  else if (value !== null && value !== undefined && String(value).trim() !== '') yield String(value);
}

export const rowsIn = (lake: TestLake) =>
  lake.db.sql<Row[]>`
    select m.content, to_char(m.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
      coalesce(m.metadata, '{}')::text as metadata, coalesce(c.metadata, '{}')::text as conversation,
      concat_ws(' ', c.project, c.session_id, k.title) as names
    from messages m join conversations c on c.id = m.conversation_id
    left join conversation_catalogue k using (conversation_id)`;

export const counted = (made: readonly Made[]) => {
  const skipped: Record<string, number> = {};
  for (const { outcome } of made)
    if (outcome !== 'stored' && outcome !== 'known') skipped[outcome] = (skipped[outcome] ?? 0) + 1;
  const of = (outcome: string) => made.filter((one) => one.outcome === outcome).length;
  return { read: made.length, stored: of('stored'), known: of('known'), skipped };
};

/**
 * Imports a store three times, once without storing, and compares what is in the lake with what its maker says of each
 * record: it must be there with all that it says, or be counted under the reason for which it is not.
 */
export async function movesOver(lake: TestLake, dewey: Dewey, store: MadeStore): Promise<void> {
  const { product, paths, made, notes = [] } = store;
  const wanted = counted(made);
  const reported = async (...more: string[]) => {
    const { code, products, failed } = await dewey('import', ...more, ...paths);
    expect({ code, failed }).toEqual({ code: 0, failed: [] });
    return (products as Record<string, Product>)[product] as Product;
  };
  const tried = await reported('--dry-run');
  expect(tried).toMatchObject(wanted);
  expect(tried.skipped).toEqual(wanted.skipped);
  expect(await rowsIn(lake)).toEqual([]);

  const first = await reported();
  expect(first).toMatchObject(wanted);
  expect(first.skipped).toEqual(wanted.skipped);
  expect(first.notKept).toEqual({});
  for (const part of notes) expect(first.notes.join('\n')).toMatch(part);
  const rows = await rowsIn(lake);
  expect(rows).toHaveLength(wanted.stored);
  expect(lost(made, rows)).toEqual([]);

  const memories = await lake.db.sql<{ content: string }[]>`
    select content from memories where deleted_at is null and conversation_id is not null`;
  const stated = made.filter((one) => one.outcome === 'stored' && one.states);
  expect(first.memories.new + first.memories.known + first.memories.tooLong).toBe(stated.length);
  expect(memories).toHaveLength(first.memories.new);
  expect(JSON.stringify([rows, memories]).includes(secret)).toBe(false);

  const again = await reported();
  expect(again).toMatchObject({
    read: wanted.read,
    stored: 0,
    known: wanted.stored + wanted.known,
    memories: { new: 0, known: 0, tooLong: 0 },
  });
  expect(again.skipped).toEqual(wanted.skipped);
  expect(await rowsIn(lake)).toHaveLength(wanted.stored);
  expect(await dewey('verify', ...paths)).toMatchObject({
    ...{ code: 0, missing: 0, different: 0, misplaced: 0, extra: 0 },
    ...{ failed: [], faults: [] },
  });
}

const mostShown = 10;

/** What of the records is not in the rows. */
export function lost(made: readonly Made[], rows: readonly Row[]): string[] {
  const byMarker = new Map<string, Row>();
  for (const row of rows) {
    // A relation quotes what it joins, and is marked elsewhere.
    const [marker] = /edge\d{5}x/.exec(row.metadata) ?? /[a-z]+\d{5}x/.exec(row.content) ?? [];
    if (marker !== undefined) byMarker.set(marker, row);
  }
  const faults: string[] = [];
  for (const { marker, outcome, said, at } of made) {
    if (outcome !== 'stored' || faults.length >= mostShown) continue;
    const row = byMarker.get(marker);
    if (!row) {
      faults.push(`${marker} is not there`);
      continue;
    }
    const leaves = [...leavesOf(JSON.parse(`[${row.metadata}, ${row.conversation}]`))];
    const told = [row.content, row.names, ...leaves].join('\n');
    for (const leaf of leavesOf(said))
      if (!told.includes(leaf)) faults.push(`${marker} lacks ${leaf.slice(0, 60)}`);
    if (at !== undefined && Date.parse(row.at) !== at) faults.push(`${marker} is of ${row.at}`);
  }
  return faults.slice(0, mostShown);
}
