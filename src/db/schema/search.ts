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
} from 'drizzle-orm/pg-core';
import { bitVarying, bytea, timestamptz } from './columns.ts';

/**
 * Text search: what is stored waits in the queue, a fold moves it into immutable segments, merges make few large
 * segments of many small ones. `shelf` tells the collections apart.
 */
export const searchQueue = pgTable(
  'search_queue',
  {
    shelf: smallint().notNull(),
    id: bigint({ mode: 'number' }).notNull().generatedByDefaultAsIdentity(),
    /** The documents one statement stored. */
    docNos: integer('doc_nos').array().notNull(),
  },
  (t) => [primaryKey({ columns: [t.shelf, t.id] })],
);

export const searchSegments = pgTable(
  'search_segments',
  {
    shelf: smallint().notNull(),
    seg: integer().notNull().generatedByDefaultAsIdentity(),
    level: smallint().notNull(),
    /** The segments it was merged from: who knows them all, knows this one. */
    parents: integer().array().notNull().default(sql`'{}'`),
    nDocs: integer('n_docs').notNull(),
    /** A record of 24 bytes a document. */
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
    /** Documents that hold the term. */
    df: integer().notNull(),
    /** Which ones, and how often. */
    post: bytea().notNull(),
    /** Where in them. */
    pos: bytea().notNull(),
  },
  (t) => [primaryKey({ columns: [t.shelf, t.seg, t.term] })],
);

/** Documents that are deleted or stand under a new number; a row a statement. */
export const searchDeletions = pgTable(
  'search_deletions',
  {
    shelf: smallint().notNull(),
    id: integer().notNull().generatedByDefaultAsIdentity(),
    docNos: integer('doc_nos').array().notNull(),
    /** Segments were written anew without them where there were many; kept for processes that know them. */
    cleared: boolean().notNull().default(false),
  },
  (t) => [primaryKey({ columns: [t.shelf, t.id] })],
);

/** Models that made embeddings. */
export const searchModels = pgTable('search_models', {
  id: smallint().primaryKey().generatedByDefaultAsIdentity(),
  name: text().notNull().unique('search_models_name_key'),
  /** Numbers in each of its embeddings; null until there is one. */
  dimensions: integer(),
});

/** What a model made of a document. The vector lies apart from the row, so that the signatures are read in few pages. */
export const searchEmbeddings = pgTable(
  'search_embeddings',
  {
    shelf: smallint().notNull(),
    docNo: integer('doc_no').notNull(),
    model: smallint().notNull(),
    /** One bit a number of the vector: whether it is positive. */
    signature: bitVarying().notNull(),
    /** Of length 1. */
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

/** Documents that some process is having embedded, or that the model refused. */
export const searchEmbeddingClaims = pgTable(
  'search_embedding_claims',
  {
    shelf: smallint().notNull(),
    docNo: integer('doc_no').notNull(),
    model: smallint().notNull(),
    /** Anybody may take it from then on. */
    until: timestamptz().notNull(),
    /** Why it was refused; null while it is worked on. */
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
