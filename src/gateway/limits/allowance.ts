import { ToolError } from '../../handlers/tool/errors.ts';
import type { Counter } from './shared-counters.ts';

/** What a call may do, as far as limits go; `warning` when one is nearly used up. */
export type Allowance = { ok: true; warning?: string } | { ok: false; error: ToolError; warning?: never };

/** A limit a minute, as its client hears of it. */
export type Limit = { counter: Counter; what: string; variable: string };

/** Beside what may be done, what is left of a limit, as headers have it. */
export type Left = { limit: number; remaining: number; reset: number };

/** Clients hear of a limit from this share of it on. */
const warnFrom = 0.8;

/** Counts one more and says whether it may be. */
export async function allow(
  { counter, what, variable }: Limit,
  client: string,
): Promise<Allowance & { left?: Left }> {
  const { limit } = counter;
  const { used, over, seconds } = await counter.take(client);
  if (used < limit * warnFrom) return { ok: true };
  const left = { limit, remaining: Math.max(0, limit - used), reset: seconds };
  if (over) return { ok: false, error: tooMany(limit, `${what} a minute`, seconds, variable), left };
  const warning = `${used} of ${limit} ${what} a minute are used; beyond that they are refused`;
  return { ok: true, warning, left };
}

export const tooMany = (limit: number, what: string, seconds: number, variable: string): ToolError =>
  new ToolError('rate_limited', `More than ${limit} ${what}.`, {
    limit,
    retry_after: seconds,
    suggestion: `Wait ${seconds} seconds, and longer each time; ${variable} sets the limits.`,
  });
