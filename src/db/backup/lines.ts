import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import * as z from 'zod';
import type { Sql } from '../postgres/connect.ts';
import { copyIn } from './copy-in.ts';
import { copyOut, inSnapshot } from './copy-out.ts';
import { BackupError, countRows, header, writtenAlike } from './format.ts';
import { linesBegin, linesVersion } from './lines-begin.ts';
import { rebuildLake } from './restore.ts';
import { type Quarantined, quarantine, type Trusted } from './signature.ts';
import { liveTables, quoted, quotedList } from './tables.ts';
import { headerOf, storedTables } from './write.ts';

const linesHeader = header.omit({ dewey_backup: true }).extend({ dewey_export: z.literal(linesVersion) });
export const linesEnd = z.object({ end: z.literal(true), rows: z.record(z.string(), z.number()) });

export type LinesReport = { rows: Record<string, number> };

/** Characters that cannot occur in JSON, so that CSV writes and reads every line unchanged. */
const asIs = `with (format csv, quote e'\\x01', delimiter e'\\x02')`;

/** Writes a consistent snapshot of the whole lake as lines. The stream is left open. */
export async function writeLines(
  url: string,
  out: Writable,
  version: string,
  signal?: AbortSignal,
): Promise<LinesReport> {
  const write = async (part: string | Buffer) => {
    signal?.throwIfAborted();
    if (!out.write(part)) await drained(out);
  };
  return inSnapshot(url, 'dewey export', signal, async (tx) => {
    await tx.unsafe(writtenAlike);
    const { tables } = await storedTables(tx);
    const { dewey_backup, ...head } = await headerOf(tx, tables, version);
    await write(`${JSON.stringify({ dewey_export: linesVersion, ...head })}\n`);
    const rows: LinesReport['rows'] = {};
    for (const { name, columns } of tables) {
      rows[name] = 0;
      const line = await lineOf(tx, name, columns);
      for await (const part of copyOut(tx, `copy (select ${line} from ${quoted(name)}) to stdout ${asIs}`)) {
        rows[name] += countRows(part);
        await write(part);
      }
    }
    await write(`${JSON.stringify({ end: true, rows })}\n`);
    return { rows };
  });
}

/** Resolves when the stream accepts more. @throws when it has failed or closed. */
async function drained(out: Writable): Promise<void> {
  const settled = new AbortController();
  const { signal } = settled;
  const gone = once(out, 'close', { signal }).then(() => {
    throw new Error('the reader is gone');
  });
  try {
    await Promise.race([once(out, 'drain', { signal }), gone]);
  } finally {
    settled.abort(); // removes the other listener
  }
}

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** SQL that builds the line of a row. */
async function lineOf(tx: Sql, table: string, columns: readonly string[]): Promise<string> {
  const types = await typesOf(tx, table);
  const fields = columns.map((column) => {
    const value = quoted(column);
    const json =
      types.get(column) === 'jsonb'
        ? `${value}::text`
        : types.get(column) === 'json'
          ? `to_json(${value}::text)::text`
          : `to_json(${value})::text`;
    return `${literal(`${JSON.stringify(column)}:`)} || ${json}`;
  });
  return `${literal(`{"table":${JSON.stringify(table)},"row":{`)} || concat_ws(',', ${fields.join(', ')}) || '}}'`;
}

async function typesOf(tx: Sql, table: string): Promise<Map<string, string>> {
  const rows = await tx<{ column: string; type: string }[]>`
    select column_name as column, udt_name as type from information_schema.columns
    where table_schema = 'public' and table_name = ${table}`;
  return new Map(rows.map(({ column, type }) => [column, type]));
}

/**
 * Fills an empty lake with the output of {@link writeLines}: all of it or nothing, row by row. Lines are not signed:
 * keys and active contexts take effect only when trusted.
 *
 * @throws BackupError when the lines are damaged or the lake is not empty.
 */
export function readLines(
  url: string,
  file: Readable,
  onProgress?: (bytes: number, table: string) => void,
  trusted: Trusted = { keys: false, contexts: false },
): Promise<LinesReport & { migrated: number; quarantined: Quarantined }> {
  return rebuildLake(url, async (tx, prepare) => {
    const lines = linesIn(file);
    const first = await lines.next();
    const head = linesHeader.safeParse(first.done ? undefined : parsed(first.value));
    if (!head.success)
      throw new BackupError(
        !first.done && isCut(first.value)
          ? 'The export ends in the middle. Nothing was changed.'
          : 'This is not an export that "dewey export --all" wrote.',
      );
    await prepare(head.data);
    await tx`create temp table incoming (line jsonb) on commit drop`;
    const { tables } = await liveTables(tx);
    for (const { name } of tables) await tx.unsafe(`alter table ${quoted(name)} disable trigger user`);
    const rows: LinesReport['rows'] = Object.fromEntries(head.data.tables.map((name) => [name, 0]));
    let next = await lines.next();
    for (;;) {
      const table = next.done ? undefined : tableOf(next.value);
      if (table === undefined) break;
      const columns = tables.find(({ name }) => name === table)?.columns;
      if (!columns) throw new BackupError(`There is no table ${table} in that version. Nothing was changed.`);
      const ofTable = async function* () {
        while (!next.done && tableOf(next.value) === table) {
          onProgress?.(next.value.length, table);
          yield next.value;
          next = await lines.next();
        }
      };
      await copyIn(tx, `copy incoming from stdin ${asIs}`, ofTable(), table);
      rows[table] = (rows[table] ?? 0) + (await takeIn(tx, table, columns));
    }
    const end = linesEnd.safeParse(next.done ? undefined : parsed(next.value));
    if (!end.success) throw new BackupError('The export ends in the middle. Nothing was changed.');
    const short = Object.keys(rows).find((name) => rows[name] !== end.data.rows[name]);
    if (short !== undefined)
      throw new BackupError(
        `The export has ${rows[short]} rows of ${short}, and its last line says ${end.data.rows[short]}. Nothing was changed; correct the last line if that is meant.`,
      );
    for (const { name } of tables) await tx.unsafe(`alter table ${quoted(name)} enable trigger user`);
    return { header: head.data, rows, quarantined: await quarantine(tx, trusted) };
  });
}

/** Moves the copied lines into their table. */
async function takeIn(tx: Sql, table: string, columns: readonly string[]): Promise<number> {
  const types = await typesOf(tx, table);
  const values = columns.map((column) => {
    const type = types.get(column);
    const field = literal(column);
    if (type === 'jsonb') return `line -> 'row' -> ${field}`;
    return type === 'json' ? `(line -> 'row' ->> ${field})::json` : `taken.${quoted(column)}`;
  });
  // A column of type json is a string in the line; the record would make a JSON string of it.
  const rest = columns.filter((column) => /^jsonb?$/.test(types.get(column) ?? ''));
  const record = `(line -> 'row') - array[${rest.map(literal).join(', ')}]::text[]`;
  const { count } = await tx
    .unsafe(
      `insert into ${quoted(table)} (${quotedList(columns)}) overriding system value
       select ${values.join(', ')} from incoming, jsonb_populate_record(null::${quoted(table)}, ${record}) taken`,
    )
    .catch((cause: Error) => {
      throw new BackupError(
        `The rows of ${table} do not fit into its table: ${cause.message}. Nothing was changed.`,
        { cause },
      );
    });
  await tx`truncate incoming`;
  return count;
}

/** Splits a stream into lines, line ends included. */
export async function* linesIn(file: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer, undefined> {
  let rest: Buffer[] = [];
  for await (const bytes of file) {
    const chunk = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    let from = 0;
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, from)) {
      const part = chunk.subarray(from, at + 1);
      yield rest.length > 0 ? Buffer.concat([...rest, part]) : part;
      rest = [];
      from = at + 1;
    }
    if (from < chunk.length) rest.push(chunk.subarray(from));
  }
  if (rest.length > 0) yield Buffer.concat([...rest, Buffer.from('\n')]);
  return undefined;
}

/** The table of a row's line; undefined for any other line. */
const tableOf = (line: Buffer): string | undefined =>
  /^\{"table":"([a-z0-9_]+)"/.exec(line.toString('latin1', 0, 100))?.[1];

/** The beginning of a header that is no whole line: `linesIn` ends the last line of a file that has no end. */
const isCut = (line: Buffer): boolean => line.toString().startsWith(linesBegin) && parsed(line) === undefined;

function parsed(line: Buffer): unknown {
  try {
    return JSON.parse(line.toString());
  } catch {
    return undefined;
  }
}
