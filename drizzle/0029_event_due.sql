-- When a promise or plan is due, apart from when it was made; null when the text states none.
ALTER TABLE "semantic_events" ADD COLUMN "due" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "idx_semantic_events_due" ON "semantic_events" USING btree ("due") WHERE due is not null;--> statement-breakpoint
-- What the last extraction of a revision made of it: language of the text, extractor, number of events, and what was dropped and why.
ALTER TABLE "event_jobs" ADD COLUMN "result_json" jsonb;
