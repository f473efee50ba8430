import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  real,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { bitVarying, bytea, timestamptz } from './columns.ts';

/**
 * The search index: stored documents wait in the queue, a flush moves them into immutable segments, and merges turn
 * many small segments into few large ones. `shelf` is the collection id.
 */
export const searchQueue = pgTable(
  'search_queue',
  {
    shelf: smallint().notNull(),
    id: bigint({ mode: 'number' }).notNull().generatedByDefaultAsIdentity(),
    /**
     * Which node holds the row where the lake is spread over several: that of the first of the messages, so that storing them
     * writes to one node. The nil id for collections other than messages.
     */
    conversationId: uuid('conversation_id').notNull().default(sql`'00000000-0000-0000-0000-000000000000'`),
    /** The documents stored by one statement. */
    docNos: bigint('doc_nos', { mode: 'number' }).array().notNull(),
    queuedAt: timestamptz('queued_at').notNull().default(sql`now()`),
  },
  (t) => [primaryKey({ columns: [t.shelf, t.id, t.conversationId] })],
);

export const searchSegments = pgTable(
  'search_segments',
  {
    shelf: smallint().notNull(),
    seg: integer().notNull().generatedByDefaultAsIdentity(),
    level: smallint().notNull(),
    /** The segments it was merged from: a reader that has loaded all of them need not load this one. */
    parents: integer().array().notNull().default(sql`'{}'`),
    nDocs: integer('n_docs').notNull(),
    /** 24 bytes per document. */
    docs: bytea().notNull(),
  },
  (t) => [primaryKey({ columns: [t.shelf, t.seg] })],
);

export const searchPostings = pgTable(
  'search_postings',
  {
    shelf: smallint().notNull(),
    seg: integer().notNull(),
    term: text().notNull(),
    /** Number of documents that contain the term. */
    df: integer().notNull(),
    /** Encoded postings: the documents and the term's frequency in each. */
    post: bytea().notNull(),
    /** Encoded positions. */
    pos: bytea().notNull(),
  },
  (t) => [primaryKey({ columns: [t.shelf, t.seg, t.term] })],
);

/** Documents that were deleted or got a new number; one row per statement. */
export const searchDeletions = pgTable(
  'search_deletions',
  {
    shelf: smallint().notNull(),
    id: integer().notNull().generatedByDefaultAsIdentity(),
    docNos: bigint('doc_nos', { mode: 'number' }).array().notNull(),
    /** Segments with many of them were rewritten; the row is kept for processes that have loaded the old segments. */
    cleared: boolean().notNull().default(false),
    /** The search cluster, if there is one, has removed them. */
    fed: boolean().notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.shelf, t.id] }),
    index('idx_search_deletions_unfed').on(t.shelf).where(sql`not fed`),
  ],
);

/** The indexes that a search cluster holds of this lake. Everything stored or deleted goes to all of a collection. */
export const searchTargets = pgTable(
  'search_targets',
  {
    name: text().primaryKey(),
    shelf: smallint().notNull(),
    /** The name that searches use; it moves to a new index once that is filled. */
    alias: text().notNull(),
    /** Searches read it; otherwise it is still being filled. */
    live: boolean().notNull().default(false),
    /** The version of the mapping it was made with. */
    version: integer().notNull(),
    /** Documents stored before it was made are in it up to this number. */
    filled: bigint({ mode: 'number' }).notNull().default(0),
    createdAt: timestamptz('created_at').notNull().default(sql`now()`),
  },
  (t) => [uniqueIndex('search_targets_live_key').on(t.shelf).where(sql`live`)],
);

/** Documents that the search cluster refused, with its reason. */
export const searchDeadLetters = pgTable(
  'search_dead_letters',
  {
    shelf: smallint().notNull(),
    docNo: bigint('doc_no', { mode: 'number' }).notNull(),
    reason: text().notNull(),
    refusedAt: timestamptz('refused_at').notNull().default(sql`now()`),
  },
  (t) => [primaryKey({ columns: [t.shelf, t.docNo] })],
);

/** Models that made embeddings. */
export const searchModels = pgTable('search_models', {
  id: smallint().primaryKey().generatedByDefaultAsIdentity(),
  name: text().notNull().unique('search_models_name_key'),
  /** Dimensions of its embeddings; null until there is one. */
  dimensions: integer(),
});

/**
 * The embedding of a document by a model. The vector is stored out of line, so that signatures are read in few pages.
 */
export const searchEmbeddings = pgTable(
  'search_embeddings',
  {
    shelf: smallint().notNull(),
    docNo: bigint('doc_no', { mode: 'number' }).notNull(),
    model: smallint().notNull(),
    /** One bit per dimension of the vector: whether it is positive. */
    signature: bitVarying().notNull(),
    /** Normalized to length 1. */
    vector: real().array().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.shelf, t.docNo, t.model] }),
    foreignKey({
      name: 'search_embeddings_model_fkey',
      columns: [t.model],
      foreignColumns: [searchModels.id],
    }).onDelete('cascade'),
  ],
);

/** Documents that a process is embedding, or that the model rejected. */
export const searchEmbeddingClaims = pgTable(
  'search_embedding_claims',
  {
    shelf: smallint().notNull(),
    docNo: bigint('doc_no', { mode: 'number' }).notNull(),
    model: smallint().notNull(),
    /** When the claim expires. */
    until: timestamptz().notNull(),
    /** Why the model rejected it; null while it is being embedded. */
    refusal: text(),
  },
  (t) => [
    primaryKey({ columns: [t.shelf, t.docNo, t.model] }),
    index('idx_search_embedding_claims_until').on(t.until),
    foreignKey({
      name: 'search_embedding_claims_model_fkey',
      columns: [t.model],
      foreignColumns: [searchModels.id],
    }).onDelete('cascade'),
  ],
);
