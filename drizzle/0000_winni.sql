CREATE TABLE "startup_contexts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"content" text NOT NULL,
	"is_active" boolean DEFAULT false,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "startup_contexts_name_key" UNIQUE("name"),
	CONSTRAINT "valid_name" CHECK (length(name) > 0)
);
--> statement-breakpoint
CREATE TABLE "conversations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"session_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"metadata" jsonb,
	CONSTRAINT "valid_metadata" CHECK (metadata IS NULL OR jsonb_typeof(metadata) = 'object')
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"conversation_id" uuid NOT NULL,
	"turn_number" integer NOT NULL,
	"role" text NOT NULL,
	"content" text NOT NULL,
	"metadata" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "messages_conversation_id_turn_number_key" UNIQUE("conversation_id","turn_number"),
	CONSTRAINT "messages_role_check" CHECK (role IN ('user', 'assistant', 'system', 'tool')),
	CONSTRAINT "valid_metadata" CHECK (metadata IS NULL OR jsonb_typeof(metadata) = 'object')
);
--> statement-breakpoint
CREATE TABLE "fiedler_results" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"correlation_id" text NOT NULL,
	"model" text NOT NULL,
	"prompt" text,
	"output" text NOT NULL,
	"tokens_prompt" integer,
	"tokens_completion" integer,
	"duration_seconds" real,
	"status" text,
	"error_message" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"metadata" jsonb,
	CONSTRAINT "fiedler_results_status_check" CHECK (status IN ('success', 'error')),
	CONSTRAINT "valid_metadata" CHECK (metadata IS NULL OR jsonb_typeof(metadata) = 'object')
);
--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_conversation_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "idx_startup_contexts_single_active" ON "startup_contexts" USING btree ("is_active") WHERE is_active = TRUE;--> statement-breakpoint
CREATE INDEX "idx_conversations_session" ON "conversations" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "idx_conversations_created" ON "conversations" USING btree ("created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "idx_conversations_updated" ON "conversations" USING btree ("updated_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "idx_conversations_metadata" ON "conversations" USING gin ("metadata");--> statement-breakpoint
CREATE INDEX "idx_messages_created" ON "messages" USING btree ("created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "idx_messages_conversation_created" ON "messages" USING btree ("conversation_id","created_at");--> statement-breakpoint
CREATE INDEX "idx_fiedler_correlation" ON "fiedler_results" USING btree ("correlation_id");--> statement-breakpoint
CREATE INDEX "idx_fiedler_model" ON "fiedler_results" USING btree ("model");--> statement-breakpoint
CREATE INDEX "idx_fiedler_created" ON "fiedler_results" USING btree ("created_at" DESC NULLS FIRST);