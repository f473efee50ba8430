import { sign } from '@octokit/webhooks-methods';
import { describe, expect, it } from 'vitest';
import analyzeDecision from '../../../src/handlers/decisions/analyze-decision.ts';
import getDecision from '../../../src/handlers/decisions/get-decision.ts';
import { call } from '../../support/call.ts';
import { useDecisions } from '../../support/decisions.ts';
import { useServer } from '../../support/gateway.ts';
import { useLake } from '../../support/lake.ts';

const secret = 'shared-with-github';
const lake = useLake();
const server = useServer(lake, {
  DEWEY_GITHUB_SECRET: secret,
  DEWEY_API_KEYS: 'boss:admin:github-does-not-know-this',
});
const closed = useServer(lake);
const { capture } = useDecisions(lake);

let deliveries = 0;

async function deliver(
  event: string,
  body: object,
  options: { signature?: string; delivery?: string; url?: string } = {},
) {
  deliveries += 1;
  const text = JSON.stringify(body);
  const response = await fetch(`${options.url ?? server.url}/hooks/github`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'X-GitHub-Event': event,
      'X-GitHub-Delivery': options.delivery ?? `delivery-${deliveries}`,
      'X-Hub-Signature-256': options.signature ?? (await sign(secret, text)),
    },
    body: text,
  });
  return { status: response.status, body: await response.json() };
}

const html_url = 'https://github.com/acme/shop/pull/7';
const pullRequest = (action: string, fields: object) => ({
  action,
  pull_request: {
    html_url,
    title: 'Add a pool',
    body: null,
    merged: false,
    head: { ref: 'pool', sha: 'a'.repeat(40) },
    ...fields,
  },
});
const checkRun = (conclusion: string, fields: object = {}) => ({
  action: 'completed',
  check_run: { name: 'test', head_sha: 'a'.repeat(40), conclusion, pull_requests: [], ...fields },
  repository: { html_url: 'https://github.com/acme/shop' },
});
const signalsOf = async (decision_id: string): Promise<string[]> =>
  (await call(getDecision, { decision_id }, lake.deps)).signals.map(
    (one: { signal_type: string; valence: string }) => `${one.signal_type} ${one.valence}`,
  );

describe('POST /hooks/github', () => {
  it('follows a pull request from opening to merge, with its checks', async () => {
    const id = await capture('Use a connection pool for PostgreSQL', 'database');
    const opened = await deliver('pull_request', pullRequest('opened', { body: `Carries out ${id}.` }));
    expect(opened).toMatchObject({
      status: 202,
      body: { signals: [{ decision_id: id, status: 'recorded' }] },
    });
    await deliver('check_run', checkRun('failure'));
    await deliver('check_run', checkRun('success'));
    await deliver('check_run', checkRun('skipped'));
    await deliver('pull_request', pullRequest('closed', { body: `Carries out ${id}.`, merged: true }));
    expect(await signalsOf(id)).toEqual([
      'pr_created neutral',
      'ci_failed negative',
      'ci_passed positive',
      'pr_merged positive',
    ]);
    const { analysis } = await call(analyzeDecision, { decision_id: id }, lake.deps);
    expect(analysis.causal_chain.implementation).toBe('CodeChange: Add a pool');
  });

  it('finds the decision in a title, in a branch with a suffix, or in a commit', async () => {
    const ids = await Promise.all(
      ['title', 'branch', 'commit'].map((place) => capture(`Name the decision in the ${place}`)),
    );
    const [inTitle = '', inBranch = '', inCommit = ''] = ids;
    await deliver(
      'pull_request',
      pullRequest('opened', { title: `[${inTitle}] Add`, html_url: `${html_url}1` }),
    );
    await deliver(
      'pull_request',
      pullRequest('opened', {
        head: { ref: `${inBranch}_add_pool`, sha: 'b'.repeat(40) },
        html_url: `${html_url}2`,
      }),
    );
    await deliver('push', {
      ref: 'refs/heads/main',
      commits: [{ id: 'c'.repeat(40), message: `Add\n\nFor ${inCommit}` }],
    });
    await deliver('check_run', checkRun('success', { head_sha: 'c'.repeat(40) }));
    expect(await signalsOf(inTitle)).toEqual(['pr_created neutral']);
    expect(await signalsOf(inBranch)).toEqual(['pr_created neutral']);
    expect(await signalsOf(inCommit)).toEqual(['ci_passed positive']);
  });

  it('records a repeated delivery once, and nothing for a request closed unmerged', async () => {
    const id = await capture('Use a queue between shop and mail service');
    const opened = pullRequest('opened', { title: id });
    await Promise.all([1, 2, 3].map(() => deliver('pull_request', opened, { delivery: 'again' })));
    await deliver('pull_request', pullRequest('closed', { title: id }));
    expect(await signalsOf(id)).toEqual(['pr_created neutral']);
  });

  it('records an event once under whatever delivery id, and a repeated check anew', async () => {
    const id = await capture('Keep a copy of every webhook');
    const about = { title: id, html_url: `${html_url}9`, head: { ref: 'copy', sha: 'e'.repeat(40) } };
    const run = (runId: number, conclusion: string) =>
      checkRun(conclusion, { id: runId, head_sha: 'e'.repeat(40) });
    const events: [string, object][] = [
      ['pull_request', pullRequest('opened', about)],
      ['check_run', run(1, 'failure')],
      ['check_run', run(2, 'success')],
      ['pull_request', pullRequest('closed', { ...about, merged: true })],
    ];
    for (const [name, body] of events) await deliver(name, body);
    const once = ['pr_created neutral', 'ci_failed negative', 'ci_passed positive', 'pr_merged positive'];
    expect(await signalsOf(id)).toEqual(once);
    await Promise.all([...events, ...events].map(([name, body]) => deliver(name, body)));
    expect(await signalsOf(id)).toEqual(once);
    await deliver('check_run', run(3, 'success'));
    expect(await signalsOf(id)).toEqual([...once, 'ci_passed positive']);
  });

  it('redacts secrets in titles and commit messages', async () => {
    const token = `ghp_${'a1B2'.repeat(9)}`;
    const id = await capture('Rotate the token of the release job', 'auth');
    const title = `Replace ${token}`;
    await deliver('pull_request', pullRequest('opened', { title, body: id, html_url: `${html_url}8` }));
    await deliver('push', {
      ref: 'refs/heads/main',
      commits: [{ id: 'b'.repeat(40), message: `${title} for ${id}` }],
    });
    const kept = await lake.db.sql<{ text: string }[]>`
      select title as text from code_changes where decision_id = ${id}
      union all select description from decision_signals where decision_id = ${id}`;
    expect(kept.map(({ text }) => text)).toEqual(
      kept.map(() => expect.stringMatching(/^Replace \[redacted:github_token\]/)),
    );
    expect(kept.length).toBe(4);
  });

  it('answers with success to events that do not concern decisions', async () => {
    expect(await deliver('ping', { zen: 'Keep it' })).toEqual({ status: 202, body: { signals: [] } });
    expect(
      await deliver(
        'pull_request',
        pullRequest('opened', { title: 'dec_of_nobody', html_url: `${html_url}3` }),
      ),
    ).toMatchObject({
      body: { signals: [] },
    });
    expect((await deliver('pull_request', { action: 'opened' })).status).toBe(400);
  });

  it('refuses what is not signed with the secret, and everything if there is no secret', async () => {
    const body = pullRequest('opened', {});
    expect((await deliver('pull_request', body, { signature: `sha256=${'0'.repeat(64)}` })).status).toBe(401);
    expect(
      (await deliver('pull_request', body, { signature: await sign('another secret', JSON.stringify(body)) }))
        .status,
    ).toBe(401);
    expect((await deliver('pull_request', body, { signature: 'garbage' })).status).toBe(401);
    expect(await deliver('pull_request', body, { url: closed.url })).toMatchObject({
      status: 403,
      body: { error: { data: { suggestion: expect.stringContaining('DEWEY_GITHUB_SECRET') } } },
    });
  });

  it('refuses an empty signature like a missing one, and an empty delivery', async () => {
    const empty = await deliver('pull_request', pullRequest('opened', {}), { signature: '' });
    expect(empty).toMatchObject({
      status: 401,
      body: { error: { kind: 'unauthorized', data: { problem: 'is required' } } },
    });
    const nothing = await fetch(`${server.url}/hooks/github`, {
      method: 'POST',
      headers: { 'X-GitHub-Event': 'ping', 'X-Hub-Signature-256': await sign(secret, 'x') },
    });
    expect([
      nothing.status,
      ((await nothing.json()) as { error: { message: string } }).error.message,
    ]).toEqual([400, 'The delivery has no body.']);
  });
});
