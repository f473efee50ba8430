-- Who deleted which record and why; presets can be deleted as the other records.
CREATE TABLE "record_deletions" (
	"kind" text NOT NULL,
	"record_id" text NOT NULL,
	"deleted_at" timestamp with time zone NOT NULL,
	"deleted_by" text,
	"reason" text,
	CONSTRAINT "record_deletions_kind_record_id_pk" PRIMARY KEY("kind","record_id"),
	CONSTRAINT "record_deletions_kind_check" CHECK (kind IN ('experience', 'preset', 'reasoning', 'context', 'result'))
);
--> statement-breakpoint
ALTER TABLE "workflow_presets" ADD COLUMN "deleted_at" timestamp with time zone;
