import { recordActivity } from '../../db/workflow/workflow.ts';
import type { Deps } from './deps.ts';
import type { Effect } from './effect.ts';

/** Records the call for the gates of its session. A failure is only logged, because the call itself has succeeded. */
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
      'could not record a call for its workflow session',
    );
  }
}

const sessionOf = (value: unknown): string | undefined =>
  typeof value === 'object' && value !== null && 'session_id' in value && typeof value.session_id === 'string'
    ? value.session_id
    : undefined;
