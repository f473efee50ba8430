import type { Sql } from '../postgres/connect.ts';

/** A file as it was when it was read: `mark` changes whenever its content does. */
export type ImportedFile = { path: string; mark: string; bytes: number };

/** How far a file was read, by an import or by what follows transcripts. */
export type FilePlace = { path: string; imported: boolean; mark: string; position: number; at: string };

/** Notes that files were imported as they are, in place of what was noted of them before. */
export async function noteImported(sql: Sql, files: readonly ImportedFile[]): Promise<void> {
  if (files.length === 0) return;
  await sql`
    insert into capture_positions (reader, fingerprint, position, updated_at)
    select 'import:' || path, mark, bytes, now()
    from unnest(${files.map(({ path }) => path)}::text[], ${files.map(({ mark }) => mark)}::text[],
                ${files.map(({ bytes }) => bytes)}::bigint[]) f(path, mark, bytes)
    on conflict (reader) do update
    set fingerprint = excluded.fingerprint, position = excluded.position, updated_at = excluded.updated_at`;
}

/** What is known of these files, up to two rows of each. */
export async function placesOf(sql: Sql, paths: readonly string[]): Promise<readonly FilePlace[]> {
  const readers = paths.flatMap((path) => [`import:${path}`, `tail:${path}`]);
  return sql<FilePlace[]>`
    select substr(reader, strpos(reader, ':') + 1) as path, reader like 'import:%' as imported,
           fingerprint as mark, position::float8 as position, updated_at as at
    from capture_positions where reader = any(${readers}::text[])`;
}
