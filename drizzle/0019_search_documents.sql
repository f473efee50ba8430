SELECT search_attach('artifact_chunks', 4::smallint, 'text', 'heading');
--> statement-breakpoint
SELECT search_attach('semantic_events', 5::smallint, 'narrative', 'category');
--> statement-breakpoint
SELECT search_attach('memories', 6::smallint, 'content', 'type');
