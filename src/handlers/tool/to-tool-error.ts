import {
  BeyondReach,
  isDiskFull,
  isInDoubt,
  isRetriedBy,
  isTimeout,
  isUnavailable,
} from '../../db/postgres/errors.ts';
import { ToolError } from './errors.ts';

/** Seconds to wait before retrying a store that could not be reached. */
const retryAfterSeconds = 5;

const notReached = 'The database cannot be reached. Nothing was stored; try again.';
const lostConnection =
  'The connection to the database was lost during the call, which may or may not have been carried out; try again.';

/**
 * Converts a thrown value into the error the client may see. Driver errors are never passed on: they contain SQL and
 * parameters. `unexpected` is true when the cause should be logged with its stack.
 */
export function toToolError(thrown: unknown, requestId: string): { error: ToolError; unexpected: boolean } {
  if (thrown instanceof ToolError) return { error: thrown, unexpected: false };
  if (thrown instanceof BeyondReach)
    return {
      error: new ToolError('forbidden', 'This key does not give access to all data the call needs.', {
        problem: `it needs the toolset ${thrown.toolset}`,
        suggestion: 'Use a key that includes this toolset, or one without toolset limits.',
      }),
      // With a key that may call the tool, this is a fault of the tool.
      unexpected: true,
    };
  if (isDiskFull(thrown))
    return {
      error: new ToolError('unavailable', "The database's disk is full. Nothing was stored.", {
        retry_after: retryAfterSeconds,
        suggestion: 'Free disk space for the database, then repeat the same call; reading still works.',
        request_id: requestId,
      }),
      unexpected: true,
    };
  if (isUnavailable(thrown))
    return {
      error: new ToolError('unavailable', isInDoubt(thrown) ? lostConnection : notReached, {
        retry_after: retryAfterSeconds,
        suggestion:
          'Repeat the same call. When storing, set external_id so that a repeated message is stored once.',
        request_id: requestId,
      }),
      unexpected: true,
    };
  if (isTimeout(thrown))
    return {
      error: new ToolError('unavailable', 'The database took too long; the statement was cancelled.', {
        reason: 'timeout',
        retry_after: retryAfterSeconds,
        suggestion:
          'Try again, or narrow the call with a filter. DEWEY_DB_STATEMENT_MS sets the time limits.',
        request_id: requestId,
      }),
      unexpected: true,
    };
  if (isRetriedBy('caller', thrown))
    return {
      error: new ToolError('unavailable', 'The database is overloaded. Nothing was stored; try again.', {
        reason: 'busy',
        retry_after: retryAfterSeconds,
        suggestion: 'Repeat the same call.',
        request_id: requestId,
      }),
      unexpected: true,
    };
  return {
    error: new ToolError('internal', `Internal error. The log has the details under request ${requestId}.`, {
      request_id: requestId,
      suggestion: 'Try again; if the error persists, look up the request id in the log.',
    }),
    unexpected: true,
  };
}
