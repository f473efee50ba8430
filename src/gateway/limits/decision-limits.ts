import type { Catalog } from '../../handlers/tool/catalog.ts';
import type { Tool } from '../../handlers/tool/tool.ts';
import { type Caller, clientOf } from '../auth/caller.ts';
import type { DecisionLimits } from '../config/env.ts';
import { type Allowance, allow, type Limit } from './allowance.ts';
import type { Counters } from './shared-counters.ts';

export type Limits = {
  /** Counts a call and decides whether it may run. */
  call(tool: Tool, caller: Caller): Promise<Allowance>;
};

/** Limits on the decisions toolset, per client and minute. */
export function createLimits(catalog: Catalog, limits: DecisionLimits, counters: Counters): Limits {
  const toolset = catalog.toolsets.find(({ name }) => name === 'decisions');
  const limited = new Set(toolset?.tools);
  const behindResources = new Set(toolset?.resources?.map(({ tool }) => tool));
  const limit = (name: keyof DecisionLimits, what: string): Limit => ({
    counter: counters.counter(`decisions/${name}`, limits[name]),
    what,
    variable: 'DEWEY_DECISION_LIMITS',
  });
  const requests = limit('requests', 'requests');
  const captures = limit('captures', 'captured decisions');
  const reads = limit('reads', 'resource reads');
  return {
    async call(tool, caller) {
      const client = clientOf(caller);
      if (caller.reading && behindResources.has(tool)) return allow(reads, client);
      if (!limited.has(tool)) return { ok: true };
      const all = await allow(requests, client);
      if (!all.ok || tool.name !== 'membria_capture_decision') return all;
      const own = await allow(captures, client);
      return own.ok && own.warning === undefined ? all : own;
    },
  };
}
