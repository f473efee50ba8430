import { sql } from 'drizzle-orm';
import { check, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { timestamptz } from './columns.ts';

export const keyScopes = ['read', 'write', 'admin'] as const;

/** API keys by the hash of their secret; the secret itself is shown once and stored nowhere. */
export const apiKeys = pgTable(
  'api_keys',
  {
    /** What the audit log calls it; a name is not used twice. */
    name: text().primaryKey(),
    secretHash: text('secret_hash').notNull(),
    scope: text({ enum: keyScopes }).notNull(),
    /** Null: all of them. */
    toolsets: text().array(),
    /** Null: all of them. */
    project: text(),
    createdAt: timestamptz('created_at').notNull(),
    expiresAt: timestamptz('expires_at'),
    revokedAt: timestamptz('revoked_at'),
    rotatedAt: timestamptz('rotated_at'),
    /** The secret before the last rotation, and how long it still counts. */
    previousHash: text('previous_hash'),
    previousUntil: timestamptz('previous_until'),
  },
  (t) => [
    unique('api_keys_secret_hash_key').on(t.secretHash),
    check('api_keys_scope_check', sql.raw(`scope IN ('read', 'write', 'admin')`)),
  ],
);
