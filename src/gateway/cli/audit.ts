import { setTimeout as delay } from 'node:timers/promises';
import { errorKinds } from '../../handlers/tool/errors.ts';
import { momentBefore } from '../admin/moments.ts';
import { clock } from '../runtime/clock-and-ids.ts';
import { openAdmin } from './admin-client.ts';
import type { ExitCode } from './run/program.ts';
import { print, say } from './run/say.ts';
import { stopSignal } from './run/signals.ts';
import { UsageError } from './run/usage.ts';
import { oneLine } from './terminal/harmless.ts';

export type AuditOptions = {
  tool?: string;
  key?: string;
  outcome?: string;
  request?: string;
  since?: string;
  until?: string;
  limit: string;
  follow?: boolean;
  json?: boolean;
  verify?: boolean;
};

type Call = {
  id: number;
  at: string;
  tool: string;
  outcome: string;
  duration_ms: number;
  request_id: string;
  client: string | null;
  key: string | null;
  args_bytes: number;
};

/** Rows are written up to a second after their call. */
const lookEveryMs = 500;
const mostAtOnce = 1000;
/** What a row can say; `failed` selects every error. */
const outcomes = ['ok', 'failed', 'unknown', ...Object.keys(errorKinds)];

/** Prints calls of the audit log, one per line, oldest first; `--follow` continues until stopped. */
export async function audit(env: NodeJS.ProcessEnv, options: AuditOptions): Promise<ExitCode> {
  if (options.verify) return verify(env, options);
  const limit = Number(options.limit);
  if (!Number.isInteger(limit) || limit < 1 || limit > 10_000)
    throw new UsageError('--limit must be an integer from 1 to 10000.');
  if (options.outcome !== undefined && !outcomes.includes(options.outcome))
    throw new UsageError(
      `There is no outcome ${JSON.stringify(options.outcome)}. The outcomes are: ${outcomes.join(', ')}.`,
    );
  const filter = {
    tool: options.tool,
    key: options.key,
    outcome: options.outcome,
    request_id: options.request,
    since: moment(options.since, '--since'),
    until: moment(options.until, '--until'),
  };
  const stopping = options.follow ? stopSignal() : undefined;
  const admin = await openAdmin(env, 'dewey audit');
  const read = async (options: object) =>
    ((await admin.call('audit_list', { ...filter, ...options })) as { calls: Call[] }).calls;
  const show = (calls: Call[]) => {
    for (const call of calls) say(options, call, line(call));
  };
  try {
    // The end of the log before the first read, so that a row written between the two is in one of them.
    const end = stopping ? ((await admin.call('audit_list', { limit: 1 })) as { calls: Call[] }).calls : [];
    const first = await read({ limit });
    show(first);
    if (first.length === 0 && !stopping) print('No calls match.', process.stderr);
    let last = [...end, ...first].reduce((most, { id }) => Math.max(most, id), 0);
    while (stopping && !stopping.aborted) {
      const next = await read({ after_id: last, limit: mostAtOnce });
      // Reading through a gateway is a call itself, and would be followed forever.
      show(next.filter(({ tool }) => tool !== 'audit_list'));
      last = next.at(-1)?.id ?? last;
      if (next.length < mostAtOnce)
        await delay(lookEveryMs, undefined, { signal: stopping }).catch(() => undefined); // stopped
    }
    return 0;
  } finally {
    await admin.close();
  }
}

type Verified = {
  whole: boolean;
  rows: number;
  unchained: number;
  trimmed_to: number;
  head: { id: number; hash: string };
  broken?: { id: number; problem: keyof typeof problems };
};

const problems = {
  changed: (id: number) => `row ${id} was changed`,
  'missing before': (id: number) => `rows before ${id} are missing`,
  'out of order': (id: number) => `row ${id} does not follow the row before it`,
  'missing after': (id: number) => `rows after ${id} are missing`,
};

/** Verifies the hash chain. Exit code 1 when a row was changed, moved or removed. */
async function verify(env: NodeJS.ProcessEnv, { json, limit: _, verify: _verify, ...others }: AuditOptions) {
  if (Object.keys(others).length > 0)
    throw new UsageError('--verify checks the whole log and can only be combined with --json.');
  const admin = await openAdmin(env, 'dewey audit');
  try {
    const found = (await admin.call('audit_verify', {})) as Verified; // its own tool's output
    say(json ? { json } : {}, found, verdict(found));
    return found.whole ? 0 : 1;
  } finally {
    await admin.close();
  }
}

const verdict = ({ rows, unchained, trimmed_to, head, broken }: Verified): string =>
  [
    broken
      ? `The audit log is broken: ${problems[broken.problem](broken.id)}; the ${rows} rows before it are intact.`
      : `The audit log is intact: ${rows} rows.`,
    ...(unchained > 0 ? [`${unchained} rows are older than the hash chain and cannot be verified.`] : []),
    ...(trimmed_to > 0 ? [`Rows up to ${trimmed_to} were removed because of their age.`] : []),
    `It ends with row ${head.id}, hash ${head.hash}.`,
  ].join('\n');

function moment(text: string | undefined, option: string): string | undefined {
  if (text === undefined) return undefined;
  const at = momentBefore(clock(), text);
  if (!at) throw new UsageError(`${option} must be a duration such as 24h, or a time.`);
  return at.toISOString();
}

const line = (call: Call): string =>
  [
    call.at,
    oneLine(call.outcome).padEnd(13),
    `${call.duration_ms.toFixed(1)} ms`.padStart(12),
    oneLine(call.tool).padEnd(32),
    oneLine(call.key ?? '-'),
    oneLine(call.client ?? '-'),
    `${call.args_bytes} bytes`,
    oneLine(call.request_id),
  ].join('  ');
