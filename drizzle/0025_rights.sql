ALTER TABLE "api_keys" ADD COLUMN "id" uuid DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "max_sensitivity" text;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_id_key" UNIQUE("id");--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_max_sensitivity_check" CHECK (max_sensitivity IN ('normal', 'sensitive', 'highly_sensitive'));--> statement-breakpoint
-- Documents were owned by the name of a key. A name that no key of the database had when the document came is one of
-- DEWEY_API_KEYS.
UPDATE "artifacts" a SET "owner" = coalesce(
	(SELECT 'key:' || k."id" FROM "api_keys" k WHERE k."name" = a."owner" AND k."created_at" <= a."created_at"),
	'env:' || a."owner"
) WHERE a."owner" IS NOT NULL;
