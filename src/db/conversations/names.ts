import type { Sql } from '../postgres/connect.ts';

/** A name with the order that decides between two of them: the higher one stays, whichever arrived last. */
export type Ordered = { text: string; order: string };

/**
 * Keeps the title and branch of a conversation, unless names of a higher order are known.
 *
 * @returns the number of rows that changed: 1 or 0.
 */
export async function saveNames(
  tx: Sql,
  conversationId: string,
  title: Ordered | undefined,
  branch: Ordered | undefined,
): Promise<number> {
  if (!title && !branch) return 0;
  const saved = await tx`
    insert into conversation_catalogue as k (conversation_id, title, title_order, branch, branch_order)
    values (${conversationId}, ${title?.text ?? null}, ${title?.order ?? null}, ${branch?.text ?? null}, ${branch?.order ?? null})
    on conflict (conversation_id) do update
    set title = case when excluded.title_order >= coalesce(k.title_order, '') then excluded.title else k.title end,
        title_order = greatest(k.title_order, excluded.title_order),
        branch = case when excluded.branch_order >= coalesce(k.branch_order, '') then excluded.branch else k.branch end,
        branch_order = greatest(k.branch_order, excluded.branch_order)
    where (excluded.title_order >= coalesce(k.title_order, '')
           and (excluded.title, excluded.title_order) is distinct from (k.title, k.title_order))
       or (excluded.branch_order >= coalesce(k.branch_order, '')
           and (excluded.branch, excluded.branch_order) is distinct from (k.branch, k.branch_order))`;
  return saved.count;
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
  await saveNames(tx, id, { text: title, order: `${givenHere} ${now?.at} 000000` }, undefined);
}
