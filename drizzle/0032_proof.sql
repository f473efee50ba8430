-- An experience recorded before its outcome was known is unproven; one recorded by a person states an outcome.
ALTER TABLE "experiences" ADD COLUMN "proof" text DEFAULT 'confirmed' NOT NULL;--> statement-breakpoint
ALTER TABLE "experiences" ADD CONSTRAINT "experiences_proof_check" CHECK (proof IN ('unproven', 'confirmed', 'contradicted'));--> statement-breakpoint
UPDATE "experiences" e SET "proof" = 'unproven' FROM "reasoning_sessions" r
WHERE r.experience_id = e.id AND e.type = 'effective' AND e.domain = 'Decision' AND 'reasoning' = ANY (e.tags)
  AND NOT EXISTS (SELECT FROM "experiences" n WHERE n.revision_of = e.id);--> statement-breakpoint
ALTER TABLE "reasoning_thoughts" ADD COLUMN "off_topic" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "reasoning_sessions" ADD COLUMN "sources" jsonb;
