import { isUnavailable } from '../../db/failure.ts';

/** Says in words what a database that went away during long work means; other failures stay as they are. */
export function whenLost(error: unknown, work: string, then: string): unknown {
  if (!isUnavailable(error) || !(error instanceof Error)) return error;
  return new Error(`The database went away during the ${work} (${error.message}). ${then}`, { cause: error });
}
