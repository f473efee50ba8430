import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  foreignKey,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { timestamptz } from './columns.ts';

export const startupContexts = pgTable(
  'startup_contexts',
  {
    id: uuid().primaryKey().default(sql`gen_random_uuid()`),
    name: text().notNull(),
    content: text().notNull(),
    /** The one that every session receives. */
    isActive: boolean('is_active').notNull().default(false),
    createdAt: timestamptz('created_at').notNull().default(sql`now()`),
    updatedAt: timestamptz('updated_at').notNull().default(sql`now()`),
    version: integer().notNull().default(1),
    /** Base name or path of the project whose sessions receive it; null for every session. */
    project: text(),
    /** The one that the sessions of its project receive, beside the one for every session. */
    activeInProject: boolean('active_in_project').notNull().default(false),
    deletedAt: timestamptz('deleted_at'),
  },
  (t) => [
    unique('startup_contexts_name_key').on(t.name),
    uniqueIndex('idx_startup_contexts_single_active').on(t.isActive).where(sql`is_active = TRUE`),
    uniqueIndex('startup_contexts_active_in_project_key').on(t.project).where(sql`active_in_project`),
    check(
      'startup_contexts_layer_check',
      sql`CASE WHEN project IS NULL THEN NOT active_in_project ELSE NOT is_active END`,
    ),
    check('valid_name', sql`length(name) > 0`),
  ],
);

/** All texts of a context, including the current one. */
export const startupContextVersions = pgTable(
  'startup_context_versions',
  {
    contextId: uuid('context_id').notNull(),
    version: integer().notNull(),
    content: text().notNull(),
    createdAt: timestamptz('created_at').notNull().default(sql`now()`),
    /**
     * The key that wrote it, as `key:` and its id or `env:` and its name; a name alone in rows of earlier versions. Null
     * where no keys were in use, and for rows older than this column.
     */
    author: text(),
    /** Waits for approval; never was the text of its context, unless the context has no other. */
    pending: boolean().notNull().default(false),
    /** The key that approved it, which may be its author's. */
    approvedBy: text('approved_by'),
    approvedAt: timestamptz('approved_at'),
  },
  (t) => [
    primaryKey({ columns: [t.contextId, t.version] }),
    foreignKey({
      name: 'startup_context_versions_context_id_fkey',
      columns: [t.contextId],
      foreignColumns: [startupContexts.id],
    }).onDelete('cascade'),
  ],
);
