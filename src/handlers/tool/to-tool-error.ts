import {
  BeyondReach,
  isDiskFull,
  isInDoubt,
  isRetriedBy,
  isTimeout,
  isUnavailable,
} from '../../db/postgres/errors.ts';
import { ToolError } from './errors.ts';

/** The seconds after which a store that could not be reached may be asked again. */
const retryAfterSeconds = 5;

const notReached = 'The database cannot be reached. Nothing was stored; try again.';
const lostConnection =
  'The connection to the database was lost during the call, which may or may not have been carried out; try again.';

/**
 * Turns whatever was thrown into what the client may see. Driver errors never show: they hold SQL and parameters.
 * `unexpected` is true when the cause belongs in the log with its stack.
 */
export function toToolError(thrown: unknown, requestId: string): { error: ToolError; unexpected: boolean } {
  if (thrown instanceof ToolError) return { error: thrown, unexpected: false };
  if (thrown instanceof BeyondReach)
    return {
      error: new ToolError('forbidden', 'This key does not reach what the call needs.', {
        problem: `it needs the toolset ${thrown.toolset}`,
        suggestion: 'Use a key that reaches it, too, or one without this limit.',
      }),
      // Of a tool that may be called with this key, it is a fault of the tool.
      unexpected: true,
    };
  if (isDiskFull(thrown))
    return {
      error: new ToolError('unavailable', "The database's disk is full. Nothing was stored.", {
        retry_after: retryAfterSeconds,
        suggestion:
          'Free space where the database keeps its files, then repeat the same call; reading still works.',
        request_id: requestId,
      }),
      unexpected: true,
    };
  if (isUnavailable(thrown))
    return {
      error: new ToolError('unavailable', isInDoubt(thrown) ? lostConnection : notReached, {
        retry_after: retryAfterSeconds,
        suggestion:
          'Repeat the same call; give stores an external_id, so that a repeated one is stored once.',
        request_id: requestId,
      }),
      unexpected: true,
    };
  if (isTimeout(thrown))
    return {
      error: new ToolError('unavailable', 'The database took too long: what it was asked was cancelled.', {
        reason: 'timeout',
        retry_after: retryAfterSeconds,
        suggestion: 'Try again, or narrow the call with a filter. DEWEY_DB_STATEMENT_MS sets the limits.',
        request_id: requestId,
      }),
      unexpected: true,
    };
  if (isRetriedBy('caller', thrown))
    return {
      error: new ToolError(
        'unavailable',
        'The database was too busy for this. Nothing was stored; try again.',
        {
          reason: 'busy',
          retry_after: retryAfterSeconds,
          suggestion: 'Repeat the same call.',
          request_id: requestId,
        },
      ),
      unexpected: true,
    };
  return {
    error: new ToolError(
      'internal',
      `Something went wrong inside Dewey. The log has it as request ${requestId}.`,
      {
        request_id: requestId,
        suggestion: 'Try again; if it happens again, look for the request id in the log.',
      },
    ),
    unexpected: true,
  };
}
