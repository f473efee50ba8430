-- Whether an event belongs in a digest of its document; those found so far were not told apart.
ALTER TABLE "semantic_events" ADD COLUMN "main" boolean DEFAULT true NOT NULL;
