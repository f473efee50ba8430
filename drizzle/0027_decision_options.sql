-- What a decision chooses and rejects, as read from its statement and alternatives or as corrected.
CREATE TABLE "decision_options" (
	"decision_id" text NOT NULL,
	"option" text NOT NULL,
	"label" text NOT NULL,
	"role" text NOT NULL,
	"direction" text NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "decision_options_pkey" PRIMARY KEY("decision_id","option"),
	CONSTRAINT "decision_options_role_check" CHECK (role IN ('chosen', 'rejected'))
);
--> statement-breakpoint
ALTER TABLE "decision_options" ADD CONSTRAINT "decision_options_decision_id_fkey" FOREIGN KEY ("decision_id") REFERENCES "public"."decisions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "idx_decision_options_option" ON "decision_options" USING btree ("option","role","decision_id");--> statement-breakpoint
-- Null: its options have not been read yet. Existing decisions are read when their domain is learned from or searched.
ALTER TABLE "decisions" ADD COLUMN "options_from" text;--> statement-breakpoint
CREATE INDEX "idx_decisions_options_unread" ON "decisions" USING btree ("domain","id") WHERE options_from IS NULL;
