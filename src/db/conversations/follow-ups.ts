import type { PendingQuery, Row } from 'postgres';
import type { Sql } from '../postgres/connect.ts';
import { shelf } from './follow-stored.ts';
import { renewOpening } from './opening.ts';
import { emptyPlaces, textOf } from './packed-texts.ts';

/**
 * What follows from writing messages: new texts are queued for the search index, old ones are removed from it, and the
 * catalogue keeps what was said first in each conversation. No trigger does so, so every statement that inserts messages
 * ends with `followStored`, and every other one is made by {@link changeMessages} or {@link deleteMessages}.
 * `test/db/conversations/writers.test.ts` holds every writer to it.
 */

type Fragment = PendingQuery<Row[]>;

export type Change = {
  conversationId: string;
  /** Tables with the messages of the conversation as `m`, and conditions. */
  from: Fragment;
  /** The new text, from these tables. A new text is a new document with a new number. */
  text?: Fragment;
  /** What `set` needs from these tables. */
  columns?: Fragment;
  /** Further assignments, from the columns as those of `n`. */
  set?: Fragment;
};

/**
 * Changes messages of one conversation; the only statement that changes a text, a role or a turn. Other writers of the
 * same messages must be locked out, by the counter of the conversation.
 *
 * Document numbers are drawn before the update, since spread rows are not updated with volatile functions.
 *
 * @returns the role of each changed message.
 */
export async function changeMessages(tx: Sql, change: Change): Promise<string[]> {
  const { conversationId, from, text, columns, set } = change;
  const assignments = [
    ...(text
      ? [tx`content = n.new_content, packed_at = null, doc_no = coalesce(n.fresh_doc_no, m.doc_no)`]
      : []),
    ...(set ? [set] : []),
  ];
  const rows = await tx<{ role: string; place: number | null; outdated: boolean }[]>`
    with found as materialized (
      select m.id as changed_id, m.doc_no as old_doc_no, left(${textOf(tx)}, 400) as old_opening, m.packed_at as old_packed_at,
             opening_place(m.role, m.turn_number, m.metadata) as old_place
             ${text ? tx`, ${text} as new_content, ${textOf(tx)} <> ${text} as renewed` : tx`, false as renewed`}
             ${columns ? tx`, ${columns}` : tx``}
      from ${from}
    ),
    n as materialized (
      select found.*, case when renewed then nextval('messages_doc_no_seq') end as fresh_doc_no from found
    ),
    changed as (
      update messages m set ${assignments.map((one, i) => (i > 0 ? tx`, ${one}` : one))}
      from n where m.conversation_id = ${conversationId} and m.id = n.changed_id
      returning m.conversation_id, m.role, n.old_doc_no, m.doc_no, n.old_place, n.old_opening,
                opening_place(m.role, m.turn_number, m.metadata) as place, left(${text ? tx`m.content` : tx`coalesce(m.content, n.old_opening)`}, 400) as opening,
                n.old_packed_at
    ),
    stored as (select conversation_id, doc_no from changed where doc_no <> old_doc_no),
    queued as (
      insert into search_queue (conversation_id, shelf, doc_nos)
      select ${conversationId}::uuid, ${shelf(tx)}, array_agg(doc_no order by doc_no) from stored having count(*) > 0
    ),
    gone as (select old_doc_no as doc_no from changed where doc_no <> old_doc_no),
    ${forgetGone(tx)},
    known as (select opening_place from conversation_catalogue where conversation_id = ${conversationId})
    select c.role, c.old_packed_at as place,
           (c.place, c.opening) is distinct from (c.old_place, c.old_opening)
             and (k.opening_place is null or least(c.place, c.old_place) <= k.opening_place) as outdated
    from changed c left join known k on true`;
  if (text)
    await emptyPlaces(
      tx,
      conversationId,
      rows.flatMap(({ place }) => place ?? []),
    );
  if (rows.some(({ outdated }) => outdated)) await renewOpening(tx, conversationId);
  return rows.map(({ role }) => role);
}

/**
 * Deletes messages of these conversations.
 *
 * @param which a condition on messages `m`; other writers of them must be locked out by the counter of the conversation.
 * @returns how many there were.
 */
export async function deleteMessages(
  tx: Sql,
  conversationIds: readonly string[],
  which: Fragment,
): Promise<number> {
  const rows = await tx<
    { conversationId: string; count: number; place: number | null; packed: number[] | null }[]
  >`
    with gone as (
      delete from messages m where m.conversation_id = any(${conversationIds as string[]}::uuid[]) and ${which}
      returning m.conversation_id, m.doc_no, m.packed_at, opening_place(m.role, m.turn_number, m.metadata) as place
    ),
    ${forgetGone(tx)}
    select conversation_id, count(*)::int as count, min(place) as place,
           array_agg(packed_at) filter (where packed_at is not null) as packed
    from gone group by conversation_id`;
  for (const { conversationId, packed } of rows) await emptyPlaces(tx, conversationId, packed ?? []);
  const places = new Map(
    rows.flatMap(({ conversationId: id, place }) => (place === null ? [] : [[id, place]])),
  );
  const openings = await tx<{ id: string; place: number }[]>`
    select c.id, k.opening_place as place from conversations c join conversation_catalogue k on k.conversation_id = c.id
    where c.id = any(${[...places.keys()]}::uuid[]) and c.deleted_at is null`;
  for (const { id, place } of openings) if ((places.get(id) ?? 0) <= place) await renewOpening(tx, id);
  return rows.reduce((sum, { count }) => sum + count, 0);
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
