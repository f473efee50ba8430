-- A decision is also found by what it was chosen over: each is a new document under a new number. The shelf of decisions is 2.
INSERT INTO search_deletions (shelf, doc_nos)
SELECT 2, array_agg(doc_no ORDER BY doc_no) FROM decisions GROUP BY doc_no / 1000;
--> statement-breakpoint
DELETE FROM search_embeddings WHERE shelf = 2;
--> statement-breakpoint
DELETE FROM search_embedding_claims WHERE shelf = 2;
--> statement-breakpoint
UPDATE decisions SET doc_no = nextval(pg_get_serial_sequence('decisions', 'doc_no'));
--> statement-breakpoint
INSERT INTO search_queue (shelf, doc_nos)
SELECT 2, array_agg(doc_no ORDER BY doc_no) FROM decisions GROUP BY doc_no / 1000 ORDER BY doc_no / 1000;
