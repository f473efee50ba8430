import type { PendingQuery, Row } from 'postgres';
import type { Sql } from '../postgres/connect.ts';
import { collectionIds } from '../search/collection/ids.ts';

/**
 * What follows from writing messages: new texts are queued for the search index, old ones are removed from it, and the
 * catalogue keeps what was said first in each conversation. No trigger does so, so every statement that inserts messages
 * ends with {@link followStored}, and every other one is made by {@link changeMessages} or {@link deleteMessages}.
 * `test/db/conversations/writers.test.ts` holds every writer to it.
 */

type Fragment = PendingQuery<Row[]>;

const shelf = (sql: Sql) => sql`${collectionIds.messages}::smallint`;

/** Columns that a common table expression `stored` returns of the messages it inserts: not their texts, which are large. */
export const storedColumns = (sql: Sql) => sql`
  id, conversation_id, turn_number, created_at, doc_no, left(content, 400) as opening,
  case when content <> '' then opening_place(role, turn_number, metadata) end as place`;

/** Common table expressions that follow `stored`, which inserted messages and returns {@link storedColumns}. */
export const followStored = (sql: Sql) => sql`
  queued as (
    insert into search_queue (shelf, doc_nos)
    select ${shelf(sql)}, array_agg(doc_no order by doc_no) from stored having count(*) > 0
  ),
  opened as (
    insert into conversation_catalogue as k (conversation_id, opening, opening_place)
    select distinct on (s.conversation_id) s.conversation_id, s.opening, s.place from stored s
    where s.place is not null and not exists (
      select from conversation_catalogue c
      where c.conversation_id = s.conversation_id and c.opening_place <= s.place)
    order by s.conversation_id, s.place
    on conflict (conversation_id) do update set opening = excluded.opening, opening_place = excluded.opening_place
    -- Another store may have given it a better one while this statement waited for the counter.
    where k.opening_place is null or excluded.opening_place < k.opening_place
  )`;

/** Assignments that change the text of a message `m`: a new text is a new document with a new number. */
export const newText = (sql: Sql, text: Fragment) => sql`
  content = ${text},
  doc_no = case when m.content = ${text} then m.doc_no else nextval('messages_doc_no_seq')::int end`;

/**
 * Changes messages; the only statement that changes a text, a role or a turn.
 *
 * @param from tables with the messages as `m`, and conditions; other writers of the same messages must be locked out, by
 *   the counter of the conversation or by `for update of m`.
 * @param set assignments from the columns of `n`; for the text by {@link newText}.
 * @param columns what `set` needs from these tables.
 * @returns the role of each changed message.
 */
export async function changeMessages(
  tx: Sql,
  { columns, from, set }: { columns: Fragment; from: Fragment; set: Fragment },
): Promise<string[]> {
  const rows = await tx<{ role: string; outdated: string | null }[]>`
    with n as materialized (
      select m.id as changed_id, m.doc_no as old_doc_no, left(m.content, 400) as old_opening,
             opening_place(m.role, m.turn_number, m.metadata) as old_place, ${columns}
      from ${from}
    ),
    changed as (
      update messages m set ${set} from n where m.id = n.changed_id
      returning m.conversation_id, m.role, n.old_doc_no, m.doc_no, n.old_place, n.old_opening,
                opening_place(m.role, m.turn_number, m.metadata) as place, left(m.content, 400) as opening
    ),
    stored as (select doc_no from changed where doc_no <> old_doc_no),
    queued as (
      insert into search_queue (shelf, doc_nos)
      select ${shelf(tx)}, array_agg(doc_no order by doc_no) from stored having count(*) > 0
    ),
    gone as (select old_doc_no as doc_no from changed where doc_no <> old_doc_no),
    ${forgetGone(tx)}
    select c.role,
           case when (c.place, c.opening) is distinct from (c.old_place, c.old_opening)
                  and (k.opening_place is null or least(c.place, c.old_place) <= k.opening_place)
             then c.conversation_id end as outdated
    from changed c left join conversation_catalogue k on k.conversation_id = c.conversation_id`;
  await renewOpenings(tx, [...new Set(rows.flatMap(({ outdated }) => outdated ?? []))]);
  return rows.map(({ role }) => role);
}

/**
 * Deletes messages.
 *
 * @param which a condition on messages `m`; other writers of them must be locked out by the counter of the conversation.
 * @returns how many there were.
 */
export async function deleteMessages(tx: Sql, which: Fragment): Promise<number> {
  const [row] = await tx<{ count: number; outdated: string[] | null }[]>`
    with gone as (
      delete from messages m where ${which}
      returning m.conversation_id, m.doc_no, opening_place(m.role, m.turn_number, m.metadata) as place
    ),
    ${forgetGone(tx)}
    select (select count(*)::int from gone) as count,
           (select array_agg(distinct g.conversation_id) from gone g
            join conversations c on c.id = g.conversation_id and c.deleted_at is null
            join conversation_catalogue k on k.conversation_id = g.conversation_id
            where g.place <= k.opening_place) as outdated`;
  await renewOpenings(tx, row?.outdated ?? []);
  return row?.count ?? 0;
}

/** Common table expressions that remove the documents of `gone` from the index, with what a model made of them. */
const forgetGone = (sql: Sql) => sql`
  buried as (
    insert into search_deletions (shelf, doc_nos)
    select ${shelf(sql)}, array_agg(doc_no) from gone having count(*) > 0
  ),
  unembedded as (
    delete from search_embeddings e using gone where e.shelf = ${shelf(sql)} and e.doc_no = gone.doc_no
  ),
  unclaimed as (
    delete from search_embedding_claims c using gone where c.shelf = ${shelf(sql)} and c.doc_no = gone.doc_no
  )`;

/** Looks the openings of these conversations up again. */
async function renewOpenings(tx: Sql, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx`
    insert into conversation_catalogue as k (conversation_id, opening, opening_place)
    select c.id, first.opening, first.place from conversations c
    left join lateral (
      select left(m.content, 400) as opening, opening_place(m.role, m.turn_number, m.metadata) as place
      from messages m
      where m.conversation_id = c.id and m.content <> ''
        and opening_place(m.role, m.turn_number, m.metadata) is not null
      order by 2 limit 1
    ) first on true
    where c.id = any(${ids}::uuid[])
    order by c.id
    on conflict (conversation_id) do update set opening = excluded.opening, opening_place = excluded.opening_place
    where k.opening is distinct from excluded.opening or k.opening_place is distinct from excluded.opening_place`;
}
