-- A startup context of a project is active beside the one for every session, which alone has is_active.
ALTER TABLE "startup_contexts" ADD COLUMN "active_in_project" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "startup_contexts_active_in_project_key" ON "startup_contexts" USING btree ("project") WHERE active_in_project;--> statement-breakpoint
ALTER TABLE "startup_contexts" ADD CONSTRAINT "startup_contexts_layer_check" CHECK (CASE WHEN project IS NULL THEN NOT active_in_project ELSE NOT is_active END);
