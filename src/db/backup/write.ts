import { createHash } from 'node:crypto';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Sql } from '../postgres/connect.ts';
import { sizesOf } from '../postgres/sizes.ts';
import { rfc3339 } from '../schema/rfc3339.ts';
import { copyOut, inSnapshot } from './copy-out.ts';
import {
  countRows,
  endOfRows,
  type FileEnd,
  formatVersion,
  type Header,
  type TableEnd,
  type TableStart,
  writtenAlike,
} from './format.ts';
import { type BackupKey, signed } from './signature.ts';
import { type BackupTable, isDerived, liveTables, quoted, quotedList, sequencesOf } from './tables.ts';

export type BackupReport = {
  tables: Record<string, number>;
  rows: number;
  /** Before compression. */
  bytes: number;
  sha256: string;
  /** Tables of this database that are not Dewey's. */
  foreign: string[];
};

export type BackupOptions = {
  /** The version of Dewey that writes it. */
  version: string;
  /** Signs the backup, so that it can be recognised as this lake's. */
  key?: BackupKey | undefined;
  signal?: AbortSignal | undefined;
  /** Fail with {@link LakeBusy} if another process is doing the same. */
  alone?: boolean | undefined;
  onStart?: ((aboutBytes: number) => void) | undefined;
  onProgress?: ((bytes: number, table: string) => void) | undefined;
};

/** Another process is already backing up. */
export class LakeBusy extends Error {}

/** Advisory lock held by a scheduled backup; an arbitrary constant. */
const backupLock = 7_061_985_235;

/** Twice as fast as the default level, for a file a tenth larger. */
const compression = { level: 3, chunkSize: 256 * 1024 };

/**
 * Writes a consistent snapshot of the whole lake to a stream and ends it. Readers and writers are not blocked; only
 * migrations wait. Memory does not grow with the lake.
 */
export async function writeBackup(url: string, out: Writable, options: BackupOptions): Promise<BackupReport> {
  return inSnapshot(url, 'dewey backup', options.signal, async (tx) => {
    if (options.alone) {
      const [lock] = await tx<{ ok: boolean }[]>`select pg_try_advisory_xact_lock(${backupLock}) as ok`;
      if (!lock?.ok) throw new LakeBusy('another process is backing up');
    }
    const report: BackupReport = { tables: {}, rows: 0, bytes: 0, sha256: '', foreign: [] };
    const content = Readable.from(contentOf(tx, options, report), { objectMode: false });
    await pipeline(content, createGzip(compression), out, { signal: options.signal });
    return report;
  });
}

async function* contentOf(tx: Sql, options: BackupOptions, report: BackupReport): AsyncGenerator<Buffer> {
  const whole = createHash('sha256');
  const line = (value: Header | TableStart | TableEnd | FileEnd): Buffer => {
    const text = Buffer.from(`${JSON.stringify(value)}\n`);
    whole.update(text);
    return text;
  };
  await tx.unsafe(writtenAlike);
  const { tables, foreign } = await storedTables(tx);
  report.foreign = foreign;
  const head = await headerOf(tx, tables, options.version);
  options.onStart?.(head.about_bytes);
  yield line(head);
  for (const table of tables) {
    yield line({ table: table.name, columns: table.columns });
    const hash = createHash('sha256');
    const end: TableEnd = { table: table.name, rows: 0, bytes: 0, sha256: '' };
    const rows = copyOut(
      tx,
      `copy (select ${quotedList(table.columns)} from ${quoted(table.name)}) to stdout`,
    );
    for await (const part of rows) {
      hash.update(part);
      whole.update(part);
      end.rows += countRows(part);
      end.bytes += part.length;
      options.onProgress?.(part.length, table.name);
      yield part;
    }
    whole.update(endOfRows);
    yield Buffer.from(endOfRows);
    yield line({ ...end, sha256: hash.digest('hex') });
    report.tables[table.name] = end.rows;
    report.rows += end.rows;
    report.bytes += end.bytes;
  }
  report.sha256 = whole.copy().digest('hex');
  const { rows, bytes, sha256 } = report;
  const end: FileEnd = { end: true, tables: tables.length, rows, bytes, sha256 };
  yield line(options.key ? signed(end, options.key) : end);
}

/** The tables to back up, locked against schema changes until the transaction ends, and those that are not Dewey's. */
export async function storedTables(tx: Sql): Promise<{ tables: BackupTable[]; foreign: string[] }> {
  const { tables, foreign } = await liveTables(tx);
  if (tables.length === 0) throw new Error('This database holds no lake: there is nothing to back up.');
  // Blocks migrations of tables that are still to be read, and nothing else.
  await tx.unsafe(`lock table ${quotedList(tables.map(({ name }) => name))} in access share mode`);
  return { tables: tables.filter(({ name }) => !isDerived(name)), foreign };
}

export async function headerOf(tx: Sql, tables: readonly BackupTable[], version: string): Promise<Header> {
  const [now] = await tx<{ at: string; server: string }[]>`
    select now()::text as at, current_setting('server_version') as server`;
  const [migrated] = await tx`select to_regclass('drizzle.__drizzle_migrations') is not null as yes`;
  if (!migrated?.yes)
    throw new Error('This database was made before Dewey; run "dewey migrate", then back it up.');
  const migrations = await tx<{ hash: string; at: number }[]>`
    select hash, created_at::float8 as at from drizzle.__drizzle_migrations order by created_at`;
  const names = tables.map(({ name }) => name);
  const { tables: found } = await sizesOf(tx);
  return {
    dewey_backup: formatVersion,
    created_at: rfc3339(now?.at ?? ''),
    dewey: version,
    postgresql: now?.server ?? '',
    migrations: [...migrations],
    tables: names,
    about_bytes: found.reduce((sum, { name, bytes }) => sum + (names.includes(name) ? bytes : 0), 0),
    sequences: await sequencesOf(tx, tables),
  };
}
