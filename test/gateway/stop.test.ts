import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import * as z from 'zod';
import { createLog } from '../../src/gateway/deps.ts';
import { startServer } from '../../src/gateway/server.ts';
import { catalog } from '../../src/handlers/index.ts';
import { testConfig } from '../support/gateway.ts';
import { holdStores } from '../support/held.ts';
import { useLake } from '../support/lake.ts';
import { eventually } from '../support/waiting.ts';

const lake = useLake();

describe('a server that is stopped', () => {
  it('finishes running calls, closes sockets with a code that gives the reason, and frees the port', async () => {
    const server = await startServer(catalog, lake.db, testConfig(), createLog('silent'));
    const held = await holdStores(lake);

    const overRest = fetch(`${server.url}/tools/dewey_store_message`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"role":"user","content":"over REST"}',
    });
    const socket = new WebSocket(server.url.replace('http', 'ws'), 'mcp');
    await once(socket, 'open');
    const send = (message: object) => socket.send(JSON.stringify({ jsonrpc: '2.0', ...message }));
    const clientInfo = { name: 'stop-test', version: '1' };
    send({
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo },
    });
    await once(socket, 'message');
    send({
      id: 2,
      method: 'tools/call',
      params: { name: 'dewey_store_message', arguments: { role: 'user', content: 'over the socket' } },
    });
    const closed = once(socket, 'close');
    await eventually(() => held.waiting(2));
    const stopped = server.stop();
    // New calls are refused while the running ones finish.
    await eventually(() =>
      fetch(`${server.url}/healthz`).then(
        () => false,
        () => true,
      ),
    );
    send({ id: 3, method: 'tools/call', params: { name: 'dewey_list_conversations', arguments: {} } });
    const [refusal] = await once(socket, 'message');
    expect(JSON.parse(refusal.toString())).toMatchObject({ id: 3, result: { isError: true } });
    expect(refusal.toString()).toContain('The server is stopping.');
    const answered = once(socket, 'message');
    await held.letGo();

    expect(await (await overRest).json()).toMatchObject({ turn_number: 1 });
    const [frame] = await answered;
    expect(JSON.parse(frame.toString())).toMatchObject({
      id: 2,
      result: { structuredContent: { turn_number: 1 } },
    });
    const [code, reason] = await closed;
    expect([code, reason.toString()]).toEqual([1001, 'the server is stopping']);
    await stopped;
    const rows = await lake.db.sql`select content from messages order by content`;
    expect(rows.map((row) => row.content)).toEqual(['over REST', 'over the socket']);
  });

  it('completes a long answer', async () => {
    const server = await startServer(catalog, lake.db, testConfig(), createLog('silent'));
    const post = (tool: string, input: object) =>
      fetch(`${server.url}/tools/${tool}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(input),
      });
    const content = 'long '.repeat(1_600_000);
    const stored = z.object({ conversation_id: z.string() });
    const { conversation_id } = stored.parse(
      await (await post('dewey_store_message', { role: 'user', content })).json(),
    );
    const answer = await post('dewey_get_conversation', { conversation_id, max_chars: 16_000_000 });
    const stopped = server.stop(); // its head has arrived, its body is still in transit
    expect(await answer.text()).toContain(content);
    await stopped;
  });

  it('reports the reason when its address is in use', async () => {
    const first = await startServer(catalog, lake.db, testConfig(), createLog('silent'));
    const { port } = new URL(first.url);
    await expect(
      startServer(catalog, lake.db, testConfig({ DEWEY_MCP_PORT: port }), createLog('silent')),
    ).rejects.toThrow(/^DEWEY_MCP_PORT: 127\.0\.0\.1:\d+ .*in use/);
    await first.stop();
  });
});
