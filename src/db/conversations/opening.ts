import type { Sql } from '../postgres/connect.ts';
import { hasText, textOf } from './packed-texts.ts';

/** Looks up again what was said first in a conversation, for the catalogue. */
export async function renewOpening(tx: Sql, conversationId: string): Promise<void> {
  await tx`
    insert into conversation_catalogue as k (conversation_id, opening, opening_place)
    select h.conversation_id, first.opening, first.place from conversation_heads h
    left join lateral (
      select left(${textOf(tx)}, 400) as opening, opening_place(m.role, m.turn_number, m.metadata) as place
      from messages m
      where m.conversation_id = ${conversationId} and ${hasText(tx)}
        and opening_place(m.role, m.turn_number, m.metadata) is not null
      order by 2 limit 1
    ) first on true
    where h.conversation_id = ${conversationId}
    on conflict (conversation_id) do update set opening = excluded.opening, opening_place = excluded.opening_place
    where k.opening is distinct from excluded.opening or k.opening_place is distinct from excluded.opening_place`;
}
