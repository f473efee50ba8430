import { isUnavailable } from '../../db/postgres/errors.ts';
import { BrokenOff, Unreachable } from '../client/remote.ts';

/** Says in words what it means that the other side went away during long work; other failures stay as they are. */
export function whenLost(error: unknown, work: string, then: string): unknown {
  if (error instanceof BrokenOff)
    return new Error(`The ${work} broke off: ${error.message}. ${then}`, { cause: error });
  if (!isUnavailable(error) || !(error instanceof Error) || error instanceof Unreachable) return error;
  if ('path' in error) return error; // of a file
  return new Error(`The database went away during the ${work} (${error.message}). ${then}`, { cause: error });
}
