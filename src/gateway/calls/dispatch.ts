import type { Database } from '../../db/postgres/connect.ts';
import { withTimeout } from '../../db/runtime/with-timeout.ts';
import type { Catalog } from '../../handlers/tool/catalog.ts';
import type { Deps } from '../../handlers/tool/deps.ts';
import { ToolError } from '../../handlers/tool/errors.ts';
import type { Reply, Tool } from '../../handlers/tool/tool.ts';
import type { Audit } from '../audit/audit.ts';
import { type Caller, clientOf } from '../auth/caller.ts';
import type { ForegroundCalls } from '../background/foreground-calls.ts';
import type { Clients } from '../limits/clients.ts';
import type { Limits } from '../limits/decision-limits.ts';
import type { CallFigures } from '../metrics/calls.ts';
import type { Changes } from '../notify/changes.ts';
import { callWithinReach, createAccess } from './authorize.ts';
import { createDataFilter } from './data-filter.ts';
import { createRecord } from './record-call.ts';
import type { Replica } from './replica.ts';
import type { Tracing } from './tracing.ts';

/**
 * Dispatches every tool call, whatever the transport: authorization, audit and logging happen here and nowhere else.
 */
export type Dispatcher = {
  /** Undefined if there is no tool of that name. */
  find(name: string): Tool | undefined;
  call(tool: Tool, input: unknown, caller: Caller): Promise<Reply>;
  /** Records a call whose input could not be read; resolves once its audit row is as durable as that of any call. */
  unread(tool: Tool, error: ToolError, caller: Caller): Promise<void>;
  /** Whether the caller's key allows calls of this tool; a call may still fail for what it asks. */
  allows(tool: Tool, caller: Caller): boolean;
  /** Deps for listings and completions, which only read. */
  depsFor(caller: Caller): Deps;
  /** The number of calls in flight. */
  running(): number;
  /** Rejects new calls; resolves when none is running, or after this many milliseconds. */
  close(timeoutMs: number): Promise<void>;
};

/** Optional parts that observe or influence every call. */
export type Observers = {
  /** Limits concurrent calls. */
  clients?: Pick<Clients, 'begin'> | undefined;
  /** Collects the metrics. */
  calls?: CallFigures | undefined;
  tracing?: Tracing | undefined;
  /** Tracks calls in flight, so that background work can yield to them. */
  foreground?: ForegroundCalls | undefined;
  /** Connections for the tools that run on `admin`; the usual ones without them. */
  adminDb?: Database | undefined;
  /** A standby that reads may be sent to. */
  replica?: Replica | undefined;
};

export function createDispatcher(
  catalog: Catalog,
  deps: Deps,
  audit?: Audit,
  changes?: Changes,
  limits?: Limits,
  { clients, calls, tracing, foreground, adminDb, replica }: Observers = {},
): Dispatcher {
  const access = createAccess(catalog);
  const depsFor = createDataFilter(catalog, deps);
  const record = createRecord(deps, audit, calls);
  const running = new Set<Promise<Reply>>();
  let closed = false;

  const run = async (tool: Tool, input: unknown, caller: Caller): Promise<Reply> => {
    if (closed) return stopping();
    const refused = access.refusal(tool, caller);
    if (refused) return { ok: false, error: refused };
    const leave = caller.rateLimitKey === undefined ? undefined : clients?.begin(caller.rateLimitKey);
    if (leave instanceof ToolError) return { ok: false, error: leave };
    const left = tool.background ? undefined : foreground?.begin();
    const reply = admitted(tool, input, caller);
    running.add(reply);
    try {
      return await reply;
    } finally {
      running.delete(reply);
      leave?.();
      left?.();
    }
  };

  const admitted = async (tool: Tool, input: unknown, caller: Caller): Promise<Reply> => {
    const allowance = await limits?.call(tool, caller);
    if (allowance?.ok === false) return allowance;
    const ended = access.refusal(tool, caller);
    if (ended) return { ok: false, error: ended };
    const reply = await carryOut(tool, input, caller, depsFor(caller, tool));
    return withWarning(reply, allowance?.warning ?? caller.warning);
  };

  const carryOut = (tool: Tool, input: unknown, caller: Caller, given: Deps): Promise<Reply> => {
    if (caller.key?.limited) return callWithinReach(tool, input, caller, given);
    if (tool.runsOn === 'admin') return tool.call(input, adminDb ? { ...given, db: adminDb } : given);
    return replica ? replica.call(tool, input, given, clientOf(caller)) : tool.call(input, given);
  };

  return {
    find: (name) => catalog.find(name),
    allows: (tool, caller) => access.refusal(tool, caller) === undefined,
    depsFor: (caller) => depsFor(caller),
    running: () => running.size,
    async close(timeoutMs) {
      closed = true;
      await withTimeout(Promise.all(running), timeoutMs);
    },
    async unread(tool, error, caller) {
      await record(tool, undefined, caller)({ ok: false, error }, 0);
    },
    async call(tool, input, caller) {
      const begun = performance.now();
      const traced = tracing?.begin(tool.name, caller);
      const recorded = record(tool, input, caller);
      const reply = await run(tool, input, caller);
      traced?.(reply.ok ? 'ok' : reply.error.kind);
      if (reply.ok && reply.touched.length > 0) changes?.publish(reply.touched);
      await recorded(reply, performance.now() - begun);
      return reply;
    },
  };
}

/** A limit that is nearly used up is reported in the result itself, the only part that every client sees. */
const withWarning = (reply: Reply, warning: string | undefined): Reply =>
  reply.ok && warning !== undefined
    ? { ...reply, value: { ...(reply.value as object), limit_warning: warning } }
    : reply;

const stopping = (): Reply => ({
  ok: false,
  error: new ToolError('unavailable', 'The server is stopping. Nothing was stored; try again.', {
    retry_after: 1,
    suggestion: 'Connect again and repeat the same call.',
  }),
});
