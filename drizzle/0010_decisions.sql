CREATE TABLE "calibrations" (
	"domain" text PRIMARY KEY NOT NULL,
	"tally" jsonb NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "code_changes" (
	"id" text PRIMARY KEY NOT NULL,
	"decision_id" text NOT NULL,
	"kind" text NOT NULL,
	"ref" text NOT NULL,
	"title" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "decision_confidences" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "decision_confidences_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"decision_id" text NOT NULL,
	"confidence" double precision NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "decision_confidences_confidence_check" CHECK (confidence BETWEEN 0 AND 1)
);
--> statement-breakpoint
CREATE TABLE "decision_outcomes" (
	"id" text PRIMARY KEY NOT NULL,
	"decision_id" text NOT NULL,
	"domain" text NOT NULL,
	"confidence" double precision NOT NULL,
	"score" double precision NOT NULL,
	"final_status" text NOT NULL,
	"signals" jsonb NOT NULL,
	"reply" jsonb,
	"external_id" text,
	"topic" text NOT NULL,
	"completed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"superseded_at" timestamp with time zone,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "decision_outcomes_score_check" CHECK (score BETWEEN 0 AND 1),
	CONSTRAINT "decision_outcomes_confidence_check" CHECK (confidence BETWEEN 0 AND 1)
);
--> statement-breakpoint
CREATE TABLE "decision_signals" (
	"id" text PRIMARY KEY NOT NULL,
	"decision_id" text NOT NULL,
	"type" text NOT NULL,
	"valence" text NOT NULL,
	"description" text,
	"metrics" jsonb,
	"external_id" text,
	"recorded_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "decisions" (
	"id" text PRIMARY KEY NOT NULL,
	"statement" text NOT NULL,
	"alternatives" text[] NOT NULL,
	"assumptions" text[] NOT NULL,
	"confidence" double precision NOT NULL,
	"risk_level" text,
	"domain" text NOT NULL,
	"session_id" text,
	"file_path" text,
	"reasoning" text,
	"status" text DEFAULT 'pending' NOT NULL,
	"concluded" boolean DEFAULT false NOT NULL,
	"linked_pr" text,
	"linked_commit" text,
	"notes" text,
	"created_by" text NOT NULL,
	"context_hash" text NOT NULL,
	"firewall_status" text NOT NULL,
	"project" text,
	"external_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"tsv" "tsvector" GENERATED ALWAYS AS (to_tsvector('english'::regconfig, statement)) STORED,
	CONSTRAINT "decisions_confidence_check" CHECK (confidence BETWEEN 0 AND 1)
);
--> statement-breakpoint
CREATE TABLE "lessons" (
	"id" text PRIMARY KEY NOT NULL,
	"outcome_id" text NOT NULL,
	"decision_id" text NOT NULL,
	"position" integer NOT NULL,
	"lesson" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "antipatterns" (
	"id" text PRIMARY KEY NOT NULL,
	"pattern" text NOT NULL,
	"terms" jsonb NOT NULL,
	"recommendation" text NOT NULL,
	"source" text NOT NULL,
	"domain" text,
	"topic" text,
	"failures" integer DEFAULT 0 NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"success_rate" double precision,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"retired_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "decision_anomalies" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"domain" text NOT NULL,
	"decision_id" text,
	"severity" text NOT NULL,
	"message" text NOT NULL,
	"detected_at" timestamp with time zone DEFAULT now() NOT NULL,
	"resolved_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "decision_edges" (
	"from_id" text NOT NULL,
	"type" text NOT NULL,
	"to_id" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "decision_edges_from_id_type_to_id_pk" PRIMARY KEY("from_id","type","to_id")
);
--> statement-breakpoint
CREATE TABLE "skill_versions" (
	"skill_id" text NOT NULL,
	"version" integer NOT NULL,
	"statement" text NOT NULL,
	"recommendation" text NOT NULL,
	"confidence" double precision NOT NULL,
	"successes" integer NOT NULL,
	"total" integer NOT NULL,
	"retired_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "skill_versions_skill_id_version_pk" PRIMARY KEY("skill_id","version")
);
--> statement-breakpoint
CREATE TABLE "skills" (
	"id" text PRIMARY KEY NOT NULL,
	"domain" text NOT NULL,
	"topic" text NOT NULL,
	"statement" text NOT NULL,
	"recommendation" text NOT NULL,
	"when_to_use" text NOT NULL,
	"examples" text[] NOT NULL,
	"confidence" double precision NOT NULL,
	"successes" integer NOT NULL,
	"total" integer NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"generated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"retired_at" timestamp with time zone,
	"tsv" "tsvector" GENERATED ALWAYS AS (to_tsvector('english'::regconfig, left(statement || ' ' || when_to_use || ' ' || recommendation, 200000))) STORED
);
--> statement-breakpoint
ALTER TABLE "code_changes" ADD CONSTRAINT "code_changes_decision_id_fkey" FOREIGN KEY ("decision_id") REFERENCES "public"."decisions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decision_confidences" ADD CONSTRAINT "decision_confidences_decision_id_fkey" FOREIGN KEY ("decision_id") REFERENCES "public"."decisions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decision_outcomes" ADD CONSTRAINT "decision_outcomes_decision_id_fkey" FOREIGN KEY ("decision_id") REFERENCES "public"."decisions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decision_signals" ADD CONSTRAINT "decision_signals_decision_id_fkey" FOREIGN KEY ("decision_id") REFERENCES "public"."decisions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lessons" ADD CONSTRAINT "lessons_decision_id_fkey" FOREIGN KEY ("decision_id") REFERENCES "public"."decisions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lessons" ADD CONSTRAINT "lessons_outcome_id_fkey" FOREIGN KEY ("outcome_id") REFERENCES "public"."decision_outcomes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decision_anomalies" ADD CONSTRAINT "decision_anomalies_decision_id_fkey" FOREIGN KEY ("decision_id") REFERENCES "public"."decisions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "skill_versions" ADD CONSTRAINT "skill_versions_skill_id_fkey" FOREIGN KEY ("skill_id") REFERENCES "public"."skills"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "code_changes_decision_id_ref_key" ON "code_changes" USING btree ("decision_id","ref");--> statement-breakpoint
CREATE INDEX "idx_code_changes_ref" ON "code_changes" USING btree ("ref");--> statement-breakpoint
CREATE INDEX "idx_decision_confidences_decision" ON "decision_confidences" USING btree ("decision_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "decision_outcomes_decision_id_key" ON "decision_outcomes" USING btree ("decision_id") WHERE superseded_at IS NULL;--> statement-breakpoint
CREATE INDEX "idx_decision_outcomes_domain" ON "decision_outcomes" USING btree ("domain","completed_at" DESC NULLS LAST,"score","confidence") WHERE superseded_at IS NULL AND deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX "idx_decision_outcomes_topic" ON "decision_outcomes" USING btree ("domain","topic","completed_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "idx_decision_signals_decision" ON "decision_signals" USING btree ("decision_id","recorded_at");--> statement-breakpoint
CREATE UNIQUE INDEX "decision_signals_external_id_key" ON "decision_signals" USING btree ("decision_id","external_id") WHERE external_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "idx_decisions_domain" ON "decisions" USING btree ("domain","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "idx_decisions_created" ON "decisions" USING btree ("created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "idx_decisions_project" ON "decisions" USING btree ("project");--> statement-breakpoint
CREATE INDEX "idx_decisions_tsv" ON "decisions" USING gin ("tsv");--> statement-breakpoint
CREATE UNIQUE INDEX "decisions_project_external_id_key" ON "decisions" USING btree (coalesce(project, ''),"external_id") WHERE external_id IS NOT NULL AND deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX "idx_lessons_decision" ON "lessons" USING btree ("decision_id");--> statement-breakpoint
CREATE INDEX "idx_lessons_outcome" ON "lessons" USING btree ("outcome_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "antipatterns_topic_key" ON "antipatterns" USING btree ("domain","topic") WHERE topic IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "decision_anomalies_open_key" ON "decision_anomalies" USING btree ("kind","domain",coalesce(decision_id, '')) WHERE resolved_at IS NULL;--> statement-breakpoint
CREATE INDEX "idx_decision_edges_to" ON "decision_edges" USING btree ("to_id");--> statement-breakpoint
CREATE UNIQUE INDEX "skills_topic_key" ON "skills" USING btree ("domain","topic");--> statement-breakpoint
CREATE INDEX "idx_skills_domain" ON "skills" USING btree ("domain","confidence" DESC NULLS LAST);