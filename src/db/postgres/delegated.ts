/**
 * Functions that exist where the lake is spread over nodes, and only there. Their first argument is a conversation, and a
 * call runs as a whole on its node. They are replaced whenever the database is migrated, so they may change with the code
 * that calls them.
 *
 * They read and write tables that a statement with a call of them does not name: a limited key needs their toolset for it.
 */
export const delegated: readonly { name: string; toolset: string; signature: string; definition: string }[] =
  [
    {
      name: 'append_to_conversation',
      toolset: 'conversations',
      signature: 'append_to_conversation(uuid, json, bigint[], bigint, integer)',
      // Stores messages in one conversation, as src/db/conversations/append.ts does on a single PostgreSQL. The numbers of
      // the documents and of the queue's row are drawn beforehand, so that they ascend across nodes.
      definition: `
create or replace function append_to_conversation(
    conversation uuid, batch json, doc_nos bigint[], queue_id bigint, chosen_turn integer)
returns json as $$
declare
    head record;
    known record;
    given record;
    at timestamptz;
    turn integer;
    place bigint;
    best bigint;
    best_opening text;
    added integer := 0;
    results json[] := '{}';
begin
    select h.last_turn, h.updated_at into head from conversation_heads h
    where h.conversation_id = conversation and h.open for update;
    if not found then
        return null;
    end if;
    at := greatest(head.updated_at, clock_timestamp());
    select k.opening_place into best from conversation_catalogue k where k.conversation_id = conversation;
    for given in select * from json_to_recordset(batch) as r (
        id uuid, role text, content text, metadata jsonb, "externalId" text, "createdAt" timestamptz)
    loop
        if given."externalId" is not null then
            select m.id, m.turn_number, m.created_at, m.role,
                case when m.packed_at is null then m.content else (
                    select k.texts[m.packed_at % 1024 + 1] from packed_texts k
                    where k.conversation_id = conversation and k.pack = m.packed_at / 1024) end as content
            into known from messages m
            where m.conversation_id = conversation and m.external_id = given."externalId";
            if found then
                results := results || json_build_object('id', known.id, 'turn', known.turn_number,
                    'createdAt', known.created_at::text, 'duplicate', true,
                    'differs', known.content <> given.content or known.role <> given.role);
                continue;
            end if;
        end if;
        added := added + 1;
        turn := coalesce(chosen_turn, head.last_turn + added);
        insert into messages (id, conversation_id, turn_number, role, content, metadata, external_id, created_at, doc_no)
        values (given.id, conversation, turn, given.role, given.content, given.metadata,
            given."externalId", coalesce(given."createdAt", at), doc_nos[added]);
        place := opening_place(given.role, turn, given.metadata);
        if given.content <> '' and place < coalesce(best, place + 1) then
            best := place;
            best_opening := left(given.content, 400);
        end if;
        results := results || json_build_object('id', given.id, 'turn', turn,
            'createdAt', coalesce(given."createdAt", at)::text, 'duplicate', false, 'differs', false);
    end loop;
    if added > 0 then
        update conversation_heads h
        set last_turn = greatest(h.last_turn, turn), message_count = h.message_count + added, updated_at = at
        where h.conversation_id = conversation;
        insert into search_queue (conversation_id, shelf, id, doc_nos)
        values (conversation, 1, queue_id, doc_nos[1:added]);
    end if;
    if best_opening is not null then
        insert into conversation_catalogue (conversation_id, opening, opening_place)
        values (conversation, best_opening, best)
        on conflict (conversation_id) do update set opening = excluded.opening, opening_place = excluded.opening_place;
    end if;
    return array_to_json(results);
end;
$$ language plpgsql set timezone = 'UTC'`,
    },
  ];
