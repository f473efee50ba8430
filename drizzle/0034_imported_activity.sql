-- What another system had recorded of its calls; gates count only rows without it.
ALTER TABLE "workflow_activity" ADD COLUMN "details" jsonb;
