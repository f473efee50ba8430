import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { WebSocketClientTransport } from '@modelcontextprotocol/sdk/client/websocket.js';
import { WebSocket } from 'ws';
import { validator } from './validator.ts';

// The SDK's transport takes the global one, which Node 20 does not have.
if (!('WebSocket' in globalThis)) Object.assign(globalThis, { WebSocket });

// biome-ignore lint/suspicious/noExplicitAny: a tool's result has the shape of its output schema
type Result = any;

/** A client of one kind: calls tools and throws the error body of a call that failed. */
export type ToolClient = { call(tool: string, input: object): Promise<Result>; close(): Promise<void> };

export class CallFailed extends Error {
  readonly body: Result;

  constructor(body: Result) {
    super(JSON.stringify(body));
    this.body = body;
  }
}

export const restClient = (url: string, key?: string): ToolClient => ({
  async call(tool, input) {
    const response = await fetch(`${url}/tools/${tool}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(key ? { authorization: `Bearer ${key}` } : {}) },
      body: JSON.stringify(input),
    });
    const body = (await response.json()) as Result;
    if (!response.ok) throw new CallFailed(body);
    return body;
  },
  close: async () => undefined,
});

/** The SDK's own client, over Streamable HTTP or a WebSocket. */
export async function mcpClient(kind: 'http' | 'ws', url: string): Promise<ToolClient> {
  const info = { name: `test-${kind}`, version: '1.0.0' };
  const client = new Client(info, { jsonSchemaValidator: validator });
  await client.connect(
    kind === 'http'
      ? new StreamableHTTPClientTransport(new URL(`${url}/mcp`))
      : new WebSocketClientTransport(new URL(`${url.replace('http', 'ws')}/mcp`)),
  );
  // From now on it checks every result against the schema it was shown.
  await client.listTools();
  return {
    async call(name, input) {
      const result: Result = await client.callTool({ name, arguments: { ...input } });
      if (result.isError) throw new CallFailed(JSON.parse(result.content[0].text));
      return result.structuredContent;
    },
    close: () => client.close(),
  };
}
