import { sql } from 'drizzle-orm';
import { bigint, boolean, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import { bytea } from './columns.ts';

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
