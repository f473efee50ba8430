import type { PendingQuery, Row } from 'postgres';
import type { Sql } from '../postgres/connect.ts';

/**
 * The cold tier of texts. Texts of conversations that nobody has continued for long lie packed, many to a row of
 * `packed_texts`, which PostgreSQL compresses as one value; most texts are too short to be compressed alone. Everything else
 * about a message stays where it was, and so does the search index. A text that is changed lies in its message again.
 *
 * `packed_at` is 1,024 times the number of the pack, plus the place of the text in it from 0. Every statement that reads
 * texts reads them by {@link textOf}: `test/db/conversations/packed-readers.test.ts` holds them to it.
 */

type Fragment = PendingQuery<Row[]>;

/** The text of a message `m`, packed or not. */
export const textOf = (sql: Sql): Fragment => sql`
  (case when m.packed_at is null then m.content else (
    select k.texts[m.packed_at % 1024 + 1] from packed_texts k
    where k.conversation_id = m.conversation_id and k.pack = m.packed_at / 1024) end)`;

/** Whether a message `m` has a text: an empty one is never packed. */
export const hasText = (sql: Sql): Fragment => sql`m.content is distinct from ''`;

/** Empties places of packed texts, once no message refers to them. */
export async function emptyPlaces(tx: Sql, conversationId: string, places: readonly number[]): Promise<void> {
  if (places.length === 0) return;
  const packs = [...new Set(places.map((place) => Math.floor(place / 1024)))];
  await tx`
    update packed_texts k set texts = (
      select array_agg(case when k.pack * 1024 + s.place - 1 = any(${places as number[]}::int[]) then '' else s.text end
                       order by s.place)
      from unnest(k.texts) with ordinality s(text, place))
    where k.conversation_id = ${conversationId} and k.pack = any(${packs}::int[])`;
}
