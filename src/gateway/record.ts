import type { Deps } from '../handlers/deps.ts';
import type { Reply, Tool } from '../handlers/tool.ts';
import type { Audit } from './audit.ts';
import type { Caller } from './door.ts';
import type { CallFigures } from './metrics/calls.ts';

/** Calls that take longer are logged as slow. */
const slowMs = 1000;

/** Keeps what became of a call: in the log, the audit log and the figures, where there are any. */
export function createRecord(
  { clock, log }: Pick<Deps, 'clock' | 'log'>,
  audit?: Audit,
  calls?: CallFigures,
) {
  return (tool: Tool, input: unknown, caller: Caller, reply: Reply, durationMs: number): void => {
    const outcome = reply.ok ? 'ok' : reply.error.kind;
    const { requestId, client, keyId } = caller;
    const ms = Math.round(durationMs * 100) / 100;
    log.info({ requestId, tool: tool.name, outcome, ms, client }, 'call');
    if (durationMs > slowMs)
      log.warn({ requestId, tool: tool.name, outcome, ms, client, keyId }, 'slow call');
    calls?.add(tool.name, outcome, durationMs);
    if (caller.following) return;
    audit?.record({
      at: clock(),
      tool: tool.name,
      outcome,
      durationMs,
      requestId,
      client,
      keyId,
      args: input,
    });
  };
}
