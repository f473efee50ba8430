import type { Sql } from '../../postgres/connect.ts';

/** How a text's words are brought to their terms; `simple` leaves them as they are. */
export type Language = 'english' | 'simple';

/** A part of a statement. */
export type Fragment = ReturnType<Sql>;

/** A text with what the ranking knows about it. */
export type SourceDocument = {
  docNo: number;
  text: string;
  /**
   * What it belongs to (a message's conversation), as a small number: arrays are as long as the highest. Texts of one
   * group lend each other score; 0 for all where there are no groups.
   */
  groupNo: number;
  /** The text before it in its group; what matches lends score to its neighbours. Null: none. */
  previous: number | null;
  /** When, in milliseconds since 1970; of equal scores the later comes first. */
  at: number;
  /** One of up to 64 kinds that a query can ask for (a message's role; a decision's domain and whether it is concluded). */
  kind: number;
  /** Null: the server's. */
  language: Language | null;
};

/** Which documents may come back; they are all counted for the statistics. Everything given must hold. */
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
  /** Milliseconds since 1970; `from` included, `to` not. */
  from?: number | undefined;
  to?: number | undefined;
};

/**
 * Texts that are searched together. To add a collection:
 *
 * 1. Its table gets `docNo: docNo()` (see `schema/columns.ts`) and a unique index on it.
 * 2. A number in `shelves.ts`, and a hand-written migration: `SELECT search_attach('table', number::smallint, 'column', …)`
 *    with the columns that `documents` is made of. A row in which one of them changes becomes a new document under a new
 *    number, so what changes often belongs in `scope`, and what is in `kind` belongs in that list.
 * 3. A `Collection`, listed in `collections.ts`.
 *
 * `searchTexts` in `texts.ts` then searches it; handlers pass `searchOf(deps)`.
 */
export type Collection<Filter> = {
  name: string;
  /** From `shelves.ts`. */
  collectionId: number;
  /** Selects the columns of {@link SourceDocument} for all rows; the search asks it for some `doc_no` at a time. */
  documents(sql: Sql): Fragment;
  /**
   * What the filter means now; asked anew for each query, in its snapshot. It leaves out what is deleted but not yet
   * gone from the table. The filter travels to the search's thread: plain data only.
   */
  scope(sql: Sql, filter: Filter): Promise<DocumentScope>;
  /** Selects the `doc_no` of what must not leave the machine, or is deleted: it is given to no embedder. */
  secret?(sql: Sql): Fragment;
};
