import { describe, expect, it } from 'vitest';
import { mcpClient, restClient } from '../../support/clients.ts';
import { useServer } from '../../support/gateway.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();
const server = useServer(lake, {
  DEWEY_DECISION_LIMITS: '10,3,1000',
  DEWEY_API_KEYS: 'one:write:secret-of-number-one,two:write:secret-of-number-two',
});

const decision = {
  statement: 'Use PostgreSQL for the user database',
  alternatives: ['MongoDB'],
  confidence: 0.8,
};

describe('limits on the decisions toolset', () => {
  it('count each client separately, warn from 80 % on and say how long to wait', async () => {
    const one = restClient(server.url, 'secret-of-number-one');
    const replies = [];
    for (let i = 0; i < 3; i += 1) replies.push(await one.call('membria_capture_decision', decision));
    expect(replies.map(({ limit_warning }) => limit_warning)).toEqual([
      undefined,
      undefined,
      expect.stringContaining('3 of 3 captured decisions'),
    ]);
    await expect(one.call('membria.capture_decision', decision)).rejects.toMatchObject({
      body: { error: { kind: 'rate_limited', data: { limit: 3, retry_after: expect.any(Number) } } },
    });

    const warnings = [];
    for (let i = 0; i < 6; i += 1)
      warnings.push((await one.call('membria_get_all_calibrations', {})).limit_warning);
    expect(warnings.slice(0, 3)).toEqual([undefined, undefined, undefined]); // the fifth to seventh request
    expect(warnings.slice(3)).toEqual([8, 9, 10].map((n) => expect.stringContaining(`${n} of 10 requests`)));
    await expect(one.call('membria_get_all_calibrations', {})).rejects.toMatchObject({
      body: { error: { kind: 'rate_limited', data: { suggestion: expect.stringContaining('Wait') } } },
    });

    const two = restClient(server.url, 'secret-of-number-two');
    expect(await two.call('membria_capture_decision', decision)).toMatchObject({ status: 'pending' });
    expect(await one.call('dewey_begin_conversation', {})).toHaveProperty('conversation_id');
  });
});

describe('limits without keys', () => {
  const open = useServer(lake, { DEWEY_DECISION_LIMITS: '2,2,2' });

  it('count sockets and sessions separately, and clients accept the warning', async () => {
    for (const way of ['ws', 'http', 'ws'] as const) {
      const client = await mcpClient(way, open.url);
      expect(await client.call('membria_get_all_calibrations', {})).not.toHaveProperty('limit_warning');
      expect(await client.call('membria_get_all_calibrations', {})).toHaveProperty('limit_warning');
      await expect(client.call('membria_get_all_calibrations', {})).rejects.toMatchObject({
        body: { error: { kind: 'rate_limited' } },
      });
      await client.close();
    }
  });

  it('an unknown session id does not create another client', async () => {
    const statuses = [];
    for (const made of ['up', 'again', 'and-again']) {
      const response = await fetch(`${open.url}/tools/membria_get_all_calibrations`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'mcp-session-id': made },
        body: '{}',
      });
      statuses.push(response.status);
    }
    expect(statuses).toEqual([200, 200, 429]);
  });
});
