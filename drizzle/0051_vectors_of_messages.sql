-- Messages are embedded by another local model: what the one before made of them is not read any more.
DELETE FROM search_embedding_claims c USING search_models m
WHERE c.model = m.id AND c.shelf = 1 AND m.name = 'all-MiniLM-L6-v2 int8';
--> statement-breakpoint
DELETE FROM search_embeddings e USING search_models m
WHERE e.model = m.id AND e.shelf = 1 AND m.name = 'all-MiniLM-L6-v2 int8';
