ALTER TABLE "semantic_events" ADD COLUMN "fact_id" uuid;--> statement-breakpoint
CREATE INDEX "idx_semantic_events_fact" ON "semantic_events" USING btree ("fact_id") WHERE fact_id is not null;