import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernHttp,
} from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { WebSocketClientTransport } from '@modelcontextprotocol/sdk/client/websocket.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { catalog } from '../../../src/handlers/index.ts';
import { useServer } from '../../support/gateway.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();
const server = useServer(lake);
const info = { name: 'test', version: '1' };

beforeAll(() => {
  // The SDK's WebSocket client needs the browser's; Node 20 has none.
  Object.assign(globalThis, { WebSocket });
});

/** What every client does first: look around, store something, find it again. */
type Calls = {
  listTools(): Promise<{ tools: { name: string }[] }>;
  callTool(params: { name: string; arguments: Record<string, unknown> }): Promise<unknown>;
  readResource(params: { uri: string }): Promise<{ contents: object[] }>;
  listPrompts(): Promise<{ prompts: { name: string }[] }>;
  close(): Promise<void>;
};

async function useAsUsersDo(client: Calls): Promise<void> {
  const { tools } = await client.listTools();
  expect(tools.map((tool) => tool.name)).toEqual(catalog.tools.map((tool) => tool.name));
  const stored = (await client.callTool({
    name: 'dewey_store_message',
    arguments: { role: 'user', content: 'The loan period is three weeks.' },
  })) as { structuredContent: { conversation_id: string } };
  const found = (await client.callTool({
    name: 'dewey_search',
    arguments: { query: 'loan period', conversation_id: stored.structuredContent.conversation_id },
  })) as { structuredContent: { total: number } };
  expect(found.structuredContent.total).toBe(1);
  const { contents } = await client.readResource({
    uri: `dewey://conversations/${stored.structuredContent.conversation_id}`,
  });
  expect(JSON.stringify(contents)).toContain('three weeks');
  const { prompts } = await client.listPrompts();
  expect(prompts.map((prompt) => prompt.name)).toEqual(['dewey_start_session', 'membria_decision_context']);
  const failed = (await client.callTool({
    name: 'dewey_get_conversation',
    arguments: { conversation_id: '00000000-0000-7000-8000-000000000000' },
  })) as { isError: boolean };
  expect(failed.isError).toBe(true);
  await client.close();
}

describe('clients of the SDK for 2025', () => {
  it('work over Streamable HTTP', async () => {
    const client = new Client(info);
    await client.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`)));
    await useAsUsersDo(client);
  });

  it('work over WebSocket', async () => {
    const client = new Client(info);
    await client.connect(new WebSocketClientTransport(new URL(`${server.url.replace('http', 'ws')}/mcp`)));
    await useAsUsersDo(client);
  });
});

describe('clients of the SDK for 2026', () => {
  it.each([
    ['without negotiation', undefined, '2025-11-25'],
    ['with version discovery', 'auto', '2026-07-28'],
    ['pinned to the new version', { pin: '2026-07-28' }, '2026-07-28'],
  ] as const)('work %s', async (_, mode, spoken) => {
    const client = new ModernClient(info, mode ? { versionNegotiation: { mode } } : {});
    await client.connect(new ModernHttp(new URL(`${server.url}/mcp`)));
    expect(client.getNegotiatedProtocolVersion()).toBe(spoken);
    await useAsUsersDo(client);
  });
});

it('the Inspector lists the tools from its command line', { timeout: 60_000 }, async () => {
  const packaged = dirname(
    createRequire(import.meta.url).resolve('@modelcontextprotocol/inspector-cli/build/index.js'),
  );
  // Installed alone, without its web UI, it misses that package's package.json: the test supplies one.
  const directory = await mkdtemp(join(tmpdir(), 'dewey-inspector-'));
  await cp(packaged, join(directory, 'cli/build'), { recursive: true });
  await writeFile(join(directory, 'package.json'), '{"name":"inspector","version":"1.0.3","type":"module"}');
  await symlink(
    fileURLToPath(new URL('../../../node_modules', import.meta.url)),
    join(directory, 'node_modules'),
  );
  const output = await new Promise<string>((resolve, reject) =>
    execFile(
      process.execPath,
      [
        join(directory, 'cli/build/index.js'),
        `${server.url}/mcp`,
        '--transport',
        'http',
        '--method',
        'tools/list',
      ],
      { maxBuffer: 10_000_000 },
      (error, stdout) => (error ? reject(error) : resolve(stdout)),
    ),
  );
  await rm(directory, { recursive: true, force: true });
  const listed: { tools: { name: string }[] } = JSON.parse(output);
  expect(listed.tools).toHaveLength(catalog.tools.length);
});
