import type { ToolError } from '../../handlers/tool/errors.ts';
import { isLoopback } from '../config/env.ts';
import type { ClientLimits } from '../config/limits.ts';
import { type Allowance, allow, type Left, tooMany } from './allowance.ts';
import type { Counters } from './shared-counters.ts';

export type Clients = {
  /** The key that limits count by; undefined for requests that are not counted. */
  of(request: {
    keyId: string | undefined;
    clientId: string | undefined;
    address: string | undefined;
  }): string | undefined;
  /** Counts a request or a frame, or as many requests as one brought. */
  request(client: string, requests?: number): Promise<Allowance & { left?: Left }>;
  /** Counts a running call; the returned function ends it. Returns an error if too many are running. */
  begin(client: string): (() => void) | ToolError;
  /** The same for a connection. */
  connect(client: string): (() => void) | ToolError;
  /** The error that opening one more connection would give; undefined if it is allowed. */
  crowded(client: string): ToolError | undefined;
};

const variable = 'DEWEY_LIMITS';

/** Counts what each client does: requests across all gateways; calls and connections in this process. */
export function createClients(limits: ClientLimits, counters: Counters): Clients {
  const { requests, everyone } = limits;
  const limit = requests !== null && {
    counter: counters.counter('requests', requests),
    what: 'requests',
    variable,
  };
  const calls = createGauge(limits.concurrent, 'concurrent calls');
  const connections = createGauge(limits.connections, 'WebSockets and streams at once');
  return {
    of({ keyId, clientId, address }) {
      if (keyId !== undefined) return `key:${keyId}`;
      return everyone || !isLocal(address ?? '') ? clientId : undefined;
    },
    request: async (client, requests = 1) => (limit ? allow(limit, client, requests) : { ok: true }),
    begin: calls.take,
    connect: connections.take,
    crowded: connections.refusal,
  };
}

/** Counts concurrent uses by client. */
function createGauge(most: number | null, what: string) {
  const running = new Map<string, number>();
  const refusal = (client: string): ToolError | undefined =>
    most !== null && (running.get(client) ?? 0) >= most ? tooMany(most, what, 1, variable) : undefined;
  const take = (client: string): (() => void) | ToolError => {
    const refused = refusal(client);
    if (refused) return refused;
    running.set(client, (running.get(client) ?? 0) + 1);
    let left = false;
    return () => {
      if (left) return;
      left = true;
      const now = (running.get(client) ?? 1) - 1;
      if (now > 0) running.set(client, now);
      else running.delete(client);
    };
  };
  return { refusal, take };
}

/** IPv4 addresses may arrive in IPv6 form. */
const isLocal = (address: string): boolean => isLoopback(address.replace(/^::ffff:/, ''));
