import type { Catalog } from '../handlers/catalog.ts';
import type { Deps } from '../handlers/deps.ts';
import { ToolError } from '../handlers/errors.ts';
import type { Exchange } from '../handlers/exchange.ts';
import type { Reply, Tool } from '../handlers/tool.ts';
import type { Audit } from './audit.ts';
import type { Changes } from './changes.ts';
import type { Scope } from './env.ts';
import { callWithinReach, createAccess } from './guards/access.ts';
import type { Clients } from './guards/clients.ts';
import type { Identity } from './guards/identity.ts';
import type { Limits } from './guards/limits.ts';
import type { CallFigures } from './metrics/calls.ts';
import { createRecord } from './record.ts';
import type { Tracing } from './tracing.ts';
import type { Traffic } from './traffic.ts';

/** Who is calling, as its way in found out. */
export type Caller = {
  requestId: string;
  /** Name and version the client gave. */
  client?: string | undefined;
  /** Name of the API key. */
  keyId?: string | undefined;
  /** Its session, socket or address, as `address:192.0.2.7`: tells clients without keys apart. */
  peer?: string | undefined;
  /** True for a resource: it is read by address, and counted so. */
  reading?: boolean | undefined;
  /** What the key may do; everything where no keys are in use. */
  scope: Scope;
  /** Its key with what that reaches; absent on ways in that need none. */
  key?: Identity | undefined;
  /** The span this call belongs to, as its client says. */
  traceparent?: string | undefined;
  /** Whom limits are counted for, and a limit of its requests that is nearly used up. */
  counted?: string | undefined;
  warning?: string | undefined;
  /** Goes on reading the audit log: that is in it once, or each look would be what the next one finds. */
  following?: boolean | undefined;
  /** The client's end of the call, over transports that have one. */
  exchange?: Exchange | undefined;
};

/** A client is its key, else its session or socket, else its address. */
export const clientOf = ({ keyId, peer }: Caller): string =>
  keyId === undefined ? (peer ?? '') : `key:${keyId}`;

/** The one way to a tool, whatever the transport: rights, audit and log happen here, once. */
export type Door = {
  /** Undefined when no tool answers to that name. */
  find(name: string): Tool | undefined;
  call(tool: Tool, input: unknown, caller: Caller): Promise<Reply>;
  /** What listings and completions are given, which only read. */
  depsFor(caller: Caller): Deps;
  /** Calls running now. */
  running(): number;
  /** Takes no more calls; resolves when none is running, or after this many milliseconds. */
  close(patienceMs: number): Promise<void>;
};

/** Lets a tool do its work for a client, known by a key of its own. */
export type CarryOut = (tool: Tool, input: unknown, deps: Deps, client: string) => Promise<Reply>;

export const plainly: CarryOut = (tool, input, deps) => tool.call(input, deps);

/** Those who look at every call. */
export type Watch = {
  /** Counts calls at once. */
  clients?: Pick<Clients, 'begin'> | undefined;
  /** Keeps the figures. */
  calls?: CallFigures | undefined;
  tracing?: Tracing | undefined;
  /** Knows what is running, for what gives way to it. */
  traffic?: Traffic | undefined;
  /** Settles where the work is done. */
  carryOut?: CarryOut | undefined;
};

export function createDoor(
  catalog: Catalog,
  deps: Deps,
  audit?: Audit,
  changes?: Changes,
  limits?: Limits,
  { clients, calls, tracing, traffic, carryOut = plainly }: Watch = {},
): Door {
  const access = createAccess(catalog);
  const record = createRecord(deps, audit, calls);
  const running = new Set<Promise<Reply>>();
  let closed = false;

  const run = async (tool: Tool, input: unknown, caller: Caller): Promise<Reply> => {
    if (closed) return stopping();
    const refused = access.refusal(tool, caller);
    if (refused) return { ok: false, error: refused };
    const leave = caller.counted === undefined ? undefined : clients?.begin(caller.counted);
    if (leave instanceof ToolError) return { ok: false, error: leave };
    const left = tool.unhurried ? undefined : traffic?.enter();
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
    const given = { ...deps, call: caller };
    const reply = caller.key?.limited
      ? await callWithinReach(tool, input, caller, given)
      : await carryOut(tool, input, given, clientOf(caller));
    return withWarning(reply, allowance?.warning ?? caller.warning);
  };

  return {
    find: (name) => catalog.find(name),
    depsFor: (caller) => ({ ...deps, call: caller }),
    running: () => running.size,
    async close(patienceMs) {
      closed = true;
      const timeout = new Promise<void>((resolve) => setTimeout(resolve, patienceMs).unref());
      await Promise.race([Promise.all(running), timeout]);
    },
    async call(tool, input, caller) {
      const begun = performance.now();
      const traced = tracing?.begin(tool.name, caller);
      const reply = await run(tool, input, caller);
      traced?.(reply.ok ? 'ok' : reply.error.kind);
      if (reply.ok && reply.touched.length > 0) changes?.publish(reply.touched);
      record(tool, input, caller, reply, performance.now() - begun);
      return reply;
    },
  };
}

/** A limit that is nearly used up is told in the result itself: it is all that every client sees. */
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
