import { setImmediate as breath } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Pool, Sql } from '../../../db/postgres/connect.ts';
import { holderColumn } from '../../../db/postgres/distribute.ts';
import { fieldOf } from '../../../db/postgres/row-shape.ts';
import { isSpread } from '../../../db/postgres/spread.ts';
import { isSearched, renumber } from '../../../db/search/spread-rows.ts';
import { cleanDeep, redactText } from '../index.ts';
import type { Redactions } from '../marks.ts';
import { maskText } from '../text.ts';
import { type Way, written } from './columns.ts';

const unpack = promisify(gunzip);

/** Findings in the tables other than messages. */
export type TablesReport = {
  rows: number;
  found: number;
  removed: number;
  /** Rows with packed data that cannot be unpacked: they were not scanned in full. */
  unreadable: number;
  /** Findings by `table.column` and kind. */
  columns: Record<string, Record<string, number>>;
};

const pageSize = 100;
/** Characters scanned before yielding to the event loop. */
const charactersAtOnce = 200_000;
const tables = Object.keys(written).sort();
/** A table and the place of its last row; where it is spread over nodes, that on its node, and what is stored with it there. */
const cursorForm = /^([a-z_]{1,63})(\(\d{1,10},\d{1,5}\)(?:@[\w-]{1,80})?)$/;

/** The cursor at the start of the first table. */
export const firstTable = `${tables[0]}(0,0)`;
export const isTablePlace = (place: string): boolean => cursorForm.test(place);

/**
 * Scans every column with free text for secrets, table by table, except messages.
 *
 * @param place where to resume; {@link firstTable} at first.
 * @param options `remove` removes the findings. `ms`: time limit of one call in milliseconds.
 * @returns the findings, and where to resume; null when the scan is complete.
 */
export async function scanTables(
  sql: Pool,
  place: string,
  { remove, ms }: { remove: boolean; ms: number },
): Promise<{ report: TablesReport; next: string | null }> {
  const report: TablesReport = { rows: 0, found: 0, removed: 0, unreadable: 0, columns: {} };
  const begun = performance.now();
  let [, table = '', last = ''] = cursorForm.exec(place) ?? [];
  for (let i = tables.indexOf(table); i >= 0 && i < tables.length; ) {
    table = tables[i] ?? '';
    const more = await scanPage(sql, table, last, remove, report);
    if (more) last = more;
    else {
      i += 1;
      table = tables[i] ?? '';
      last = '(0,0)';
    }
    if (i < tables.length && performance.now() - begun > ms) return { report, next: `${table}${last}` };
  }
  return { report, next: null };
}

type Row = { place: string; holder?: string } & Record<string, unknown>;

/** @returns the cursor of the last row; undefined when there are no more rows. */
async function scanPage(
  sql: Pool,
  table: string,
  after: string,
  remove: boolean,
  report: TablesReport,
): Promise<string | undefined> {
  const columns = Object.keys(written[table] ?? {});
  const spreadBy = await spreadColumn(sql, table);
  const rows = await sql<Row[]>`
    select ctid::text as place, ${spreadBy === undefined ? sql`` : sql`${sql(spreadBy)} as holder,`} ${sql(columns)}
    from ${sql(table)} where ${rowsAfter(sql, after, spreadBy)} limit ${pageSize}`;
  let characters = 0;
  for (const row of rows) {
    report.rows += 1;
    const { found, size, unreadable } = await look(table, row);
    characters += size;
    if (unreadable) report.unreadable += 1;
    if (Object.keys(found).length > 0) {
      report.found += 1;
      for (const [column, kinds] of Object.entries(found)) {
        report.columns[`${table}.${column}`] ??= {};
        const sums = report.columns[`${table}.${column}`] ?? {};
        for (const [kind, times] of Object.entries(kinds)) sums[kind] = (sums[kind] ?? 0) + times;
      }
      if (remove) report.removed += await cleanRow(sql, table, placeOf(row));
    }
    if (characters < charactersAtOnce) continue;
    characters = 0;
    await breath();
  }
  const last = rows.at(-1);
  return rows.length < pageSize || !last ? undefined : placeOf(last);
}

/** The column that says on which node a row is; undefined for tables that are not spread. */
const spreadColumn = async (sql: Sql, table: string): Promise<string | undefined> =>
  (await isSpread(sql)) ? holderColumn(table) : undefined;

/** Places are unique among the rows that belong together on a node. */
const placeOf = ({ place, holder }: Row): string => (holder === undefined ? place : `${place}@${holder}`);

function rowsAfter(sql: Sql, after: string, spreadBy: string | undefined) {
  const [place = '', holder] = after.split('@');
  if (spreadBy === undefined) return sql`ctid > ${place}::text::tid order by ctid`;
  const next =
    holder === undefined ? sql`true` : sql`(${sql(spreadBy)}, ctid) > (${holder}, ${place}::text::tid)`;
  return sql`${next} order by ${sql(spreadBy)}, ctid`;
}

/** The findings in a row, by column, and its cleaned values. */
async function look(table: string, row: Readonly<Record<string, unknown>>) {
  const found: Record<string, Redactions> = {};
  const changed: Record<string, unknown> = {};
  let size = 0;
  let unreadable = false;
  for (const [column, way] of Object.entries(written[table] ?? {})) {
    const value = row[fieldOf(column)];
    if (value === null || value === undefined) continue;
    const kinds: Redactions = {};
    const text = way === 'packed' && Buffer.isBuffer(value) ? await unpacked(value) : value;
    if (text === undefined) {
      unreadable = true;
      continue;
    }
    size += typeof text === 'string' ? text.length : JSON.stringify(text).length;
    const next = cleaned(text, way, kinds);
    if (next === text) continue;
    found[column] = kinds;
    changed[column] = next;
  }
  return { found, changed, size, unreadable };
}

/** Undefined for data that cannot be decompressed. */
const unpacked = async (data: Buffer): Promise<string | undefined> => {
  const text = await unpack(data).catch(() => undefined);
  return text?.toString('utf8');
};

function cleaned(value: unknown, way: Way, kinds: Redactions): unknown {
  if (typeof value !== 'string') return cleanDeep(value, kinds);
  return way === 'placed' ? maskText(value, kinds) : redactText(value, kinds);
}

/** Checks the row again under a lock, as it may have changed. A row of packed lines is deleted as a whole. */
const cleanRow = (sql: Pool, table: string, at: string): Promise<number> =>
  sql.begin(async (tx) => {
    const ways = written[table] ?? {};
    const [place = '', holder = ''] = at.split('@');
    const spreadBy = await spreadColumn(tx, table);
    const here = tx`
      ctid = ${place}::text::tid ${spreadBy === undefined ? tx`` : tx`and ${tx(spreadBy)} = ${holder}`}`;
    const [row] = await tx<Row[]>`
      select ctid::text as place, ${tx(Object.keys(ways))} from ${tx(table)}
      where ${here} for update`;
    if (!row) return 0;
    const { changed } = await look(table, row);
    const columns = Object.keys(changed);
    if (columns.length === 0) return 0;
    if (columns.some((column) => ways[column] === 'packed')) {
      await tx`delete from ${tx(table)} where ${here}`;
      return 1;
    }
    const settings = columns.map((column) =>
      ways[column] === 'json'
        ? tx`${tx(column)} = ${JSON.stringify(changed[column])}::text::jsonb`
        : tx`${tx(column)} = ${changed[column] as string | string[]}`,
    );
    const all = settings.slice(1).reduce((sum, one) => tx`${sum}, ${one}`, settings[0] ?? tx``);
    const numbered = isSearched(table);
    const rows = await tx<{ docNo: number }[]>`
      update ${tx(table)} set ${all} where ${here} ${numbered ? tx`returning doc_no` : tx``}`;
    if (numbered) await renumber(tx, table, holder, rows);
    return 1;
  });
