-- Room on every page for in-place (HOT) updates of the counters.
ALTER TABLE conversation_heads SET (fillfactor = 70);
--> statement-breakpoint
-- Rows that were there before these tables.
INSERT INTO conversation_heads (conversation_id, last_turn, message_count, updated_at)
SELECT c.id, coalesce(max(m.turn_number), 0), count(m.id), greatest(c.updated_at, max(m.created_at))
FROM conversations c LEFT JOIN messages m ON m.conversation_id = c.id
GROUP BY c.id
ON CONFLICT DO NOTHING;
--> statement-breakpoint
INSERT INTO startup_context_versions (context_id, version, content, created_at)
SELECT id, version, content, updated_at FROM startup_contexts
ON CONFLICT DO NOTHING;
