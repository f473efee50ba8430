CREATE TABLE "conversation_catalogue" (
	"conversation_id" uuid PRIMARY KEY NOT NULL,
	"title" text,
	"title_order" text,
	"branch" text,
	"branch_order" text,
	"opening" text,
	"opening_place" bigint
);
--> statement-breakpoint
CREATE TABLE "conversation_usage" (
	"conversation_id" uuid NOT NULL,
	"key" text NOT NULL,
	"model" text,
	"input" bigint DEFAULT 0 NOT NULL,
	"output" bigint DEFAULT 0 NOT NULL,
	"cache_read" bigint DEFAULT 0 NOT NULL,
	"cache_write" bigint DEFAULT 0 NOT NULL,
	"cost" double precision,
	CONSTRAINT "conversation_usage_conversation_id_key_pk" PRIMARY KEY("conversation_id","key")
);
--> statement-breakpoint
ALTER TABLE "conversation_catalogue" ADD CONSTRAINT "conversation_catalogue_conversation_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_usage" ADD CONSTRAINT "conversation_usage_conversation_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- Orders are compared byte by byte: no locale.
ALTER TABLE conversation_catalogue ALTER COLUMN title_order TYPE text COLLATE "C", ALTER COLUMN branch_order TYPE text COLLATE "C";
--> statement-breakpoint
-- A project by the last part of its path.
CREATE INDEX idx_conversations_project_name ON conversations (regexp_replace(project, '^.*[/\\](?=[^/\\])', ''));
--> statement-breakpoint
-- Where a message stands among those that could open its conversation: users' first, no calls and results of tools.
CREATE FUNCTION opening_place(role text, turn integer, metadata jsonb) RETURNS bigint AS $$
    SELECT CASE
        WHEN turn <= 0 THEN NULL
        WHEN role = 'user' THEN turn
        WHEN role = 'assistant' AND coalesce(metadata ->> 'kind', '') <> 'tool_use' THEN turn + 4294967296
        WHEN role = 'system' THEN turn + 8589934592
    END
$$ LANGUAGE sql IMMUTABLE;
--> statement-breakpoint
CREATE FUNCTION catalogue_stored() RETURNS trigger AS $$
BEGIN
    INSERT INTO conversation_catalogue (conversation_id, opening, opening_place)
    SELECT DISTINCT ON (s.conversation_id) s.conversation_id, left(s.content, 400), p.place
    FROM stored s
    CROSS JOIN LATERAL (SELECT opening_place(s.role, s.turn_number, s.metadata) AS place) p
    LEFT JOIN conversation_catalogue k ON k.conversation_id = s.conversation_id
    WHERE p.place IS NOT NULL AND (k.opening_place IS NULL OR p.place < k.opening_place) AND s.content <> ''
    ORDER BY s.conversation_id, p.place
    ON CONFLICT (conversation_id) DO UPDATE SET opening = excluded.opening, opening_place = excluded.opening_place;
    RETURN NULL;
END;
$$ LANGUAGE plpgsql;
--> statement-breakpoint
-- One function for changed and for deleted messages: each event has its own tables of rows.
CREATE FUNCTION catalogue_changed() RETURNS trigger AS $$
DECLARE
    ids uuid[];
BEGIN
    IF TG_OP = 'UPDATE' THEN
        ids := (
            SELECT array_agg(DISTINCT b.conversation_id)
            FROM before b JOIN after a ON a.id = b.id
            LEFT JOIN conversation_catalogue k ON k.conversation_id = b.conversation_id
            WHERE (b.turn_number <> a.turn_number OR b.role <> a.role OR left(b.content, 400) <> left(a.content, 400))
              AND (k.opening_place IS NULL
                OR opening_place(b.role, b.turn_number, b.metadata) <= k.opening_place
                OR opening_place(a.role, a.turn_number, a.metadata) <= k.opening_place)
        );
    ELSE
        ids := (
            SELECT array_agg(DISTINCT g.conversation_id)
            FROM gone g
            JOIN conversations c ON c.id = g.conversation_id AND c.deleted_at IS NULL
            JOIN conversation_catalogue k ON k.conversation_id = g.conversation_id
            WHERE opening_place(g.role, g.turn_number, g.metadata) <= k.opening_place
        );
    END IF;
    IF ids IS NOT NULL THEN
        -- Looks the openings of these conversations up again.
        INSERT INTO conversation_catalogue AS k (conversation_id, opening, opening_place)
        SELECT c.id, first.opening, first.place FROM conversations c
        LEFT JOIN LATERAL (
            SELECT left(m.content, 400) AS opening, opening_place(m.role, m.turn_number, m.metadata) AS place
            FROM messages m
            WHERE m.conversation_id = c.id AND m.content <> '' AND opening_place(m.role, m.turn_number, m.metadata) IS NOT NULL
            ORDER BY 2 LIMIT 1
        ) first ON true
        WHERE c.id = ANY(ids)
        ORDER BY c.id
        ON CONFLICT (conversation_id) DO UPDATE SET opening = excluded.opening, opening_place = excluded.opening_place
        WHERE k.opening IS DISTINCT FROM excluded.opening OR k.opening_place IS DISTINCT FROM excluded.opening_place;
    END IF;
    RETURN NULL;
END;
$$ LANGUAGE plpgsql;
--> statement-breakpoint
CREATE TRIGGER messages_catalogue_stored AFTER INSERT ON messages
    REFERENCING NEW TABLE AS stored FOR EACH STATEMENT EXECUTE FUNCTION catalogue_stored();
--> statement-breakpoint
CREATE TRIGGER messages_catalogue_changed AFTER UPDATE ON messages
    REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION catalogue_changed();
--> statement-breakpoint
CREATE TRIGGER messages_catalogue_deleted AFTER DELETE ON messages
    REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION catalogue_changed();
--> statement-breakpoint
-- Conversations that were there before.
INSERT INTO conversation_catalogue AS k (conversation_id, opening, opening_place)
SELECT c.id, first.opening, first.place FROM conversations c
LEFT JOIN LATERAL (
    SELECT left(m.content, 400) AS opening, opening_place(m.role, m.turn_number, m.metadata) AS place
    FROM messages m
    WHERE m.conversation_id = c.id AND m.content <> '' AND opening_place(m.role, m.turn_number, m.metadata) IS NOT NULL
    ORDER BY 2 LIMIT 1
) first ON true
ORDER BY c.id
ON CONFLICT (conversation_id) DO UPDATE SET opening = excluded.opening, opening_place = excluded.opening_place
WHERE k.opening IS DISTINCT FROM excluded.opening OR k.opening_place IS DISTINCT FROM excluded.opening_place;
