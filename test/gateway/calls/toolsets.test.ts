import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { catalog } from '../../../src/handlers/index.ts';
import { testConfig, useServer } from '../../support/gateway.ts';
import { useLake } from '../../support/lake.ts';
import { modern, openSession, post, rpc } from '../../support/mcp.ts';
import { TestSocket } from '../../support/socket.ts';

const lake = useLake();
const server = useServer(lake);
const limited = useServer(lake, { DEWEY_TOOLSETS: 'contexts, fiedler' });

const names = (answer: { result: { tools: { name: string }[] } }) =>
  answer.result.tools.map((tool) => tool.name);
const contextTools = catalog.toolsets
  .find((toolset) => toolset.name === 'contexts')
  ?.tools.map(({ name }) => name);
const chosen = { 'X-Dewey-Toolsets': 'contexts' };
const storing = rpc('tools/call', {
  name: 'dewey_store_message',
  arguments: { role: 'user', content: 'Not selected' },
});

describe('toolsets', () => {
  it('selected by header or query limit what is listed', async () => {
    expect(names(await (await post(server.url, rpc('tools/list'), chosen)).json())).toEqual(contextTools);
    const response = await fetch(`${server.url}/mcp?toolsets=contexts,fiedler`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
      body: JSON.stringify(rpc('tools/list')),
    });
    expect(names((await response.json()) as Parameters<typeof names>[0])).toHaveLength(6);
  });

  it('cannot be bypassed by calling an unselected tool, in any era', async () => {
    const alone = await (await post(server.url, storing, chosen)).json();
    expect(alone.error.code).toBe(-32602);
    const session = await openSession(server.url, chosen);
    const { 'X-Dewey-Toolsets': _, ...bare } = session;
    // The session keeps its selection, whatever later requests contain.
    expect((await (await post(server.url, storing, bare)).json()).error.code).toBe(-32602);
    const socket = await TestSocket.open(server.url, '/mcp?toolsets=contexts');
    expect((await socket.call('dewey_store_message', { role: 'user', content: 'x' })).error.code).toBe(
      -32602,
    );
    await socket.close();
    const restricted = await (
      await modern(
        limited.url,
        'tools/call',
        storing.params as Record<string, unknown>,
        'dewey_store_message',
      )
    ).json();
    expect(restricted.error.code).toBe(-32602);
  });

  it('limit resources and prompts too', async () => {
    const socket = await TestSocket.open(server.url, '/mcp?toolsets=fiedler');
    expect((await socket.request('resources/list')).result.resources).toEqual([]);
    expect((await socket.request('prompts/list')).result.prompts).toEqual([]);
    const { error } = await socket.request('resources/read', { uri: 'dewey://contexts/active' });
    expect(error.code).toBe(-32002);
    await socket.close();
  });

  it('from the environment apply to everything the server offers', async () => {
    const listed = (await (await fetch(`${limited.url}/tools`)).json()) as { tools: object[] };
    expect(listed.tools).toHaveLength(6);
    const called = await fetch(`${limited.url}/tools/dewey_search`, { method: 'POST' });
    expect(called.status).toBe(404);
    const widened = await post(limited.url, rpc('tools/list'), { 'X-Dewey-Toolsets': 'conversations' });
    expect(widened.status).toBe(400);
  });

  it('that do not exist give an error that lists the existing ones', async () => {
    const response = await post(server.url, rpc('tools/list'), { 'X-Dewey-Toolsets': 'contexts,nothing' });
    expect(response.status).toBe(400);
    const { error } = await response.json();
    expect(error.message).toBe('There is no toolset nothing.');
    expect(error.data.suggestion).toContain('conversations, contexts, fiedler');
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/mcp?toolsets=nothing`, 'mcp');
    const status = await new Promise((resolve) =>
      socket
        .on('error', () => undefined)
        .on('unexpected-response', (_, { statusCode }) => resolve(statusCode)),
    );
    expect(status).toBe(400);
    expect(testConfig({ DEWEY_TOOLSETS: ' a , b ' }).toolsets).toEqual(['a', 'b']);
  });
});

describe('what a client pays in every session', () => {
  it('includes instructions that no client truncates', async () => {
    const { result } = await (await modern(server.url, 'server/discover')).json();
    expect(result.instructions.length).toBeLessThan(2000);
  });

  it('marks the tools that must always be loaded', async () => {
    const { result } = await (await post(server.url, rpc('tools/list'))).json();
    const marked = result.tools.filter((tool: { _meta?: object }) => tool._meta !== undefined);
    expect(marked.map((tool: { name: string }) => tool.name)).toEqual([
      'dewey_get_conversation',
      'dewey_search',
      'dewey_get_startup_context',
    ]);
  });
});
