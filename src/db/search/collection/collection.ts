import type { Sql } from '../../postgres/connect.ts';

/** How words are reduced to terms; `simple` does not stem. */
export type Language = 'english' | 'simple';

/** A fragment of a statement. */
export type Fragment = ReturnType<Sql>;

/** A text with the properties that ranking uses. */
export type SourceDocument = {
  docNo: number;
  text: string;
  /**
   * Its group (for a message, the conversation), as a small number, since arrays are as long as the highest. Texts of a
   * group raise each other's scores; 0 for all if there are no groups.
   */
  groupNo: number;
  /** The previous text in its group; a match raises the scores of its neighbours. Null: none. */
  previous: number | null;
  /** Time in milliseconds since 1970; of equal scores, the later text comes first. */
  at: number;
  /**
   * One of up to 64 kinds that a query can filter by (a message's role; a decision's domain and whether it is
   * concluded).
   */
  kind: number;
  /** Null: the server's default. */
  language: Language | null;
};

/** Which documents may be returned; the statistics include all documents. All given conditions must hold. */
export type DocumentScope = {
  /** Only these groups. */
  groups?: readonly number[] | undefined;
  /** None of these groups. */
  notGroups?: readonly number[] | undefined;
  /** Only these documents, by number. */
  docs?: readonly number[] | undefined;
  /** None of these documents. */
  notDocs?: readonly number[] | undefined;
  /** Only these kinds. */
  kinds?: readonly number[] | undefined;
  /** Milliseconds since 1970; `from` is inclusive, `to` exclusive. */
  from?: number | undefined;
  to?: number | undefined;
};

/**
 * Texts that are searched together. To add a collection:
 *
 * 1. Its table gets `docNo: docNo()` (see `schema/columns.ts`) and a unique index on it.
 * 2. An id in `ids.ts`, and a hand-written migration: `SELECT search_attach('table', number::smallint, 'column', …)`
 *    with the columns that `documents` reads. A row in which one of them changes becomes a new document with a new
 *    number, so frequently changing columns belong in `scope`, and columns that determine `kind` belong in that list.
 * 3. A `Collection`, listed in `collections.ts`.
 *
 * `searchTexts` then searches it; handlers pass `searchOf(deps)`.
 */
export type Collection<Filter> = {
  name: string;
  /** From `ids.ts`. */
  collectionId: number;
  /** Selects the columns of {@link SourceDocument} for all rows; the engine restricts it to some `doc_no` at a time. */
  documents(sql: Sql): Fragment;
  /**
   * Resolves the filter for each query, in its snapshot. Excludes documents that are deleted but not yet removed from
   * the table. The filter is sent to the search thread: plain data only.
   */
  scope(sql: Sql, filter: Filter): Promise<DocumentScope>;
  /** Selects the `doc_no` of documents that must not leave the machine, or are deleted; they are never embedded. */
  secret?(sql: Sql): Fragment;
  /** Its texts were said one after the other: an embedder may read them together, see `MessageEmbedder`. */
  inConversations?: boolean | undefined;
  /** Its texts are decisions: an embedder may have a way of its own to compare them, see `DecisionEmbedder`. */
  ofDecisions?: boolean | undefined;
};
