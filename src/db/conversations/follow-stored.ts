import type { Sql } from '../postgres/connect.ts';
import { collectionIds } from '../search/collection/ids.ts';

/** The number of messages among the collections of the search index. */
export const shelf = (sql: Sql) => sql`${collectionIds.messages}::smallint`;

/** Columns that a common table expression `stored` returns of the messages it inserts: not their texts, which are large. */
export const storedColumns = (sql: Sql) => sql`
  id, conversation_id, turn_number, created_at, doc_no, left(content, 400) as opening,
  case when content <> '' then opening_place(role, turn_number, metadata) end as place`;

/**
 * Common table expressions that follow `stored`, which inserted messages and returns {@link storedColumns}.
 *
 * @param conversationId of all of them; for several conversations only where those are not spread over nodes.
 */
export const followStored = (sql: Sql, conversationId: string | null = null) => sql`
  queued as (
    insert into search_queue (conversation_id, shelf, doc_nos)
    select (array_agg(conversation_id order by doc_no))[1], ${shelf(sql)}, array_agg(doc_no order by doc_no)
    from stored having count(*) > 0
  ),
  opened as (
    insert into conversation_catalogue as k (conversation_id, opening, opening_place)
    select distinct on (s.conversation_id) s.conversation_id, s.opening, s.place from stored s
    where s.place is not null and ${
      conversationId === null
        ? sql`not exists (
            select from conversation_catalogue c
            where c.conversation_id = s.conversation_id and c.opening_place <= s.place)`
        : sql`s.place < coalesce((
            select c.opening_place from conversation_catalogue c where c.conversation_id = ${conversationId}), s.place + 1)`
    }
    order by s.conversation_id, s.place
    on conflict (conversation_id) do update set opening = excluded.opening, opening_place = excluded.opening_place
    -- Another store may have given it a better one while this statement waited for the counter.
    where k.opening_place is null or excluded.opening_place < k.opening_place
  )`;
