import * as z from 'zod';

/** What one client may do: a key, without one its session or socket, else its address. Null: as much as it likes. */
export type ClientLimits = {
  /** A minute. */
  requests: number | null;
  /** WebSockets and streams open at once. */
  connections: number | null;
  /** Calls running at once. */
  concurrent: number | null;
  bodyBytes: number;
  frameBytes: number;
  /** Wrong keys from one address a minute; right ones are not counted. */
  failures: number | null;
  /** Clients on this machine without a key are counted too; not by default, since they are its user. */
  everyone: boolean;
};

const mostBytes = 16_000_000;

/** Far above what one person's agents do: what meets them is a loop gone wild. */
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
