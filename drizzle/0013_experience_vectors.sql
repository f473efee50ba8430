DROP INDEX "idx_experiences_tsv";--> statement-breakpoint
ALTER TABLE "experiences" DROP COLUMN "tsv";