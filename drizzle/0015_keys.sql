CREATE TABLE "api_keys" (
	"name" text PRIMARY KEY NOT NULL,
	"secret_hash" text NOT NULL,
	"scope" text NOT NULL,
	"toolsets" text[],
	"project" text,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	"rotated_at" timestamp with time zone,
	"previous_hash" text,
	"previous_until" timestamp with time zone,
	CONSTRAINT "api_keys_secret_hash_key" UNIQUE("secret_hash"),
	CONSTRAINT "api_keys_scope_check" CHECK (scope IN ('read', 'write', 'admin'))
);
--> statement-breakpoint
CREATE INDEX "idx_audit_log_key" ON "audit_log" USING btree ("key_id","at") WHERE key_id is not null;