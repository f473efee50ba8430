import { describe, expect, it } from 'vitest';
import { mcpClient, restClient, type ToolClient } from '../support/clients.ts';
import { useServer } from '../support/gateway.ts';
import { useLake } from '../support/lake.ts';

const lake = useLake();
const server = useServer(lake);

const ways: [name: string, open: () => Promise<ToolClient>][] = [
  ['REST', async () => restClient(server.url)],
  ['MCP over HTTP', () => mcpClient('http', server.url)],
  ['MCP over a WebSocket', () => mcpClient('ws', server.url)],
];

describe('a tool gives the same answer over every transport', () => {
  it.each(ways)('%s', async (name, open) => {
    const client = await open();
    const content = `Stored over ${name} 🐘`;
    const stored = await client.call('dewey_store_message', { role: 'user', content });
    expect(stored).toMatchObject({ turn_number: 1 });
    const { conversation_id } = stored;
    const { messages } = await client.call('dewey_get_conversation', { conversation_id });
    expect(messages).toMatchObject([{ id: stored.message_id, turn: 1, content }]);
    await expect(
      client.call('dewey_store_message', { conversation_id, role: 'user', content, turn_number: 1 }),
    ).rejects.toMatchObject({ body: { error: { code: -32005, kind: 'conflict', data: { next_turn: 2 } } } });
    await client.close();
  });
});
