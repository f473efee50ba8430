CREATE TABLE "search_dead_letters" (
	"shelf" smallint NOT NULL,
	"doc_no" integer NOT NULL,
	"reason" text NOT NULL,
	"refused_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "search_dead_letters_shelf_doc_no_pk" PRIMARY KEY("shelf","doc_no")
);
--> statement-breakpoint
CREATE TABLE "search_targets" (
	"name" text PRIMARY KEY NOT NULL,
	"shelf" smallint NOT NULL,
	"alias" text NOT NULL,
	"live" boolean DEFAULT false NOT NULL,
	"version" integer NOT NULL,
	"filled" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "search_deletions" ADD COLUMN "fed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "search_queue" ADD COLUMN "queued_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "search_targets_live_key" ON "search_targets" USING btree ("shelf") WHERE live;--> statement-breakpoint
CREATE INDEX "idx_search_deletions_unfed" ON "search_deletions" USING btree ("shelf") WHERE not fed;