-- What follows from a message (its place in the search queue, the opening of its conversation) is written by the statement
-- that writes the message, see src/db/conversations/follow-ups.ts: a trigger costs each stored message a statement of its
-- own, and a table with triggers cannot be distributed over several servers.
DROP TRIGGER messages_search_stored ON messages;--> statement-breakpoint
DROP TRIGGER messages_search_deleted ON messages;--> statement-breakpoint
DROP TRIGGER messages_search_changed ON messages;--> statement-breakpoint
DROP TRIGGER messages_catalogue_stored ON messages;--> statement-breakpoint
DROP TRIGGER messages_catalogue_changed ON messages;--> statement-breakpoint
DROP TRIGGER messages_catalogue_deleted ON messages;--> statement-breakpoint
DROP FUNCTION catalogue_stored();--> statement-breakpoint
DROP FUNCTION catalogue_changed();
