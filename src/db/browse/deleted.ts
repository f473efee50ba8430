import { namedTitle } from '../conversations/catalogue.ts';
import type { Sql } from '../postgres/connect.ts';

export type DeletedRow = { kind: 'conversation' | 'decision'; id: string; about: string | null; at: string };

const escaped = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&');

/**
 * The deleted conversations and hidden decisions that part of an id names, its beginning or its end: what can be restored
 * or purged. A conversation of which retention removed texts counts, as these can be restored.
 *
 * @param part of an id in lower case.
 */
export async function findDeleted(sql: Sql, part: string, limit: number): Promise<DeletedRow[]> {
  const digits = part.replace(/^dec_/, '').replaceAll('-', '');
  if (!/^[0-9a-f]{4,32}$/.test(digits)) return [];
  const ends = escaped(digits);
  const conversations = await sql<DeletedRow[]>`
    select 'conversation' as kind, c.id::text as id, coalesce(${namedTitle(sql)}, k.opening) as about,
           coalesce(c.deleted_at, c.created_at) as at
    from conversations c left join conversation_catalogue k on k.conversation_id = c.id
    where (replace(c.id::text, '-', '') like ${`${ends}%`} or replace(c.id::text, '-', '') like ${`%${ends}`})
      and (c.deleted_at is not null or exists (select from expired_messages e where e.conversation_id = c.id))
    order by 4 desc limit ${limit}`;
  const decisions = await sql<DeletedRow[]>`
    select 'decision' as kind, d.id, d.statement as about, d.deleted_at as at from decisions d
    where d.deleted_at is not null and (d.id like ${`dec\\_${ends}%`} or d.id like ${`%${ends}`})
    order by 4 desc limit ${limit}`;
  return [...conversations, ...decisions];
}
