import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { docNo, timestamptz } from './columns.ts';
import type { Metadata } from './conversations.ts';

export const artifactTypes = ['email', 'doc', 'chat', 'transcript', 'note'] as const;
export type ArtifactType = (typeof artifactTypes)[number];

export const sensitivities = ['normal', 'sensitive', 'highly_sensitive'] as const;
export type Sensitivity = (typeof sensitivities)[number];

export const visibilityScopes = ['me', 'team', 'org', 'custom'] as const;
export type VisibilityScope = (typeof visibilityScopes)[number];

export const retentionPolicies = ['forever', '1y', 'until_resolved', 'custom'] as const;
export type RetentionPolicy = (typeof retentionPolicies)[number];

const oneOf = (column: string, values: readonly string[]) =>
  sql.raw(`${column} IN (${values.map((value) => `'${value}'`).join(', ')})`);

/** A document of some source, across all its revisions, with its latest metadata. */
export const artifacts = pgTable(
  'artifacts',
  {
    artifactUid: text('artifact_uid').primaryKey(),
    artifactType: text('artifact_type', { enum: artifactTypes }).notNull(),
    sourceSystem: text('source_system').notNull(),
    /** Null: the source has none, and a different text is a different artifact. */
    sourceId: text('source_id'),
    sourceUrl: text('source_url'),
    title: text(),
    author: text(),
    participants: text().array().notNull().default(sql`'{}'`),
    metadata: jsonb().$type<Metadata>(),
    project: text(),
    sensitivity: text({ enum: sensitivities }).notNull(),
    visibilityScope: text('visibility_scope', { enum: visibilityScopes }).notNull(),
    retentionPolicy: text('retention_policy', { enum: retentionPolicies }).notNull(),
    /**
     * The API key that first submitted it, in the format of `Reader`; the only one that may see it when its scope is
     * `me`.
     */
    owner: text(),
    createdAt: timestamptz('created_at').notNull().default(sql`now()`),
    updatedAt: timestamptz('updated_at').notNull().default(sql`now()`),
    /** When its text last changed; the retention policy `1y` counts from here. */
    revisedAt: timestamptz('revised_at').notNull().default(sql`now()`),
    deletedAt: timestamptz('deleted_at'),
  },
  (t) => [
    index('idx_artifacts_source').on(t.sourceSystem, t.sourceId),
    index('idx_artifacts_updated').on(t.updatedAt.desc()),
    index('idx_artifacts_retention')
      .on(t.retentionPolicy, t.revisedAt)
      .where(sql`retention_policy IN ('1y', 'until_resolved')`),
    index('idx_artifacts_deleted').on(t.deletedAt).where(sql`deleted_at IS NOT NULL`),
    check('artifacts_type_check', oneOf('artifact_type', artifactTypes)),
    check('artifacts_sensitivity_check', oneOf('sensitivity', sensitivities)),
    check('artifacts_visibility_check', oneOf('visibility_scope', visibilityScopes)),
    check('artifacts_retention_check', oneOf('retention_policy', retentionPolicies)),
  ],
);

/** One version of an artifact's text; the text itself is stored in its chunks. */
export const artifactRevisions = pgTable(
  'artifact_revisions',
  {
    artifactUid: text('artifact_uid').notNull(),
    revisionId: text('revision_id').notNull(),
    /** Its group number in the search index. */
    revNo: bigint('rev_no', { mode: 'number' }).notNull().generatedByDefaultAsIdentity(),
    sourceTs: timestamptz('source_ts'),
    documentDate: text('document_date'),
    ingestedAt: timestamptz('ingested_at').notNull().default(sql`now()`),
    contentHash: text('content_hash').notNull(),
    /** Length in Unicode code points. */
    characters: integer().notNull(),
    /** Tokens of cl100k. */
    tokenCount: integer('token_count').notNull(),
    isChunked: boolean('is_chunked').notNull(),
    chunkCount: integer('chunk_count').notNull(),
    isLatest: boolean('is_latest').notNull().default(true),
  },
  (t) => [
    primaryKey({ columns: [t.artifactUid, t.revisionId] }),
    foreignKey({
      name: 'artifact_revisions_artifact_uid_fkey',
      columns: [t.artifactUid],
      foreignColumns: [artifacts.artifactUid],
    }).onDelete('cascade'),
    uniqueIndex('artifact_revisions_latest_key').on(t.artifactUid).where(sql`is_latest`),
    index('idx_artifact_revisions_rev_no').on(t.revNo),
    index('idx_artifact_revisions_ingested').on(t.ingestedAt),
  ],
);

/**
 * The text of every revision: one row for a short text, overlapping windows for a longer one. They cover the text
 * without gaps, so that it can be assembled from them and is stored once.
 */
export const artifactChunks = pgTable(
  'artifact_chunks',
  {
    artifactUid: text('artifact_uid').notNull(),
    revisionId: text('revision_id').notNull(),
    chunkIndex: integer('chunk_index').notNull(),
    /** Null for a text that was not split. */
    chunkId: text('chunk_id'),
    /** In code points of the whole text. */
    startChar: integer('start_char').notNull(),
    endChar: integer('end_char').notNull(),
    text: text().notNull(),
    /** Title and people, searched with the first chunk. */
    heading: text(),
    docNo: docNo(),
  },
  (t) => [
    primaryKey({ columns: [t.artifactUid, t.revisionId, t.chunkIndex] }),
    foreignKey({
      name: 'artifact_chunks_revision_fkey',
      columns: [t.artifactUid, t.revisionId],
      foreignColumns: [artifactRevisions.artifactUid, artifactRevisions.revisionId],
    }).onDelete('cascade'),
    index('idx_artifact_chunks_doc_no').on(t.docNo),
  ],
);
