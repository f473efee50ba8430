-- What people said of events: right, wrong in some fields, or no event. Applied again whenever a document is extracted again.
CREATE TABLE "event_corrections" (
	"correction_id" uuid PRIMARY KEY NOT NULL,
	"artifact_uid" text NOT NULL,
	"category" text NOT NULL,
	"quote" text NOT NULL,
	"verdict" text NOT NULL,
	"fields" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "event_corrections_verdict_check" CHECK (verdict IN ('confirmed', 'corrected', 'rejected'))
);
--> statement-breakpoint
ALTER TABLE "semantic_events" ADD COLUMN "correction_id" uuid;--> statement-breakpoint
ALTER TABLE "semantic_events" ADD COLUMN "verdict" text;--> statement-breakpoint
ALTER TABLE "semantic_events" ADD COLUMN "extracted" jsonb;--> statement-breakpoint
ALTER TABLE "semantic_events" ADD COLUMN "done" boolean;--> statement-breakpoint
ALTER TABLE "event_corrections" ADD CONSTRAINT "event_corrections_artifact_fkey" FOREIGN KEY ("artifact_uid") REFERENCES "public"."artifacts"("artifact_uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "idx_event_corrections_artifact" ON "event_corrections" USING btree ("artifact_uid");--> statement-breakpoint
ALTER TABLE "semantic_events" ADD CONSTRAINT "semantic_events_correction_fkey" FOREIGN KEY ("correction_id") REFERENCES "public"."event_corrections"("correction_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "idx_semantic_events_correction" ON "semantic_events" USING btree ("correction_id") WHERE correction_id is not null;--> statement-breakpoint
ALTER TABLE "semantic_events" ADD CONSTRAINT "semantic_events_verdict_check" CHECK (verdict IN ('confirmed', 'corrected', 'rejected'));--> statement-breakpoint
CREATE INDEX "idx_semantic_events_executions" ON "semantic_events" USING btree (lower(subject_json ->> 'ref')) WHERE category = 'Execution';--> statement-breakpoint
-- A corrected event is another document of the search index; a rejected one is none.
DROP TRIGGER semantic_events_search_changed ON semantic_events;--> statement-breakpoint
CREATE TRIGGER semantic_events_search_changed BEFORE UPDATE OF narrative, category, subject_json, actors_json, verdict ON semantic_events
FOR EACH ROW WHEN (OLD.narrative IS DISTINCT FROM NEW.narrative OR OLD.category IS DISTINCT FROM NEW.category
    OR OLD.subject_json IS DISTINCT FROM NEW.subject_json OR OLD.actors_json IS DISTINCT FROM NEW.actors_json
    OR (OLD.verdict IS NOT DISTINCT FROM 'rejected') <> (NEW.verdict IS NOT DISTINCT FROM 'rejected'))
EXECUTE FUNCTION search_renumber(5);
