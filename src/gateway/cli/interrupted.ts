import { isUnavailable } from '../../db/postgres/errors.ts';
import { BrokenOff, Unreachable } from '../client/remote.ts';

/** Explains a connection lost during long work; returns other errors unchanged. */
export function whenLost(error: unknown, work: string, then: string): unknown {
  if (error instanceof BrokenOff)
    return new Error(`The ${work} was cut off: ${error.message}. ${then}`, { cause: error });
  if (!isUnavailable(error) || !(error instanceof Error) || error instanceof Unreachable) return error;
  if ('path' in error) return error; // a file error
  return new Error(`The connection to the database was lost during the ${work} (${error.message}). ${then}`, {
    cause: error,
  });
}
