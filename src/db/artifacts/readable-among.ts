import type { Sql } from '../postgres/connect.ts';
import { type Reader, readable } from './reader.ts';

/** Which of these documents the reader may read. */
export async function readableAmong(
  sql: Sql,
  uids: readonly string[],
  reader: Reader,
): Promise<ReadonlySet<string>> {
  if (uids.length === 0) return new Set();
  const rows = await sql<{ uid: string }[]>`
    select a.artifact_uid as uid from artifacts a
    where a.artifact_uid = any(${uids}::text[]) and ${readable(sql, reader)}`;
  return new Set(rows.map(({ uid }) => uid));
}
