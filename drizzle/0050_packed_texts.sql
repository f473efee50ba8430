-- Texts of old conversations can be packed, many to a row. No foreign key refers to conversations: in a lake that is spread
-- over nodes, this table is spread only after its migration, and whoever deletes messages deletes their packed texts.
CREATE TABLE "packed_texts" (
	"conversation_id" uuid NOT NULL,
	"pack" integer NOT NULL,
	"texts" text[] NOT NULL,
	CONSTRAINT "packed_texts_conversation_id_pack_pk" PRIMARY KEY("conversation_id","pack")
);
--> statement-breakpoint
ALTER TABLE "conversation_heads" ADD COLUMN "packed_turn" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ALTER COLUMN "content" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "packed_at" integer;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_content_check" CHECK ((content IS NULL) = (packed_at IS NOT NULL));
