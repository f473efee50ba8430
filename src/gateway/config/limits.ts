import * as z from 'zod';

/** Limits for one client, identified by its key, else its session or socket, else its address. Null for unlimited. */
export type ClientLimits = {
  /** Per minute. */
  requests: number | null;
  /** WebSockets and streams open at once. */
  connections: number | null;
  /** Concurrent calls. */
  concurrent: number | null;
  bodyBytes: number;
  frameBytes: number;
  /** Wrong keys from one address per minute; valid keys are not counted. */
  failures: number | null;
  /** Applies the limits to keyless clients on this machine too. Off by default, since those belong to its user. */
  everyone: boolean;
};

const mostBytes = 16_000_000;

/** Far above what one person's agents do: only a runaway loop reaches them. */
const usual: ClientLimits = {
  requests: 60_000,
  connections: 200,
  concurrent: 256,
  bodyBytes: mostBytes,
  frameBytes: mostBytes,
  failures: 10,
  everyone: false,
};
const none: ClientLimits = { ...usual, requests: null, connections: null, concurrent: null, failures: null };

const form =
  'must be off, or of requests, connections, concurrent, failures, body and frame (in MB, up to 16), such as requests=6000,connections=50';

const counts = ['requests', 'connections', 'concurrent', 'failures'] as const;
const isCount = (name: string): name is (typeof counts)[number] => counts.some((count) => count === name);

const limits = z.string().transform((text, context): ClientLimits => {
  if (text.toLowerCase() === 'off') return none;
  const set: ClientLimits = { ...usual, everyone: true };
  for (const part of text.split(',')) {
    const [, name = '', value = ''] = /^\s*(\w+)\s*=\s*(\w+)\s*$/.exec(part) ?? [];
    const number = value.toLowerCase() === 'off' ? null : Number(value);
    const valid = number === null || (Number.isInteger(number) && number > 0 && number <= 1_000_000_000);
    const megabytes = (number ?? 16) * 1_000_000;
    if (valid && isCount(name)) set[name] = number;
    else if (valid && name === 'body' && megabytes <= mostBytes) set.bodyBytes = megabytes;
    else if (valid && name === 'frame' && megabytes <= mostBytes) set.frameBytes = megabytes;
    else context.addIssue(form);
  }
  return set;
});

/** See `./env.ts`. */
export const limitVariables = { DEWEY_LIMITS: limits.default(usual) };
