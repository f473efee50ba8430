-- Makes a table with a doc_no searchable under a shelf number: its three triggers, and what it holds is queued. A row is
-- a new document when one of these columns changes.
CREATE FUNCTION search_attach(searched regclass, shelf smallint, VARIADIC columns text[]) RETURNS void AS $$
DECLARE
    name text := (SELECT relname FROM pg_class WHERE oid = searched);
BEGIN
    EXECUTE format('CREATE TRIGGER %I AFTER INSERT ON %s REFERENCING NEW TABLE AS stored
        FOR EACH STATEMENT EXECUTE FUNCTION search_enqueue(%s)', name || '_search_stored', searched, shelf);
    EXECUTE format('CREATE TRIGGER %I AFTER DELETE ON %s REFERENCING OLD TABLE AS gone
        FOR EACH STATEMENT EXECUTE FUNCTION search_bury(%s)', name || '_search_deleted', searched, shelf);
    EXECUTE format('CREATE TRIGGER %I BEFORE UPDATE OF %s ON %s
        FOR EACH ROW WHEN (%s) EXECUTE FUNCTION search_renumber(%s)', name || '_search_changed',
        (SELECT string_agg(quote_ident(c), ', ') FROM unnest(columns) c), searched,
        (SELECT string_agg(format('OLD.%1$I IS DISTINCT FROM NEW.%1$I', c), ' OR ') FROM unnest(columns) c), shelf);
    EXECUTE format('INSERT INTO search_queue (shelf, doc_nos)
        SELECT %s, array_agg(doc_no ORDER BY doc_no) FROM %s GROUP BY doc_no / 1000 ORDER BY doc_no / 1000',
        shelf, searched);
END;
$$ LANGUAGE plpgsql;
--> statement-breakpoint
SELECT search_attach('decisions', 2::smallint, 'statement', 'domain', 'concluded');
--> statement-breakpoint
SELECT search_attach('experiences', 3::smallint, 'situation', 'approach', 'outcome', 'reasoning', 'tags', 'domain', 'type', 'scope');
--> statement-breakpoint
DROP FUNCTION dewey_experience_tsv(text, text, text, text, text[]);
