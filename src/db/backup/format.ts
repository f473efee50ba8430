import * as z from 'zod';

/**
 * The format of a backup, version 1. The file is gzip; inside are lines of UTF-8:
 *
 * 1. the header, a JSON object: `dewey_backup: 1`, when and by which versions it was made, the migrations the lake had,
 *    the tables in the order of the file, the state of the counters;
 * 2. for each table a JSON object with its name and columns, its rows as PostgreSQL's `COPY … TO STDOUT` writes them
 *    (text format, UTC), a line `\.`, and a JSON object with the number of rows and bytes and the SHA-256 of the rows;
 * 3. a JSON object with `end: true`, the totals, the SHA-256 of every byte before it, and a signature: the name of the
 *    lake's key and the HMAC-SHA256 of the totals.
 *
 * A file without its last line is not a backup.
 */
export const formatVersion = 1;

export const header = z.object({
  dewey_backup: z.int(),
  created_at: z.string(),
  dewey: z.string(),
  postgresql: z.string(),
  migrations: z.array(z.object({ hash: z.string(), at: z.number() })),
  tables: z.array(z.string()),
  /** Approximate bytes of rows, for progress. */
  about_bytes: z.number(),
  sequences: z.array(z.object({ name: z.string(), last: z.string(), called: z.boolean() })),
});
export type Header = z.output<typeof header>;

export const tableStart = z.object({ table: z.string(), columns: z.array(z.string()) });
export type TableStart = z.output<typeof tableStart>;

export const tableEnd = z.object({
  table: z.string(),
  rows: z.number(),
  bytes: z.number(),
  sha256: z.string(),
});
export type TableEnd = z.output<typeof tableEnd>;

export const fileEnd = z.object({
  end: z.literal(true),
  tables: z.number(),
  rows: z.number(),
  bytes: z.number(),
  sha256: z.string(),
  /** Absent in files of earlier versions. */
  signature: z.object({ key: z.string(), hmac_sha256: z.string() }).optional(),
});
export type FileEnd = z.output<typeof fileEnd>;

/** Ends the rows of a table; no row is ever written like this. */
export const endOfRows = '\\.\n';

/** A file or lake cannot be used; the message includes the remedy. */
export class BackupError extends Error {}

/** Settings that fix how values are written, whatever the server's own. */
export const writtenAlike = `
  set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'; set local intervalstyle = 'iso_8601';
  set local extra_float_digits = 3; set local bytea_output = 'hex'; set local xmloption = 'content';
  set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0`;

/** Counts the rows that end in a chunk. */
export function countRows(rows: Buffer): number {
  let count = 0;
  for (let at = rows.indexOf(10); at !== -1; at = rows.indexOf(10, at + 1)) count += 1;
  return count;
}
