import { ToolError } from '../../handlers/tool/errors.ts';
import type { Counter } from './shared-counters.ts';

/** Whether limits allow a call; `warning` if one is nearly used up. */
export type Allowance = { ok: true; warning?: string } | { ok: false; error: ToolError; warning?: never };

/** A limit per minute, with the words that describe it to clients. */
export type Limit = { counter: Counter; what: string; variable: string };

/** The rest of a limit, for response headers. */
export type Left = { limit: number; remaining: number; reset: number };

/** The share of a limit from which clients are warned. */
const warnFrom = 0.8;

/** Counts one more, or several, and decides whether they are allowed. */
export async function allow(
  { counter, what, variable }: Limit,
  client: string,
  uses = 1,
): Promise<Allowance & { left?: Left }> {
  const { limit } = counter;
  const { used, over, seconds } = await counter.take(client, uses);
  if (used < limit * warnFrom) return { ok: true };
  const left = { limit, remaining: Math.max(0, limit - used), reset: seconds };
  if (over) return { ok: false, error: tooMany(limit, `${what} per minute`, seconds, variable), left };
  const warning = `${used} of ${limit} ${what} per minute are used; beyond that they are refused`;
  return { ok: true, warning, left };
}

export const tooMany = (limit: number, what: string, seconds: number, variable: string): ToolError =>
  new ToolError('rate_limited', `More than ${limit} ${what}.`, {
    limit,
    retry_after: seconds,
    suggestion: `Wait ${seconds} seconds, and longer each time; ${variable} sets the limits.`,
  });
