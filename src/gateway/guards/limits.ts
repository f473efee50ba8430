import type { Catalog } from '../../handlers/catalog.ts';
import type { Tool } from '../../handlers/tool.ts';
import { type Caller, clientOf } from '../door.ts';
import type { DecisionLimits } from '../env.ts';
import { type Allowance, allow, type Limit } from './allowance.ts';
import type { Counters } from './counters.ts';

export type Limits = {
  /** Counts a call and says whether it may run. */
  call(tool: Tool, caller: Caller): Promise<Allowance>;
};

/** Limits on the decisions toolset, by client and minute. */
export function createLimits(catalog: Catalog, limits: DecisionLimits, counters: Counters): Limits {
  const shelf = catalog.shelves.find(({ name }) => name === 'decisions');
  const limited = new Set(shelf?.tools);
  const behindResources = new Set(shelf?.resources?.map(({ tool }) => tool));
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
