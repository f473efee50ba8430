CREATE TABLE "expired_messages" (
	"message_id" uuid PRIMARY KEY NOT NULL,
	"content" text NOT NULL,
	"metadata" jsonb,
	"expired_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "retention_runs" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "retention_runs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone NOT NULL,
	"report" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "retention_policies" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "retention_policies_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"project" text,
	"role" text,
	"keep_days" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "retention_policies_keep_days_check" CHECK (keep_days BETWEEN 1 AND 36500),
	CONSTRAINT "retention_policies_role_check" CHECK (role IN ('user', 'assistant', 'system', 'tool'))
);
--> statement-breakpoint
ALTER TABLE "expired_messages" ADD CONSTRAINT "expired_messages_message_id_fkey" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "idx_expired_messages_expired" ON "expired_messages" USING btree ("expired_at");--> statement-breakpoint
CREATE INDEX "idx_retention_runs_at" ON "retention_runs" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "retention_policies_key" ON "retention_policies" USING btree (coalesce(project, ''),coalesce(role, ''));