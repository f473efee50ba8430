ALTER TABLE "startup_context_versions" ADD COLUMN "author" text;--> statement-breakpoint
ALTER TABLE "startup_context_versions" ADD COLUMN "pending" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "startup_context_versions" ADD COLUMN "approved_by" text;--> statement-breakpoint
ALTER TABLE "startup_context_versions" ADD COLUMN "approved_at" timestamp with time zone;