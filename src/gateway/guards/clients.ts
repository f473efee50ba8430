import type { Context } from 'hono';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { ToolError } from '../../handlers/errors.ts';
import { addressOf, type Variables } from '../caller.ts';
import { isLoopback } from '../env.ts';
import type { Allowance } from './limits.ts';
import type { ClientLimits } from './limits-env.ts';

export type Clients = {
  /** Whom a request is counted for; undefined for those who are not counted. */
  of(c: Context<{ Variables: Variables }>, isSession: (id: string) => boolean): string | undefined;
  /** Counts a request or a frame. */
  request(client: string): Promise<RequestAllowance>;
  /** Counts a call until the function it returns is called; a refusal where too many are running. */
  begin(client: string): (() => void) | ToolError;
  /** The same for a connection. */
  connect(client: string): (() => void) | ToolError;
  /** Why one more connection would be refused. */
  crowded(client: string): ToolError | undefined;
};

export type RequestAllowance = Allowance & { left?: { limit: number; remaining: number; reset: number } };

const windowSeconds = 60;
/** Clients hear of a limit from this share of it on. */
const warnFrom = 0.8;

/** Counts what each client does, in this process alone: with several gateways each gives its own share. */
export function createClients(limits: ClientLimits): Clients {
  const { requests, everyone } = limits;
  const limiter =
    requests === null ? undefined : new RateLimiterMemory({ points: requests, duration: windowSeconds });
  const calls = createGauge(limits.concurrent, 'calls at once');
  const connections = createGauge(limits.connections, 'WebSockets and streams at once');
  return {
    of(c, isSession) {
      // Webhooks come without.
      const keyId = (c.get('identity') as Variables['identity'] | undefined)?.keyId;
      if (keyId !== undefined) return `key:${keyId}`;
      const address = addressOf(c.env) ?? '';
      if (!everyone && isLocal(address)) return undefined;
      // An id of no session would make everybody many clients.
      const session = c.req.header('mcp-session-id');
      return session !== undefined && isSession(session) ? `session:${session}` : `address:${address}`;
    },
    begin: calls.take,
    connect: connections.take,
    crowded: connections.refusal,
    async request(client) {
      if (!limiter) return { ok: true };
      const taken = await limiter.consume(client).catch((refused: unknown) => {
        if (refused instanceof RateLimiterRes) return refused;
        throw refused;
      });
      const reset = Math.max(1, Math.ceil(taken.msBeforeNext / 1000));
      const used = taken.consumedPoints;
      const left = { limit: limiter.points, remaining: Math.max(0, limiter.points - used), reset };
      if (used > limiter.points)
        return { ok: false, error: tooMany(limiter.points, 'requests a minute', reset), left };
      if (used < limiter.points * warnFrom) return { ok: true };
      const warning = `${used} of ${limiter.points} requests a minute are used; beyond that they are refused`;
      return { ok: true, warning, left };
    },
  };
}

/** Counts what goes on at once, by client. */
function createGauge(most: number | null, what: string) {
  const running = new Map<string, number>();
  const refusal = (client: string): ToolError | undefined =>
    most !== null && (running.get(client) ?? 0) >= most ? tooMany(most, what, 1) : undefined;
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

const tooMany = (limit: number, what: string, seconds: number): ToolError =>
  new ToolError('rate_limited', `More than ${limit} ${what}.`, {
    limit,
    retry_after: seconds,
    suggestion: `Wait ${seconds} seconds, and longer each time; DEWEY_LIMITS sets the limits.`,
  });

/** An IPv4 address may come as an IPv6 one. */
const isLocal = (address: string): boolean => isLoopback(address.replace(/^::ffff:/, ''));
