-- A memory may correct another one, which is hidden while it is there.
ALTER TABLE "memories" ADD COLUMN "superseded_by" uuid;--> statement-breakpoint
ALTER TABLE "memories" ADD CONSTRAINT "memories_superseded_by_fkey" FOREIGN KEY ("superseded_by") REFERENCES "public"."memories"("memory_id") ON DELETE set null ON UPDATE no action;
