ALTER TABLE "event_evidence" ALTER COLUMN "position" SET DATA TYPE integer;--> statement-breakpoint
ALTER TABLE "semantic_events" ALTER COLUMN "position" SET DATA TYPE integer;