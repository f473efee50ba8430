import type { Language } from '../../db/search/collection/collection.ts';
import type { Answer, Query } from '../../db/search/engine.ts';

/** Start options of the search thread. */
export type ThreadOptions = { url: string; language: Language; cacheBytes: number; statementMs?: number };

/** Messages to the thread. */
export type Request =
  | { kind: 'find'; id: number; collectionId: number; query: Query<never> }
  /** The database is migrated: load the index and start maintaining it. */
  | { kind: 'begin' }
  /** Finish the flush in progress and end. */
  | { kind: 'end' };

/** Messages from the thread. Errors keep only their message between threads, so they are taken apart. */
export type Report =
  | { kind: 'found'; id: number; answer: Answer }
  | { kind: 'failed'; id: number; error: Failure }
  | { kind: 'trouble'; error: Failure };

export type Failure = { message: string; code: string | undefined; stack: string | undefined };

export const toFailure = (error: unknown): Failure => {
  if (!(error instanceof Error)) return { message: String(error), code: undefined, stack: undefined };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return { message: error.message, code, stack: error.stack };
};

export const fromFailure = ({ message, code, stack }: Failure): Error =>
  Object.assign(new Error(message), { stack }, code === undefined ? {} : { code });
