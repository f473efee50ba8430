import type { MigrationMeta } from 'drizzle-orm/migrator';
import type { Pool } from './connect.ts';

/**
 * Statements that bring tables made with the published SQL (its second or third edition) to the state of our first
 * migration. Each may find its work done already. No row is changed but for flags that were null.
 */
const toFirstMigration = [
  `ALTER TABLE messages ADD COLUMN IF NOT EXISTS metadata jsonb`,
  `ALTER TABLE messages DROP CONSTRAINT IF EXISTS messages_role_check`,
  `ALTER TABLE messages ADD CONSTRAINT messages_role_check CHECK (role IN ('user', 'assistant', 'system', 'tool'))`,
  `ALTER TABLE messages DROP CONSTRAINT IF EXISTS valid_metadata`,
  `ALTER TABLE messages ADD CONSTRAINT valid_metadata CHECK (metadata IS NULL OR jsonb_typeof(metadata) = 'object')`,
  `UPDATE startup_contexts SET is_active = false WHERE is_active IS NULL`,
  `CREATE INDEX IF NOT EXISTS idx_conversations_metadata ON conversations USING gin (metadata)`,
  `CREATE INDEX IF NOT EXISTS idx_messages_conversation_created ON messages (conversation_id, created_at)`,
  // A stored vector replaces the expression index; the other repeats the unique constraint.
  `DROP INDEX IF EXISTS idx_messages_content_fts`,
  `DROP INDEX IF EXISTS idx_messages_conversation`,
];

const fiedlerResults = `CREATE TABLE IF NOT EXISTS fiedler_results (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  correlation_id text NOT NULL, model text NOT NULL, prompt text, output text NOT NULL,
  tokens_prompt integer, tokens_completion integer, duration_seconds real,
  status text CONSTRAINT fiedler_results_status_check CHECK (status IN ('success', 'error')),
  error_message text, created_at timestamptz NOT NULL DEFAULT now(), metadata jsonb,
  CONSTRAINT valid_metadata CHECK (metadata IS NULL OR jsonb_typeof(metadata) = 'object'))`;

const fiedlerIndexes = [
  `CREATE INDEX IF NOT EXISTS idx_fiedler_correlation ON fiedler_results (correlation_id)`,
  `CREATE INDEX IF NOT EXISTS idx_fiedler_model ON fiedler_results (model)`,
  `CREATE INDEX IF NOT EXISTS idx_fiedler_created ON fiedler_results (created_at DESC)`,
];

/**
 * Recognises tables made with the published SQL and records the first migration as applied to them.
 *
 * @returns false when there is nothing to adopt.
 * @throws when the tables it needs are there only in part, naming the missing ones: such a database is not ours.
 */
export async function adoptSeedTables(sql: Pool, first: MigrationMeta): Promise<boolean> {
  const wanted = ['conversations', 'messages', 'startup_contexts'];
  const found = await sql<{ name: string }[]>`
    select name from unnest(${wanted}::text[]) as name where to_regclass('public.' || name) is not null`;
  if (found.length === 0) return false;
  const missing = wanted.filter((name) => !found.some((table) => table.name === name));
  if (missing.length > 0)
    throw new Error(
      `The database has a table named ${found.map((t) => t.name).join(', ')} but not ${missing.join(', ')}: it was not made by Dewey. Use an empty database.`,
    );
  await sql.begin(async (tx) => {
    for (const statement of [...toFirstMigration, fiedlerResults, ...fiedlerIndexes])
      await tx.unsafe(statement);
    await tx`create schema if not exists drizzle`;
    await tx`create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`;
    await tx`insert into drizzle.__drizzle_migrations (hash, created_at) values (${first.hash}, ${String(first.folderMillis)})`;
  });
  return true;
}
