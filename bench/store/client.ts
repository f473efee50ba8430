import { once } from 'node:events';
import { WebSocket } from 'ws';

export type Client = {
  call(name: string, args: object): Promise<unknown>;
  close(): void;
};

/** A bare JSON-RPC client on one socket, so as not to measure a client library. */
export async function connectSocket(url: string): Promise<Client> {
  const socket = new WebSocket(url.replace('http', 'ws'), 'mcp');
  const waiting = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>();
  let id = 0;
  const request = (method: string, params: object) =>
    new Promise<unknown>((resolve, reject) => {
      id += 1;
      waiting.set(id, { resolve, reject });
      socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
    });
  socket.on('message', (data) => {
    const reply = JSON.parse(data.toString());
    const call = waiting.get(reply.id);
    waiting.delete(reply.id);
    if (reply.error || reply.result?.isError) call?.reject(new Error(data.toString()));
    else call?.resolve(reply.result?.structuredContent ?? reply.result);
  });
  await once(socket, 'open');
  await request('initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'bench', version: '1' },
  });
  return {
    call: (name, args) => request('tools/call', { name, arguments: args }),
    close: () => socket.close(),
  };
}

/** The same calls by REST. */
export const httpClient = (url: string): Client => ({
  async call(name, args) {
    const response = await fetch(`${url}/tools/${name}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(args),
    });
    if (!response.ok) throw new Error(await response.text());
    return response.json();
  },
  close: () => undefined,
});

export async function begin(client: Client, count: number): Promise<string[]> {
  const begun = await Promise.all(
    Array.from({ length: count }, () => client.call('dewey_begin_conversation', {})),
  );
  return begun.map((result) => (result as { conversation_id: string }).conversation_id);
}
