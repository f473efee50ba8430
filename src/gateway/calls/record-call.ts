import type { Deps } from '../../handlers/tool/deps.ts';
import type { Reply, Tool } from '../../handlers/tool/tool.ts';
import type { Audit } from '../audit/audit.ts';
import type { Caller } from '../auth/caller.ts';
import type { CallFigures } from '../metrics/calls.ts';

/** Calls that take longer are logged as slow. */
const slowMs = 1000;

/** Outcomes of calls that were refused: their rows are as durable as those of changes. */
const refusals: ReadonlySet<string> = new Set(['unauthorized', 'forbidden', 'rate_limited', 'refused']);

const recorded = new WeakSet<Error>();

/** Whether the call that failed with this error has already been recorded. */
export const isRecorded = (error: Error): boolean => recorded.has(error);

/**
 * Records the outcome of a call in the log, the audit log and the metrics, where present. The audit row is started with
 * the call, which resolves once the row is durable; rows of reads are written a moment later.
 */
export function createRecord(
  { clock, log }: Pick<Deps, 'clock' | 'log'>,
  audit?: Audit,
  calls?: CallFigures,
) {
  return (tool: Tool, input: unknown, caller: Caller) => {
    const { requestId, client, keyId } = caller;
    const entry = () => ({ at: clock(), tool: tool.name, requestId, client, keyId, args: input });
    const begun =
      tool.effect === 'read' ? undefined : audit?.begin(entry(), { relaxed: tool.effect === 'add' });
    return (reply: Reply, durationMs: number): Promise<void> | undefined => {
      const outcome = reply.ok ? 'ok' : reply.error.kind;
      const ms = Math.round(durationMs * 100) / 100;
      log.info({ requestId, tool: tool.name, outcome, ms, client }, 'call');
      if (durationMs > slowMs)
        log.warn({ requestId, tool: tool.name, outcome, ms, client, keyId }, 'slow call');
      calls?.add(tool.name, outcome, durationMs);
      if (!reply.ok) recorded.add(reply.error);
      if (begun) return begun.end({ at: clock(), outcome, durationMs });
      if (!caller.following)
        audit?.record({ ...entry(), outcome, durationMs, reads: !refusals.has(outcome) });
      return undefined;
    };
  };
}
