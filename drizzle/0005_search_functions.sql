-- Terms are compared byte by byte: no locale, and the shortest way through the index.
ALTER TABLE search_postings ALTER COLUMN term TYPE text COLLATE "C";
--> statement-breakpoint
-- Postings do not compress, and parts of the documents' records are read by their place.
ALTER TABLE search_postings ALTER COLUMN post SET STORAGE EXTERNAL, ALTER COLUMN pos SET STORAGE EXTERNAL;
--> statement-breakpoint
ALTER TABLE search_segments ALTER COLUMN docs SET STORAGE EXTERNAL;
--> statement-breakpoint
-- Rows come and go at the ends of the queue; a small table stays small only if it is vacuumed often.
ALTER TABLE search_queue SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
--> statement-breakpoint
-- The three triggers of a searchable table. Each takes the collection's shelf number.
-- Stored: one row a statement, however many rows it stored; nothing is tokenised here.
CREATE FUNCTION search_enqueue() RETURNS trigger AS $$
BEGIN
    INSERT INTO search_queue (shelf, doc_nos)
    SELECT TG_ARGV[0]::smallint, array_agg(doc_no) FROM stored HAVING count(*) > 0;
    RETURN NULL;
END;
$$ LANGUAGE plpgsql;
--> statement-breakpoint
-- Deleted.
CREATE FUNCTION search_bury() RETURNS trigger AS $$
BEGIN
    INSERT INTO search_deletions (shelf, doc_nos)
    SELECT TG_ARGV[0]::smallint, array_agg(doc_no) FROM gone HAVING count(*) > 0;
    RETURN NULL;
END;
$$ LANGUAGE plpgsql;
--> statement-breakpoint
-- Changed: a new text is a new document under a new number.
CREATE FUNCTION search_renumber() RETURNS trigger AS $$
BEGIN
    INSERT INTO search_deletions (shelf, doc_nos) VALUES (TG_ARGV[0]::smallint, ARRAY[OLD.doc_no]);
    NEW.doc_no := nextval(pg_get_serial_sequence(TG_RELID::regclass::text, 'doc_no'));
    INSERT INTO search_queue (shelf, doc_nos) VALUES (TG_ARGV[0]::smallint, ARRAY[NEW.doc_no]);
    RETURN NEW;
END;
$$ LANGUAGE plpgsql;
--> statement-breakpoint
-- Shelf 1: messages.
CREATE TRIGGER messages_search_stored AFTER INSERT ON messages
    REFERENCING NEW TABLE AS stored FOR EACH STATEMENT EXECUTE FUNCTION search_enqueue(1);
--> statement-breakpoint
CREATE TRIGGER messages_search_deleted AFTER DELETE ON messages
    REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION search_bury(1);
--> statement-breakpoint
CREATE TRIGGER messages_search_changed BEFORE UPDATE OF content ON messages
    FOR EACH ROW WHEN (OLD.content IS DISTINCT FROM NEW.content) EXECUTE FUNCTION search_renumber(1);
--> statement-breakpoint
-- Messages that were there before.
INSERT INTO search_queue (shelf, doc_nos)
SELECT 1, array_agg(doc_no ORDER BY doc_no) FROM messages GROUP BY doc_no / 1000 ORDER BY doc_no / 1000;
