import { sql } from 'drizzle-orm';
import { check, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { sensitivities } from './artifacts.ts';
import { timestamptz } from './columns.ts';

export const keyScopes = ['read', 'write', 'admin'] as const;

/** API keys by the hash of their secret; the secret itself is shown once and stored nowhere. */
export const apiKeys = pgTable(
  'api_keys',
  {
    /** Identifies the key in the audit log; unique. */
    name: text().primaryKey(),
    /** Owner of the documents it submits: unlike a name, an id is never reused after its key was removed. */
    id: uuid().notNull().defaultRandom(),
    secretHash: text('secret_hash').notNull(),
    scope: text({ enum: keyScopes }).notNull(),
    /** Null: all of them. */
    toolsets: text().array(),
    /** Null: all of them. */
    project: text(),
    /** The highest sensitivity of documents it may see; null: all documents. */
    maxSensitivity: text('max_sensitivity', { enum: sensitivities }),
    createdAt: timestamptz('created_at').notNull(),
    expiresAt: timestamptz('expires_at'),
    revokedAt: timestamptz('revoked_at'),
    rotatedAt: timestamptz('rotated_at'),
    /** Hash of the secret before the last rotation, and until when it stays valid. */
    previousHash: text('previous_hash'),
    previousUntil: timestamptz('previous_until'),
  },
  (t) => [
    unique('api_keys_secret_hash_key').on(t.secretHash),
    unique('api_keys_id_key').on(t.id),
    check('api_keys_scope_check', sql.raw(`scope IN ('read', 'write', 'admin')`)),
    check(
      'api_keys_max_sensitivity_check',
      sql.raw(`max_sensitivity IN ('normal', 'sensitive', 'highly_sensitive')`),
    ),
  ],
);
