import * as z from 'zod';
import { ToolError } from '../../../handlers/tool/errors.ts';

/** The parts of a GitHub event that concern decisions. */
export type GithubEvent = {
  /** Texts that may name decisions. */
  texts: string[];
  /** URLs of pull requests and hashes of commits the event refers to. */
  refs: string[];
  /** Code to link to the decisions. */
  changes: { kind: 'pull_request' | 'commit'; ref: string; title: string | undefined }[];
  signal?: {
    type: 'pr_created' | 'pr_merged' | 'ci_passed' | 'ci_failed';
    valence: 'positive' | 'negative' | 'neutral';
    description: string;
    /** Identifies what happened, identically in every delivery: the delivery id is not covered by the signature. */
    identity: readonly (string | number)[];
  };
};

const pullRequest = z.object({
  action: z.string(),
  pull_request: z.object({
    html_url: z.string(),
    title: z.string(),
    body: z.string().nullish(),
    merged: z.boolean().nullish(),
    merge_commit_sha: z.string().nullish(),
    head: z.object({ ref: z.string(), sha: z.string() }),
  }),
});

const checkRun = z.object({
  action: z.string(),
  check_run: z.object({
    /** A new one for each run of a check. */
    id: z.int().optional(),
    name: z.string(),
    head_sha: z.string(),
    conclusion: z.string().nullish(),
    check_suite: z.object({ head_branch: z.string().nullish() }).nullish(),
    pull_requests: z.array(z.object({ number: z.int() })).default([]),
  }),
  repository: z.object({ html_url: z.string() }),
});

const push = z.object({
  ref: z.string(),
  commits: z.array(z.object({ id: z.string(), message: z.string() })).default([]),
});

/**
 * Reads an event; undefined if it does not concern decisions.
 *
 * @throws ToolError `invalid_input` if the body does not match this event.
 */
export function readEvent(name: string | undefined, body: unknown): GithubEvent | undefined {
  if (name === 'pull_request') return ofPullRequest(parse(pullRequest, body, name));
  if (name === 'check_run') return ofCheckRun(parse(checkRun, body, name));
  if (name === 'push') return ofPush(parse(push, body, name));
  return undefined;
}

function parse<T>(shape: z.ZodType<T>, body: unknown, name: string): T {
  const parsed = shape.safeParse(body);
  if (parsed.success) return parsed.data;
  throw new ToolError('invalid_input', `The body is not that of a ${name} event.`, {
    field: parsed.error.issues[0]?.path.join('.') ?? '',
  });
}

function ofPullRequest({ action, pull_request: pr }: z.output<typeof pullRequest>): GithubEvent {
  const shas = [pr.head.sha, ...(pr.merged && pr.merge_commit_sha ? [pr.merge_commit_sha] : [])];
  const event: GithubEvent = {
    texts: [pr.title, pr.body ?? '', pr.head.ref],
    refs: [pr.html_url],
    changes: [
      { kind: 'pull_request', ref: pr.html_url, title: pr.title },
      ...shas.map((ref) => ({ kind: 'commit' as const, ref, title: pr.title })),
    ],
  };
  const description = `${pr.title} (${pr.html_url})`.slice(0, 2000);
  if (action === 'opened')
    return {
      ...event,
      signal: { type: 'pr_created', valence: 'neutral', description, identity: [pr.html_url] },
    };
  if (action === 'closed' && pr.merged)
    return {
      ...event,
      signal: { type: 'pr_merged', valence: 'positive', description, identity: [pr.html_url] },
    };
  return event;
}

function ofCheckRun({
  action,
  check_run: run,
  repository,
}: z.output<typeof checkRun>): GithubEvent | undefined {
  const passed = run.conclusion === 'success';
  // Cancelled, skipped, stale and neutral runs reveal nothing about the code.
  if (action !== 'completed' || !(passed || run.conclusion === 'failure' || run.conclusion === 'timed_out'))
    return undefined;
  return {
    texts: [run.name, run.check_suite?.head_branch ?? ''],
    refs: [run.head_sha, ...run.pull_requests.map(({ number }) => `${repository.html_url}/pull/${number}`)],
    changes: [],
    signal: {
      type: passed ? 'ci_passed' : 'ci_failed',
      valence: passed ? 'positive' : 'negative',
      description: `${run.name}: ${run.conclusion} on ${run.head_sha}`.slice(0, 2000),
      identity: [repository.html_url, run.id ?? `${run.name} on ${run.head_sha}`],
    },
  };
}

/** Commits are linked; they are not signals themselves. */
function ofPush({ commits }: z.output<typeof push>): GithubEvent | undefined {
  const named = commits.filter(({ message }) => decisionsNamedIn([message]).length > 0);
  if (named.length === 0) return undefined;
  return {
    texts: named.map(({ message }) => message),
    refs: [],
    changes: named.map(({ id, message }) => ({ kind: 'commit', ref: id, title: message.split('\n')[0] })),
  };
}

/**
 * The decision ids in texts. In a branch such as `dec_0a1b2c_add_pool` the id may end at any underscore: `candidates`
 * lists the possible readings, longest first.
 */
export function decisionsNamedIn(texts: readonly string[]): { id: string; candidates: string[] }[] {
  const ids = new Set(texts.flatMap((text) => text.match(/(?<![a-z0-9_])dec_[a-z0-9_]+/g) ?? []));
  return [...ids].map((id) => {
    const parts = id.split('_');
    return {
      id,
      candidates: parts.slice(1).map((_, i) => parts.slice(0, parts.length - i).join('_')),
    };
  });
}
