import type { Sql } from '../postgres/connect.ts';
import { recordsOf } from '../postgres/records.ts';

/** A name with the order that decides between two of them: the higher one stays, whichever arrived last. */
export type Ordered = { text: string; order: string };

/** Names of one conversation. */
export type Names = { conversationId: string; title: Ordered | undefined; branch: Ordered | undefined };

/**
 * Keeps the titles and branches of different conversations, unless names of a higher order are known.
 *
 * @returns the number of rows that changed, at most one for each.
 */
export async function saveNames(tx: Sql, names: readonly Names[]): Promise<number> {
  const rows = names.flatMap(({ conversationId, title, branch }) =>
    title || branch
      ? {
          id: conversationId,
          title: title?.text,
          title_order: title?.order,
          branch: branch?.text,
          branch_order: branch?.order,
        }
      : [],
  );
  if (rows.length === 0) return 0;
  // Tells a lake that is spread over nodes where to write.
  const only = rows.length === 1 ? rows[0] : undefined;
  const saved = await tx`
    insert into conversation_catalogue as k (conversation_id, title, title_order, branch, branch_order)
    select ${only ? tx`${only.id}::uuid` : tx`n.id`}, n.title, n.title_order, n.branch, n.branch_order
    from json_to_recordset(${recordsOf(rows)}::text::json) as n (
      id uuid, title text, title_order text, branch text, branch_order text)
    on conflict (conversation_id) do update
    set title = case when excluded.title_order >= coalesce(k.title_order, '') then excluded.title else k.title end,
        title_order = greatest(k.title_order, excluded.title_order),
        branch = case when excluded.branch_order >= coalesce(k.branch_order, '') then excluded.branch else k.branch end,
        branch_order = greatest(k.branch_order, excluded.branch_order)
    where (excluded.title_order >= coalesce(k.title_order, '')
           and (excluded.title, excluded.title_order) is distinct from (k.title, k.title_order))
       or (excluded.branch_order >= coalesce(k.branch_order, '')
           and (excluded.branch, excluded.branch_order) is distinct from (k.branch, k.branch_order))
    returning 1`;
  // Not its count, in which a lake that is spread over nodes includes rows that stayed.
  return saved.length;
}

/** Sorts after the names in transcripts: a title given through Dewey stays. */
const givenHere = '5';

/** Names a conversation by hand; null removes such a name. */
export async function renameConversation(tx: Sql, id: string, title: string | null): Promise<void> {
  if (title === null) {
    await tx`
      update conversation_catalogue set title = null, title_order = null
      where conversation_id = ${id} and title_order like ${`${givenHere} %`}`;
    return;
  }
  const [now] = await tx<{ at: string }[]>`
    select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at`;
  const given = { text: title, order: `${givenHere} ${now?.at} 000000` };
  await saveNames(tx, [{ conversationId: id, title: given, branch: undefined }]);
}
