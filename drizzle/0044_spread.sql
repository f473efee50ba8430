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
