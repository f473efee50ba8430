-- One schema for a single PostgreSQL and for several nodes: every key of a table that is spread over nodes holds the
-- conversation, and document numbers are bigint.
CREATE TABLE "conversation_keys" (
	"session_id" text NOT NULL,
	"external_id" text NOT NULL,
	"conversation_id" uuid NOT NULL,
	CONSTRAINT "conversation_keys_session_id_external_id_pk" PRIMARY KEY("session_id","external_id")
);
--> statement-breakpoint
INSERT INTO "conversation_keys" ("session_id", "external_id", "conversation_id")
SELECT coalesce(session_id, ''), external_id, id FROM conversations WHERE external_id IS NOT NULL AND deleted_at IS NULL;
--> statement-breakpoint
ALTER TABLE "conversation_keys" ADD CONSTRAINT "conversation_keys_conversation_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "idx_conversation_keys_conversation" ON "conversation_keys" USING btree ("conversation_id");--> statement-breakpoint
ALTER TABLE "capture_keys" DROP CONSTRAINT "capture_keys_message_id_fkey";--> statement-breakpoint
ALTER TABLE "expired_messages" DROP CONSTRAINT "expired_messages_message_id_fkey";--> statement-breakpoint
DROP INDEX "conversations_session_external_id_key";--> statement-breakpoint
DROP INDEX "messages_doc_no_key";--> statement-breakpoint
-- The rows of a table are written anew once: all its changes in one statement.
ALTER TABLE "messages" DROP CONSTRAINT "messages_pkey",
    ALTER COLUMN "doc_no" SET DATA TYPE bigint,
    ADD CONSTRAINT "messages_pkey" PRIMARY KEY ("id", "conversation_id");--> statement-breakpoint
CREATE INDEX "idx_messages_doc_no" ON "messages" USING btree ("doc_no");--> statement-breakpoint
ALTER TABLE "conversations" ALTER COLUMN "conv_no" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "artifact_chunks" ALTER COLUMN "doc_no" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "decisions" ALTER COLUMN "doc_no" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "experiences" ALTER COLUMN "doc_no" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "fiedler_results" ALTER COLUMN "doc_no" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "memories" ALTER COLUMN "doc_no" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "search_deletions" ALTER COLUMN "doc_nos" SET DATA TYPE bigint[];--> statement-breakpoint
ALTER TABLE "search_embedding_claims" ALTER COLUMN "doc_no" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "search_embeddings" ALTER COLUMN "doc_no" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "semantic_events" ALTER COLUMN "doc_no" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "search_targets" ALTER COLUMN "filled" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "search_dead_letters" ALTER COLUMN "doc_no" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "search_queue" DROP CONSTRAINT "search_queue_shelf_id_pk",
    ALTER COLUMN "doc_nos" SET DATA TYPE bigint[],
    ADD COLUMN "conversation_id" uuid DEFAULT '00000000-0000-0000-0000-000000000000' NOT NULL,
    ADD CONSTRAINT "search_queue_shelf_id_conversation_id_pk" PRIMARY KEY ("shelf", "id", "conversation_id");--> statement-breakpoint
ALTER TABLE "expired_messages" ADD COLUMN "conversation_id" uuid;--> statement-breakpoint
UPDATE "expired_messages" e SET "conversation_id" = m."conversation_id" FROM "messages" m WHERE m."id" = e."message_id";--> statement-breakpoint
ALTER TABLE "expired_messages" DROP CONSTRAINT "expired_messages_pkey",
    ALTER COLUMN "conversation_id" SET NOT NULL,
    ADD CONSTRAINT "expired_messages_message_id_conversation_id_pk" PRIMARY KEY ("message_id", "conversation_id");--> statement-breakpoint
ALTER TABLE "expired_messages" ADD CONSTRAINT "expired_messages_message_id_fkey" FOREIGN KEY ("message_id","conversation_id") REFERENCES "public"."messages"("id","conversation_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "capture_keys" ADD CONSTRAINT "capture_keys_message_id_fkey" FOREIGN KEY ("message_id","conversation_id") REFERENCES "public"."messages"("id","conversation_id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
-- The queue may be spread over nodes, and no other node knows a trigger's table of rows: they are read beforehand.
CREATE OR REPLACE FUNCTION search_enqueue() RETURNS trigger AS $$
DECLARE
    docs bigint[] := (SELECT array_agg(doc_no ORDER BY doc_no) FROM stored);
BEGIN
    IF docs IS NOT NULL THEN
        INSERT INTO search_queue (shelf, doc_nos) VALUES (TG_ARGV[0]::smallint, docs);
    END IF;
    RETURN NULL;
END;
$$ LANGUAGE plpgsql;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION search_bury() RETURNS trigger AS $$
DECLARE
    docs bigint[] := (SELECT array_agg(doc_no) FROM gone);
BEGIN
    IF docs IS NOT NULL THEN
        INSERT INTO search_deletions (shelf, doc_nos) VALUES (TG_ARGV[0]::smallint, docs);
        DELETE FROM search_embeddings WHERE shelf = TG_ARGV[0]::smallint AND doc_no = ANY(docs);
        DELETE FROM search_embedding_claims WHERE shelf = TG_ARGV[0]::smallint AND doc_no = ANY(docs);
    END IF;
    RETURN NULL;
END;
$$ LANGUAGE plpgsql;
--> statement-breakpoint
-- Stores messages in one conversation. Where conversations are spread over nodes, the call as a whole runs on the node of
-- the conversation; the numbers of the documents and of the queue's row are drawn beforehand, so that they ascend across
-- nodes. On a single PostgreSQL, src/db/conversations/append.ts needs no function.
CREATE FUNCTION append_to_conversation(conversation uuid, batch json, doc_nos bigint[], queue_id bigint) RETURNS json AS $$
DECLARE
    head record;
    known record;
    given record;
    at timestamptz;
    place bigint;
    best bigint;
    best_opening text;
    added integer := 0;
    results json[] := '{}';
BEGIN
    SELECT h.last_turn, h.updated_at INTO head FROM conversation_heads h
    WHERE h.conversation_id = conversation AND h.open FOR UPDATE;
    IF NOT FOUND THEN
        RETURN NULL;
    END IF;
    at := greatest(head.updated_at, clock_timestamp());
    SELECT k.opening_place INTO best FROM conversation_catalogue k WHERE k.conversation_id = conversation;
    FOR given IN SELECT * FROM json_to_recordset(batch) AS r (
        id uuid, role text, content text, metadata jsonb, "externalId" text, "createdAt" timestamptz)
    LOOP
        IF given."externalId" IS NOT NULL THEN
            SELECT m.id, m.turn_number, m.created_at, m.content, m.role INTO known FROM messages m
            WHERE m.conversation_id = conversation AND m.external_id = given."externalId";
            IF FOUND THEN
                results := results || json_build_object('id', known.id, 'turn', known.turn_number,
                    'createdAt', known.created_at::text, 'duplicate', true,
                    'differs', known.content <> given.content OR known.role <> given.role);
                CONTINUE;
            END IF;
        END IF;
        added := added + 1;
        INSERT INTO messages (id, conversation_id, turn_number, role, content, metadata, external_id, created_at, doc_no)
        VALUES (given.id, conversation, head.last_turn + added, given.role, given.content, given.metadata,
            given."externalId", coalesce(given."createdAt", at), doc_nos[added]);
        place := opening_place(given.role, head.last_turn + added, given.metadata);
        IF given.content <> '' AND place < coalesce(best, place + 1) THEN
            best := place;
            best_opening := left(given.content, 400);
        END IF;
        results := results || json_build_object('id', given.id, 'turn', head.last_turn + added,
            'createdAt', coalesce(given."createdAt", at)::text, 'duplicate', false, 'differs', false);
    END LOOP;
    IF added > 0 THEN
        UPDATE conversation_heads h
        SET last_turn = h.last_turn + added, message_count = h.message_count + added, updated_at = at
        WHERE h.conversation_id = conversation;
        INSERT INTO search_queue (conversation_id, shelf, id, doc_nos)
        VALUES (conversation, 1, queue_id, doc_nos[1:added]);
    END IF;
    IF best_opening IS NOT NULL THEN
        INSERT INTO conversation_catalogue (conversation_id, opening, opening_place)
        VALUES (conversation, best_opening, best)
        ON CONFLICT (conversation_id) DO UPDATE SET opening = excluded.opening, opening_place = excluded.opening_place;
    END IF;
    RETURN array_to_json(results);
END;
$$ LANGUAGE plpgsql SET timezone = 'UTC';
