import { recordActivity } from '../../db/workflow/workflow.ts';
import type { Deps } from './deps.ts';
import type { Effect } from './effect.ts';

/** Keeps the call for the gates of its session. The work is done: if this fails the call still succeeded, and the log says so. */
export async function recordCallActivity(
  { name: tool, effect }: { name: string; effect: Effect },
  input: unknown,
  value: unknown,
  deps: Deps,
): Promise<void> {
  const session = sessionOf(input) ?? (effect === 'add' ? sessionOf(value) : undefined);
  if (session === undefined) return;
  try {
    await recordActivity(deps.db.sql, {
      at: deps.clock(),
      sessionId: session,
      tool,
      requestId: deps.call?.requestId,
    });
  } catch (err) {
    deps.log.error(
      { err, tool, requestId: deps.call?.requestId },
      'a call could not be counted for its session',
    );
  }
}

const sessionOf = (value: unknown): string | undefined =>
  typeof value === 'object' && value !== null && 'session_id' in value && typeof value.session_id === 'string'
    ? value.session_id
    : undefined;
