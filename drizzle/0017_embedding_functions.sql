-- Vectors do not compress, and they lie out of line, so that a scan of the signatures reads nothing else.
ALTER TABLE search_embeddings ALTER COLUMN vector SET STORAGE EXTERNAL, ALTER COLUMN signature SET STORAGE PLAIN;
--> statement-breakpoint
ALTER TABLE search_embeddings SET (toast_tuple_target = 128);
--> statement-breakpoint
-- Deleted, with what a model made of it.
CREATE OR REPLACE FUNCTION search_bury() RETURNS trigger AS $$
BEGIN
    INSERT INTO search_deletions (shelf, doc_nos)
    SELECT TG_ARGV[0]::smallint, array_agg(doc_no) FROM gone HAVING count(*) > 0;
    DELETE FROM search_embeddings e USING gone WHERE e.shelf = TG_ARGV[0]::smallint AND e.doc_no = gone.doc_no;
    DELETE FROM search_embedding_claims c USING gone WHERE c.shelf = TG_ARGV[0]::smallint AND c.doc_no = gone.doc_no;
    RETURN NULL;
END;
$$ LANGUAGE plpgsql;
--> statement-breakpoint
-- Changed: a new text is a new document under a new number.
CREATE OR REPLACE FUNCTION search_renumber() RETURNS trigger AS $$
BEGIN
    INSERT INTO search_deletions (shelf, doc_nos) VALUES (TG_ARGV[0]::smallint, ARRAY[OLD.doc_no]);
    DELETE FROM search_embeddings WHERE shelf = TG_ARGV[0]::smallint AND doc_no = OLD.doc_no;
    DELETE FROM search_embedding_claims WHERE shelf = TG_ARGV[0]::smallint AND doc_no = OLD.doc_no;
    NEW.doc_no := nextval(pg_get_serial_sequence(TG_RELID::regclass::text, 'doc_no'));
    INSERT INTO search_queue (shelf, doc_nos) VALUES (TG_ARGV[0]::smallint, ARRAY[NEW.doc_no]);
    RETURN NEW;
END;
$$ LANGUAGE plpgsql;
