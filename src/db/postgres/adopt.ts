import type { MigrationMeta } from 'drizzle-orm/migrator';
import type { Pool } from './connect.ts';

/**
 * Statements that bring tables created with the published SQL (its second or third edition) to the state of our first
 * migration. All are idempotent. Rows are unchanged, except for flags that were null; since that is no user's change,
 * `updated_at` stays.
 */
const toFirstMigration = [
  `ALTER TABLE messages ADD COLUMN IF NOT EXISTS metadata jsonb`,
  `ALTER TABLE messages DROP CONSTRAINT IF EXISTS messages_role_check`,
  `ALTER TABLE messages ADD CONSTRAINT messages_role_check CHECK (role IN ('user', 'assistant', 'system', 'tool'))`,
  `ALTER TABLE messages DROP CONSTRAINT IF EXISTS valid_metadata`,
  `ALTER TABLE messages ADD CONSTRAINT valid_metadata CHECK (metadata IS NULL OR jsonb_typeof(metadata) = 'object')`,
  `ALTER TABLE startup_contexts DISABLE TRIGGER USER`,
  `UPDATE startup_contexts SET is_active = false WHERE is_active IS NULL`,
  `ALTER TABLE startup_contexts ENABLE TRIGGER USER`,
  `CREATE INDEX IF NOT EXISTS idx_conversations_metadata ON conversations USING gin (metadata)`,
  `CREATE INDEX IF NOT EXISTS idx_messages_conversation_created ON messages (conversation_id, created_at)`,
  // Search has its own index; the other one duplicates the unique constraint.
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

/** The columns that identify the published tables; both editions have them. */
const published: Record<string, string[]> = {
  conversations: ['id', 'session_id', 'created_at', 'updated_at', 'metadata'],
  messages: ['id', 'conversation_id', 'turn_number', 'role', 'content', 'created_at'],
  startup_contexts: ['id', 'name', 'content', 'is_active', 'created_at', 'updated_at'],
};

/**
 * Detects tables created with the published SQL and records the first migration as applied.
 *
 * @returns false when there is nothing to adopt.
 * @throws naming what is missing, when only some of these tables exist, or they have other columns: such a database is
 *   not ours, and is left unchanged.
 */
export async function adoptSeedTables(sql: Pool, first: MigrationMeta): Promise<boolean> {
  const columns = await sql<{ table: string; column: string }[]>`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = 'public' and table_name = any(${Object.keys(published)}::text[])`;
  const tables = [...new Set(columns.map(({ table }) => table))];
  if (tables.length === 0) return false;
  const missingTables = Object.keys(published).filter((table) => !tables.includes(table));
  const missingColumns = Object.entries(published).flatMap(([table, wanted]) =>
    wanted
      .filter((name) => !columns.some((found) => found.table === table && found.column === name))
      .map((name) => `${table}.${name}`),
  );
  const missing = missingTables.length > 0 ? missingTables : missingColumns;
  if (missing.length > 0)
    throw new Error(
      `The database has a table named ${tables.sort().join(', ')} but not ${missing.join(', ')}: it was not created by Dewey. Use an empty database.`,
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
