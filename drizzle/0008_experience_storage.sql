-- Sketches are random bits: they do not compress, and they are read by the thousand, so they stay in their row.
ALTER TABLE experience_sketches ALTER COLUMN sketch SET STORAGE PLAIN;
--> statement-breakpoint
-- Room on every page for in-place (HOT) updates of the counters.
ALTER TABLE experience_use SET (fillfactor = 70);
