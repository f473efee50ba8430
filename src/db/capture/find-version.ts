import { textOf } from '../conversations/packed-texts.ts';
import type { Sql } from '../postgres/connect.ts';
import { namesOf } from './row.ts';
import { findCaptureTarget } from './source.ts';
import type { CaptureSource, CaptureVersion } from './version.ts';

/** What became of a message, found by its ids, its fragment of a text, or, failing that, its content. */
export async function findVersion(
  sql: Sql,
  source: CaptureSource,
  version: CaptureVersion,
): Promise<'stored' | 'deleted' | 'missing'> {
  const target = await findCaptureTarget(sql, source);
  if (!target) return 'missing';
  if (target.status === 'deleted') return 'deleted';
  const { conversationId } = target;
  const names = namesOf(version);
  const { id: fragment = '', index = 0 } = version.fragment ?? {};
  const [row] = await sql<{ found: boolean }[]>`
    select exists (
        select 1 from messages where conversation_id = ${conversationId} and external_id = any(${names}::text[]))
      or exists (
        select 1 from capture_keys where conversation_id = ${conversationId} and key = any(${names.slice(1)}::text[]))
      or exists (
        select 1 from capture_fragments
        where conversation_id = ${conversationId} and fragment_id = ${fragment}
          and (next_index > ${index} or waiting ? ${String(index)}))
      or (${version.byText === true} and exists (
        select 1 from messages m
        where conversation_id = ${conversationId} and starts_with(${textOf(sql)}, ${version.content}::text))) as found`;
  return row?.found ? 'stored' : 'missing';
}
