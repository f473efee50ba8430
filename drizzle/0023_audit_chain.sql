CREATE TABLE "audit_chain" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"began_after" bigint NOT NULL,
	"trimmed_id" bigint NOT NULL,
	"trimmed_hash" "bytea" NOT NULL,
	"last_id" bigint NOT NULL,
	"last_hash" "bytea" NOT NULL,
	CONSTRAINT "audit_chain_single" CHECK (id = 1)
);
--> statement-breakpoint
CREATE TABLE "audit_journals" (
	"name" text PRIMARY KEY NOT NULL,
	"stored" bigint NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "retention_clock" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"doubted_since" timestamp with time zone,
	"waited_ms" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "retention_clock_single" CHECK (id = 1)
);
--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "prev_hash" "bytea";--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "hash" "bytea";--> statement-breakpoint
INSERT INTO "audit_chain" ("began_after", "trimmed_id", "trimmed_hash", "last_id", "last_hash")
SELECT coalesce(max("id"), 0), 0, decode(repeat('00', 32), 'hex'), coalesce(max("id"), 0), decode(repeat('00', 32), 'hex')
FROM "audit_log";--> statement-breakpoint
INSERT INTO "retention_clock" ("seen_at")
SELECT coalesce(greatest((SELECT max("at") FROM "retention_runs"), (SELECT max("at") FROM "audit_log")), now());
