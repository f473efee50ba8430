import { sign } from '@octokit/webhooks-methods';
import { describe, expect, it } from 'vitest';
import { restClient } from '../../support/clients.ts';
import { useServer } from '../../support/gateway.ts';
import { useLake } from '../../support/lake.ts';

const secret = 'shared-with-github';
const lake = useLake();
const server = useServer(lake, { DEWEY_GITHUB_SECRET: secret, DEWEY_DECISION_LIMITS: 'off' });

async function github(event: string, body: object) {
  const text = JSON.stringify(body);
  const response = await fetch(`${server.url}/hooks/github`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'X-GitHub-Event': event,
      'X-Hub-Signature-256': await sign(secret, text),
    },
    body: text,
  });
  expect(response.status).toBe(202);
}

const repository = { html_url: 'https://github.com/acme/shop' };
const merged = (number: number, fields: object) => ({
  action: 'closed',
  pull_request: {
    html_url: `${repository.html_url}/pull/${number}`,
    title: 'A change',
    body: null,
    merged: true,
    merge_commit_sha: String(number).padStart(40, 'a'),
    head: { ref: 'topic', sha: String(number).padStart(40, 'b') },
    ...fields,
  },
});

async function settle(id: string, body: object) {
  const response = await fetch(`${server.url}/decisions/${id}/proposal`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}

describe('a decision and what becomes of it', () => {
  it('is merged, reverted and causes an incident; the outcome is proposed, confirmed and learned', async () => {
    const client = restClient(server.url);
    const decide = async (statement: string, alternatives = ['Write the cache ourselves', 'Redis']) =>
      await client.call('membria_capture_decision', {
        statement,
        alternatives,
        confidence: 0.8,
        context: { module: 'backend' },
      });
    for (const number of [1, 2, 3]) {
      const { decision_id } = await decide('Use Memcached for the price cache');
      await github('pull_request', merged(number, { title: `Add Memcached (${decision_id})` }));
      const after = await client.call('membria_get_decision', { decision_id });
      expect(after).toMatchObject({
        linked_pr: `${repository.html_url}/pull/${number}`,
        proposed_outcome: { final_status: 'success', reason: expect.stringContaining('Merged') },
      });

      if (number === 1)
        await github('issues', {
          action: 'opened',
          issue: {
            html_url: `${repository.html_url}/issues/99`,
            title: 'Prices are stale for hours',
            body: `Since #${number}.`,
            labels: [{ name: 'incident' }],
          },
          repository,
        });
      else
        await github(
          'pull_request',
          merged(number + 10, { title: 'Revert "Add Memcached"', body: `Reverts acme/shop#${number}` }),
        );
      const proposed = (await client.call('membria_get_decision', { decision_id })).proposed_outcome;
      expect(proposed).toMatchObject({
        final_status: 'failure',
        reason: expect.stringMatching(number === 1 ? /^Incident: Prices are stale/ : /^Reverted: Revert/),
      });
      const { decisions } = await client.call('membria_list_decisions', { module: 'backend', limit: 1 });
      expect(decisions).toMatchObject([{ decision_id, proposed_outcome: 'failure' }]);

      const settled = await settle(decision_id, {
        verdict: 'confirm',
        lessons_learned: ['Invalidation was never thought through'],
      });
      expect(settled).toMatchObject({ status: 200, body: { state: 'confirmed' } });
      expect(await client.call('membria_get_decision', { decision_id })).toMatchObject({
        status: 'failed',
        outcome: 'failure',
      });
    }

    const next = await client.call('membria_get_warnings', {
      statement: 'Use Memcached for the price cache of the new shop',
      module: 'backend',
      alternatives: ['Redis', 'PostgreSQL'],
    });
    expect(next.firewall_status).not.toBe('clear');
    expect(next.warnings).toMatchObject([
      { type: 'antipattern', evidence: expect.stringContaining('3 failed decisions of 3') },
    ]);
  });

  it('a rejected proposal is gone until something new happens', async () => {
    const client = restClient(server.url);
    const { decision_id } = await client.call('membria_capture_decision', {
      statement: 'Send receipts through Postmark',
      alternatives: ['Mailgun'],
      confidence: 0.7,
    });
    await github('pull_request', merged(50, { body: `For ${decision_id}` }));
    expect(await settle(decision_id, { verdict: 'reject', note: 'Too early to say' })).toMatchObject({
      body: { state: 'rejected' },
    });
    expect((await client.call('membria_get_decision', { decision_id })).proposed_outcome).toBeUndefined();
    expect((await settle(decision_id, { verdict: 'confirm' })).status).toBe(404);
    const signal = { decision_id, signal_type: 'ci_failed', valence: 'negative', description: 'nightly' };
    expect(await client.call('membria_record_signal', signal)).toMatchObject({
      proposal: { final_status: 'partial', reason: 'CI fails after the merge: nightly' },
    });
  });
});
