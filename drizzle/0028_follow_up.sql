CREATE TABLE "decision_catches" (
	"decision_id" text NOT NULL,
	"rule_id" text NOT NULL,
	"severity" text NOT NULL,
	"message" text NOT NULL,
	"caught_at" timestamp with time zone DEFAULT now() NOT NULL,
	"dismissed_at" timestamp with time zone,
	"reason" text,
	CONSTRAINT "decision_catches_decision_id_rule_id_pk" PRIMARY KEY("decision_id","rule_id")
);
--> statement-breakpoint
CREATE TABLE "decision_dismissals" (
	"rule_id" text NOT NULL,
	"domain" text DEFAULT '' NOT NULL,
	"reason" text NOT NULL,
	"dismissed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "decision_dismissals_rule_id_domain_pk" PRIMARY KEY("rule_id","domain")
);
--> statement-breakpoint
CREATE TABLE "decision_proposals" (
	"id" text PRIMARY KEY NOT NULL,
	"decision_id" text NOT NULL,
	"final_status" text NOT NULL,
	"score" double precision NOT NULL,
	"reason" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"proposed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"settled_at" timestamp with time zone,
	"note" text,
	CONSTRAINT "decision_proposals_score_check" CHECK (score BETWEEN 0 AND 1)
);
--> statement-breakpoint
ALTER TABLE "decisions" ADD COLUMN "review_at" timestamp with time zone DEFAULT now() + interval '30 days' NOT NULL;--> statement-breakpoint
UPDATE "decisions" SET "review_at" = "created_at" + interval '30 days';--> statement-breakpoint
ALTER TABLE "decision_anomalies" ADD COLUMN "acknowledged_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "decision_anomalies" ADD COLUMN "acknowledged_by" text;--> statement-breakpoint
ALTER TABLE "decision_anomalies" ADD COLUMN "note" text;--> statement-breakpoint
ALTER TABLE "decision_catches" ADD CONSTRAINT "decision_catches_decision_id_fkey" FOREIGN KEY ("decision_id") REFERENCES "public"."decisions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decision_proposals" ADD CONSTRAINT "decision_proposals_decision_id_fkey" FOREIGN KEY ("decision_id") REFERENCES "public"."decisions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "decision_proposals_open_key" ON "decision_proposals" USING btree ("decision_id") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "idx_decisions_review" ON "decisions" USING btree ("review_at") WHERE NOT concluded AND deleted_at IS NULL;