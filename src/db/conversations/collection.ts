import type { Sql } from '../postgres/connect.ts';
import { settled } from '../runtime/settled.ts';
import { type Role, roles } from '../schema/vocabulary.ts';
import type { Collection } from '../search/collection/collection.ts';
import { collectionIds } from '../search/collection/ids.ts';
import { textOf } from './packed-texts.ts';

export type MessageFilter = {
  sessionId?: string | undefined;
  conversationId?: string | undefined;
  project?: string | undefined;
  /** The program that the conversation was captured from. */
  agent?: string | undefined;
  role?: Role | undefined;
  startDate?: string | undefined;
  endDate?: string | undefined;
};

/**
 * Messages: a conversation is a group, a role is a kind. A conversation whose metadata has `search_language: "simple"`
 * (or any language but English) is searched without stemming.
 */
export const messages: Collection<MessageFilter> = {
  name: 'messages',
  collectionId: collectionIds.messages,
  inConversations: true,
  documents: (sql) => sql`
    select m.doc_no, ${textOf(sql)} as text, c.conv_no as group_no,
           (select p.doc_no from messages p
            where p.conversation_id = m.conversation_id and p.turn_number < m.turn_number
            order by p.turn_number desc limit 1) as previous,
           extract(epoch from m.created_at)::float8 * 1000 as at,
           array_position(${[...roles]}::text[], m.role) - 1 as kind,
           case when c.metadata ->> 'search_language' is null then null
             when lower(c.metadata ->> 'search_language') = 'english' then 'english' else 'simple' end as language
    from messages m join conversations c on c.id = m.conversation_id`,
  async scope(sql, filter) {
    const [groups, [dates]] = await settled([
      conversations(sql, filter),
      sql<{ from: number | null; to: number | null }[]>`
        select extract(epoch from ${filter.startDate ?? null}::text::timestamptz)::float8 * 1000 as from,
               extract(epoch from ${filter.endDate ?? null}::text::timestamptz)::float8 * 1000 as to`,
    ]);
    return {
      ...groups,
      ...(filter.role === undefined ? {} : { kinds: [roles.indexOf(filter.role)] }),
      from: dates?.from ?? undefined,
      to: dates?.to ?? undefined,
    };
  },
  secret: (sql) => sql`
    select m.doc_no from messages m join conversations c on c.id = m.conversation_id where c.deleted_at is not null`,
};

/** The conversations to search or, when no filter is given, those to exclude. */
async function conversations(sql: Sql, { sessionId, conversationId, project, agent }: MessageFilter) {
  if ([sessionId, conversationId, project, agent].every((one) => one === undefined)) {
    const rows = await sql<{ convNo: number }[]>`
      select conv_no from conversations where deleted_at is not null`;
    return { notGroups: rows.map((row) => row.convNo) };
  }
  const rows = await sql<{ convNo: number }[]>`
    select conv_no from conversations where deleted_at is null
      ${sessionId === undefined ? sql`` : sql`and session_id = ${sessionId}`}
      ${conversationId === undefined ? sql`` : sql`and id = ${conversationId}`}
      ${project === undefined ? sql`` : sql`and project = ${project}`}
      ${agent === undefined ? sql`` : sql`and metadata ->> 'source' = ${agent}`}`;
  return { groups: rows.map((row) => row.convNo) };
}
