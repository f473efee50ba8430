import type { Collection } from '../../../db/search/collection/collection.ts';
import type { Answer, Query } from '../../../db/search/query.ts';

/** What a search cluster was sent by this process, and whether it answers. */
export type FeederFigures = {
  fed: number;
  removed: number;
  failures: number;
  /** Whether the cluster took the last request. */
  up: boolean;
};

/** An engine within the search thread. */
export type ThreadEngine = {
  find(collection: Collection<never>, query: Query<never>): Promise<Answer>;
  /** Keeps the index up to date until the signal is aborted. */
  maintain(signal: AbortSignal): Promise<void>;
  /** Of an engine that analyses texts here: resolves when it is not far behind. */
  keepUp?(collection: Collection<never>): Promise<void>;
  /** Of the same: stores in the index what waits for it, nearly all of it. */
  finish?(): Promise<void>;
  /** Of an engine that feeds a cluster. */
  figures?(): FeederFigures;
  close(): Promise<void>;
};
