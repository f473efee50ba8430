CREATE TABLE "capture_fragments" (
	"conversation_id" uuid NOT NULL,
	"fragment_id" text NOT NULL,
	"next_index" integer NOT NULL,
	"waiting" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"last_index" integer,
	CONSTRAINT "capture_fragments_conversation_id_fragment_id_pk" PRIMARY KEY("conversation_id","fragment_id")
);
--> statement-breakpoint
CREATE TABLE "capture_keys" (
	"conversation_id" uuid NOT NULL,
	"key" text NOT NULL,
	"message_id" uuid NOT NULL,
	CONSTRAINT "capture_keys_conversation_id_key_pk" PRIMARY KEY("conversation_id","key")
);
--> statement-breakpoint
CREATE TABLE "capture_positions" (
	"reader" text PRIMARY KEY NOT NULL,
	"fingerprint" text DEFAULT '' NOT NULL,
	"position" bigint NOT NULL,
	"state" jsonb,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "capture_raw" (
	"conversation_id" uuid NOT NULL,
	"fingerprint" text NOT NULL,
	"start_offset" bigint NOT NULL,
	"end_offset" bigint NOT NULL,
	"lines" integer NOT NULL,
	"data" "bytea" NOT NULL,
	CONSTRAINT "capture_raw_conversation_id_fingerprint_start_offset_pk" PRIMARY KEY("conversation_id","fingerprint","start_offset")
);
--> statement-breakpoint
CREATE TABLE "capture_sources" (
	"key" text PRIMARY KEY NOT NULL,
	"conversation_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "capture_fragments" ADD CONSTRAINT "capture_fragments_conversation_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "capture_keys" ADD CONSTRAINT "capture_keys_message_id_fkey" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "capture_raw" ADD CONSTRAINT "capture_raw_conversation_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "capture_sources" ADD CONSTRAINT "capture_sources_conversation_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "idx_capture_keys_message" ON "capture_keys" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "idx_capture_sources_conversation" ON "capture_sources" USING btree ("conversation_id");--> statement-breakpoint
CREATE INDEX "idx_messages_provisional" ON "messages" USING btree ("conversation_id") WHERE external_id LIKE 'hook:%';