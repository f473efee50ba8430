import { afterEach, describe, expect, it } from 'vitest';
import { useDecisions } from '../../support/decisions.ts';
import { useServer } from '../../support/gateway.ts';
import { useLake } from '../../support/lake.ts';
import { type Frame, TestSocket } from '../../support/socket.ts';

const lake = useLake();
const server = useServer(lake);
const limited = useServer(lake, { DEWEY_DECISION_LIMITS: '100,10,5' });
const { capture, completed } = useDecisions(lake);

const sockets: TestSocket[] = [];
const open = async (url = server.url) => {
  const socket = await TestSocket.open(url);
  sockets.push(socket);
  return socket;
};
afterEach(() => Promise.all(sockets.splice(0).map((socket) => socket.close())));

const updateOf = (uri: string) => (frame: Frame) =>
  frame.method === 'notifications/resources/updated' && frame.params.uri === uri;
const read = async (socket: TestSocket, uri: string) => {
  const { result } = await socket.request('resources/read', { uri });
  return JSON.parse(result.contents[0].text);
};

describe('the resources of decisions', () => {
  it('are listed, and read with filters', async () => {
    const socket = await open();
    await capture('Use PostgreSQL for the user database', 'database');
    const id = await capture('Use OAuth for partner logins', 'auth');
    const { result } = await socket.request('resources/list');
    const uris = result.resources.map((entry: { uri: string }) => entry.uri);
    expect(uris).toEqual(
      expect.arrayContaining([
        'membria://decisions/all',
        'membria://calibrations/all',
        'membria://anomalies/current',
      ]),
    );
    const { decisions } = await read(socket, 'membria://decisions/all?module=auth&limit=5');
    expect(decisions).toMatchObject([{ decision_id: id, module: 'auth', status: 'pending' }]);
    expect(await read(socket, `membria://decisions/${id}`)).toMatchObject({ decision_id: id, outcome: null });
  });

  it('notify their subscribers of an outcome and everything it changes', async () => {
    const decision_id = await capture('Use a read replica for reports', 'database');
    const reader = await open();
    const watched = [
      `membria://decisions/${decision_id}`,
      'membria://decisions/all',
      'membria://decisions/all?module=database&limit=5',
      'membria://calibrations/all',
      'membria://calibrations/database',
      'membria://skills/database',
      `membria://graph/causal-chain/${decision_id}`,
      'membria://anomalies/current',
    ];
    for (const uri of watched) await reader.request('resources/subscribe', { uri });
    const writer = await open();
    const outcome = { decision_id, final_status: 'success', final_score: 1 };
    expect((await writer.call('membria_record_outcome', outcome)).result).not.toHaveProperty('isError');
    await Promise.all(watched.map((uri) => reader.frame(updateOf(uri))));
    expect(await read(reader, watched[0] ?? '')).toMatchObject({ outcome: 'success' });
  });

  it('have a limit of their own', async () => {
    const socket = await open(limited.url);
    const uri = 'membria://calibrations/all';
    const replies = [];
    for (let i = 0; i < 5; i += 1) replies.push(await read(socket, uri));
    expect(replies.map((reply) => reply.limit_warning !== undefined)).toEqual([
      false,
      false,
      false,
      true,
      true,
    ]);
    const { error } = await socket.request('resources/read', { uri });
    expect(error.message).toContain('More than 5 resource reads per minute');
    expect((await socket.call('membria_get_all_calibrations', {})).result).not.toHaveProperty('isError');
  });
});

describe('the prompt membria_decision_context', () => {
  it('returns the known facts as text', async () => {
    await completed('Use feature flags for the checkout', 'frontend', 0.75, [1, 1, 1]);
    const socket = await open();
    const args = {
      statement: 'Use feature flags for the profile page',
      module: 'frontend',
      confidence: '0.6',
    };
    const { result } = await socket.request('prompts/get', {
      name: 'membria_decision_context',
      arguments: args,
    });
    expect(result.messages[0].content.text).toContain(`**Domain:** frontend
**Team Success Rate:** 80% (3 decisions)
**Your Confidence:** 60% vs Team Average: 75%
**Status:** Well-calibrated (gap: -0.05)

### Applicable Skills:
1. Use feature flags in frontend decisions: 3 of 3 succeeded (checkout) (80% confidence)`);
  });
});
