-- Documents can be spread over several nodes as conversations are: every key of a table of theirs holds the document.
ALTER TABLE "event_evidence" DROP CONSTRAINT "event_evidence_event_id_fkey";--> statement-breakpoint
ALTER TABLE "semantic_events" DROP CONSTRAINT "semantic_events_correction_fkey";--> statement-breakpoint
DROP INDEX "artifact_chunks_doc_no_key";--> statement-breakpoint
DROP INDEX "artifact_revisions_rev_no_key";--> statement-breakpoint
DROP INDEX "semantic_events_doc_no_key";--> statement-breakpoint
ALTER TABLE "artifact_revisions" ALTER COLUMN "rev_no" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "event_corrections" DROP CONSTRAINT "event_corrections_pkey",
    ADD CONSTRAINT "event_corrections_pkey" PRIMARY KEY ("correction_id", "artifact_uid");--> statement-breakpoint
ALTER TABLE "semantic_events" DROP CONSTRAINT "semantic_events_pkey",
    ADD CONSTRAINT "semantic_events_pkey" PRIMARY KEY ("event_id", "artifact_uid");--> statement-breakpoint
ALTER TABLE "event_evidence" DROP CONSTRAINT "event_evidence_event_id_position_pk",
    ADD CONSTRAINT "event_evidence_event_id_position_artifact_uid_pk" PRIMARY KEY ("event_id", "position", "artifact_uid");--> statement-breakpoint
ALTER TABLE "event_evidence" ADD CONSTRAINT "event_evidence_event_id_fkey" FOREIGN KEY ("event_id","artifact_uid") REFERENCES "public"."semantic_events"("event_id","artifact_uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "semantic_events" ADD CONSTRAINT "semantic_events_correction_fkey" FOREIGN KEY ("correction_id","artifact_uid") REFERENCES "public"."event_corrections"("correction_id","artifact_uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "idx_artifact_chunks_doc_no" ON "artifact_chunks" USING btree ("doc_no");--> statement-breakpoint
CREATE INDEX "idx_artifact_revisions_rev_no" ON "artifact_revisions" USING btree ("rev_no");--> statement-breakpoint
CREATE INDEX "idx_semantic_events_doc_no" ON "semantic_events" USING btree ("doc_no");
