import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Catalog } from '../../handlers/catalog.ts';
import { ToolError } from '../../handlers/errors.ts';
import type { Tool } from '../../handlers/tool.ts';
import { type Caller, clientOf } from '../door.ts';
import type { DecisionLimits } from '../env.ts';

/** What a call may do, as far as limits go; `warning` when one is nearly used up. */
export type Allowance = { ok: true; warning?: string } | { ok: false; error: ToolError; warning?: never };

export type Limits = {
  /** Counts a call and says whether it may run. */
  call(tool: Tool, caller: Caller): Promise<Allowance>;
};

const windowSeconds = 60;
/** Clients hear of a limit from this share of it on. */
const warnFrom = 0.8;

/** Limits on the decisions toolset, by client and minute; in this process alone. */
export function createLimits(catalog: Catalog, limits: DecisionLimits): Limits {
  const shelf = catalog.shelves.find(({ name }) => name === 'decisions');
  const limited = new Set(shelf?.tools);
  const behindResources = new Set(shelf?.resources?.map(({ tool }) => tool));
  const counter = (points: number) => new RateLimiterMemory({ points, duration: windowSeconds });
  const requests = { what: 'requests', limiter: counter(limits.requests) };
  const captures = { what: 'captured decisions', limiter: counter(limits.captures) };
  const reads = { what: 'resource reads', limiter: counter(limits.reads) };
  return {
    async call(tool, caller) {
      if (caller.reading && behindResources.has(tool)) return take(reads, caller);
      if (!limited.has(tool)) return { ok: true };
      const all = await take(requests, caller);
      if (!all.ok || tool.name !== 'membria_capture_decision') return all;
      const own = await take(captures, caller);
      return own.ok && own.warning === undefined ? all : own;
    },
  };
}

type Counter = { what: string; limiter: RateLimiterMemory };

async function take({ what, limiter }: Counter, caller: Caller): Promise<Allowance> {
  try {
    const { consumedPoints } = await limiter.consume(clientOf(caller));
    if (consumedPoints < limiter.points * warnFrom) return { ok: true };
    return {
      ok: true,
      warning: `${consumedPoints} of ${limiter.points} ${what} a minute are used; beyond that calls are refused`,
    };
  } catch (thrown) {
    if (!(thrown instanceof RateLimiterRes)) throw thrown;
    const seconds = Math.max(1, Math.ceil(thrown.msBeforeNext / 1000));
    return {
      ok: false,
      error: new ToolError('rate_limited', `More than ${limiter.points} ${what} a minute.`, {
        limit: limiter.points,
        retry_after: seconds,
        suggestion: `Wait ${seconds} seconds, and longer each time; DEWEY_DECISION_LIMITS sets the limits.`,
      }),
    };
  }
}
