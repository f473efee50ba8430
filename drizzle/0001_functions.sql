-- updated_at follows every change of a row.
CREATE OR REPLACE FUNCTION update_updated_at_column() RETURNS trigger AS $$
BEGIN
    NEW.updated_at = now();
    RETURN NEW;
END;
$$ LANGUAGE plpgsql;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER conversations_updated_at BEFORE UPDATE ON conversations
    FOR EACH ROW EXECUTE FUNCTION update_updated_at_column();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER startup_contexts_updated_at BEFORE UPDATE ON startup_contexts
    FOR EACH ROW EXECUTE FUNCTION update_updated_at_column();
