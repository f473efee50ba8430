import * as z from 'zod';
import { ToolError } from '../../../handlers/tool/errors.ts';

/** The parts of a GitHub event that concern decisions. */
export type GithubEvent = {
  /** Texts that may name decisions. */
  texts: string[];
  /** URLs of pull requests and hashes of commits the event refers to. */
  refs: string[];
  /** URL of the pull request that was merged. */
  merged?: string;
  /** Code to link to the decisions. */
  changes: { kind: 'pull_request' | 'commit'; ref: string; title: string | undefined }[];
  signal?: {
    type: 'pr_created' | 'pr_merged' | 'reverted' | 'ci_passed' | 'ci_failed' | 'incident';
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

const issue = z.object({
  action: z.string(),
  issue: z.object({
    html_url: z.string(),
    title: z.string(),
    body: z.string().nullish(),
    labels: z.array(z.object({ name: z.string() })).default([]),
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
  if (name === 'issues') return ofIssue(parse(issue, body, name));
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
  const reverted = revertedBy(pr);
  if (action === 'closed' && pr.merged && reverted.length > 0)
    return {
      texts: event.texts,
      refs: reverted,
      changes: [],
      signal: { type: 'reverted', valence: 'negative', description, identity: [pr.html_url] },
    };
  if (action === 'closed' && pr.merged)
    return {
      ...event,
      merged: pr.html_url,
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

/** The pull requests and commits that a pull request reverts, as GitHub's button writes it: "Reverts owner/name#7". */
function revertedBy({ title, body, html_url }: z.output<typeof pullRequest>['pull_request']): string[] {
  const text = `${title}\n${body ?? ''}`;
  const host = html_url.split('/').slice(0, 3).join('/');
  const numbers = [...text.matchAll(/\breverts ([\w.-]{1,100}\/[\w.-]{1,100})?#(\d{1,9})\b/giu)].map(
    ([, repo, number]) =>
      repo === undefined
        ? `${html_url.slice(0, html_url.lastIndexOf('/') + 1)}${number}`
        : `${host}/${repo}/pull/${number}`,
  );
  return [...numbers, ...commitsRevertedIn(text)];
}

const commitsRevertedIn = (text: string): string[] =>
  [...text.matchAll(/\breverts commit ([0-9a-f]{7,64})\b/giu)].map(([, sha = '']) => sha.toLowerCase());

const ofIncident = /^(?:incident|outage|post-?mortem|sev-?\d|severity[:/ -]?\d|p0)$/iu;

/** An issue labelled as an incident that names a decision, or a pull request that carried one out. */
function ofIssue({ action, issue: { html_url, title, body, labels }, repository }: z.output<typeof issue>) {
  if (!['opened', 'labeled', 'edited'].includes(action) || !labels.some(({ name }) => ofIncident.test(name)))
    return undefined;
  const text = `${title}\n${body ?? ''}`;
  const numbers = [...text.matchAll(/(?<![\w/])#(\d{1,9})\b/gu)].map(
    ([, n]) => `${repository.html_url}/pull/${n}`,
  );
  const urls = text.match(/https?:\/\/[\w.:-]{1,200}\/[\w.-]{1,100}\/[\w.-]{1,100}\/pull\/\d{1,9}/gu) ?? [];
  const event: GithubEvent = {
    texts: [title, body ?? ''],
    refs: [...numbers, ...urls],
    changes: [],
    signal: {
      type: 'incident',
      valence: 'negative',
      description: `${title} (${html_url})`.slice(0, 2000),
      identity: [html_url],
    },
  };
  return event;
}

/** Commits are linked. They are not signals themselves, except one that reverts another. */
function ofPush({ commits }: z.output<typeof push>): GithubEvent | undefined {
  const reverts = commits.filter(({ message }) => commitsRevertedIn(message).length > 0);
  const [revert] = reverts;
  if (revert)
    return {
      texts: reverts.map(({ message }) => message),
      refs: reverts.flatMap(({ message }) => commitsRevertedIn(message)),
      changes: [],
      signal: {
        type: 'reverted',
        valence: 'negative',
        description: `${revert.message.split('\n')[0]} (${revert.id})`.slice(0, 2000),
        identity: [revert.id],
      },
    };
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
