CREATE TABLE "audit_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"tool" text NOT NULL,
	"outcome" text NOT NULL,
	"duration_ms" real NOT NULL,
	"request_id" text NOT NULL,
	"client" text,
	"key_id" text,
	"args_bytes" integer NOT NULL,
	"args_hash" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "startup_context_versions" (
	"context_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"content" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "startup_context_versions_context_id_version_pk" PRIMARY KEY("context_id","version")
);
--> statement-breakpoint
CREATE TABLE "conversation_heads" (
	"conversation_id" uuid PRIMARY KEY NOT NULL,
	"last_turn" integer DEFAULT 0 NOT NULL,
	"message_count" integer DEFAULT 0 NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_hour" timestamp with time zone GENERATED ALWAYS AS (date_bin('1 hour', updated_at, '2000-01-01 00:00:00+00'::timestamptz)) STORED NOT NULL,
	"open" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tombstones" (
	"kind" text NOT NULL,
	"parent" text NOT NULL,
	"source_id" text NOT NULL,
	"deleted_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "tombstones_kind_parent_source_id_pk" PRIMARY KEY("kind","parent","source_id")
);
--> statement-breakpoint
ALTER TABLE "startup_contexts" ALTER COLUMN "is_active" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "fiedler_results" ALTER COLUMN "output" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "startup_contexts" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "startup_contexts" ADD COLUMN "project" text;--> statement-breakpoint
ALTER TABLE "startup_contexts" ADD COLUMN "deleted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "project" text;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "external_id" text;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "deleted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "external_id" text;--> statement-breakpoint
ALTER TABLE "fiedler_results" ADD COLUMN "conversation_id" uuid;--> statement-breakpoint
ALTER TABLE "fiedler_results" ADD COLUMN "project" text;--> statement-breakpoint
ALTER TABLE "fiedler_results" ADD COLUMN "external_id" text;--> statement-breakpoint
ALTER TABLE "fiedler_results" ADD COLUMN "deleted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "startup_context_versions" ADD CONSTRAINT "startup_context_versions_context_id_fkey" FOREIGN KEY ("context_id") REFERENCES "public"."startup_contexts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_heads" ADD CONSTRAINT "conversation_heads_conversation_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "idx_audit_log_at" ON "audit_log" USING btree ("at");--> statement-breakpoint
CREATE INDEX "idx_audit_log_tool" ON "audit_log" USING btree ("tool","at");--> statement-breakpoint
CREATE INDEX "idx_conversation_heads_updated_hour" ON "conversation_heads" USING btree ("updated_hour" DESC NULLS FIRST);--> statement-breakpoint
ALTER TABLE "fiedler_results" ADD CONSTRAINT "fiedler_results_conversation_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "idx_conversations_project" ON "conversations" USING btree ("project");--> statement-breakpoint
CREATE UNIQUE INDEX "conversations_session_external_id_key" ON "conversations" USING btree (coalesce(session_id, ''),"external_id") WHERE external_id IS NOT NULL AND deleted_at IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "messages_conversation_external_id_key" ON "messages" USING btree ("conversation_id","external_id") WHERE external_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "idx_fiedler_conversation" ON "fiedler_results" USING btree ("conversation_id");--> statement-breakpoint
CREATE UNIQUE INDEX "fiedler_results_external_id_key" ON "fiedler_results" USING btree ("correlation_id","external_id") WHERE external_id IS NOT NULL AND deleted_at IS NULL;