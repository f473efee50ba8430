CREATE TABLE "limit_counts" (
	"name" text NOT NULL,
	"client" text NOT NULL,
	"used" integer NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	CONSTRAINT "limit_counts_name_client_pk" PRIMARY KEY("name","client")
);
--> statement-breakpoint
-- Counts of a minute: writing them waits for no disk, and a standby needs none.
ALTER TABLE "limit_counts" SET UNLOGGED;
