/**
 * The client of the compose test: stores over REST and over MCP on a WebSocket, and reads back over both.
 *
 *   client.ts store          prints the id of the new conversation
 *   client.ts read ID        fails unless that conversation is complete, word for word
 *   client.ts fiedler        calls Fiedler through the capture proxy, and fails unless that is recorded
 *   client.ts status PATH    prints the HTTP status of a path, 000 when nothing answers; with the
 *                            bearer key in DEWEY_TEST_KEY, when there is one
 */
import assert from 'node:assert/strict';
import { get } from 'node:http';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { WebSocketClientTransport } from '@modelcontextprotocol/sdk/client/websocket.js';
import { WebSocket } from 'ws';
import { z } from 'zod';

// The SDK's transport uses the global WebSocket, which Node 20 lacks.
Object.assign(globalThis, { WebSocket });

const address = process.env.DEWEY_TEST_ADDRESS ?? '127.0.0.1:9020';

const overRest = { role: 'user', content: 'Over REST: "naïve" \\ 日本語 🐘\n\tand a second line' };
const overSocket = { role: 'assistant', content: `Over the WebSocket: ${'a long reply. '.repeat(20_000)}` };

const Stored = z.object({ conversation_id: z.string(), turn_number: z.number() });
const Conversation = z.object({
  conversation_id: z.string(),
  messages: z.array(z.object({ turn: z.number(), role: z.string(), content: z.string() })),
});
const Text = z.array(z.object({ type: z.literal('text'), text: z.string() })).min(1);

async function rest(tool: string, input: object): Promise<unknown> {
  const response = await fetch(`http://${address}/tools/${tool}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(input),
  });
  const body = await response.text();
  assert.equal(response.status, 200, `${tool} over REST: ${body}`);
  return JSON.parse(body);
}

/** Calls tools over one MCP session on a WebSocket. */
async function withSocket<T>(use: (call: typeof rest) => Promise<T>): Promise<T> {
  const client = new Client({ name: 'compose-test', version: '1.0.0' });
  await client.connect(new WebSocketClientTransport(new URL(`ws://${address}`)));
  try {
    return await use(async (name, input) => {
      const result = await client.callTool({ name, arguments: { ...input } });
      const text = Text.parse(result.content)[0]?.text ?? '';
      assert.ok(!result.isError, `${name} over the WebSocket: ${text}`);
      return result.structuredContent ?? JSON.parse(text);
    });
  } finally {
    await client.close();
  }
}

function assertComplete(answer: unknown, id: string): void {
  const conversation = Conversation.parse(answer);
  assert.equal(conversation.conversation_id, id);
  assert.deepEqual(conversation.messages, [
    { turn: 1, ...overRest },
    { turn: 2, ...overSocket },
  ]);
}

async function read(id: string): Promise<void> {
  const whole = { conversation_id: id, max_chars: 1_000_000 };
  assertComplete(await rest('dewey_get_conversation', whole), id);
  await withSocket(async (call) => assertComplete(await call('dewey_get_conversation', whole), id));
}

async function store(): Promise<string> {
  const first = Stored.parse(await rest('dewey_store_message', { session_id: 'compose', ...overRest }));
  const second = await withSocket((call) =>
    call('dewey_store_message', { conversation_id: first.conversation_id, ...overSocket }),
  );
  assert.equal(first.turn_number, 1);
  assert.equal(Stored.parse(second).turn_number, 2);
  await read(first.conversation_id);
  return first.conversation_id;
}

/**
 * Uses `node:http`: Docker accepts connections for a container that does not listen yet, and then Node 20's `fetch`
 * never settles.
 */
function status(path: string): Promise<string> {
  const key = process.env.DEWEY_TEST_KEY;
  return new Promise((resolve) => {
    const headers = key ? { authorization: `Bearer ${key}` } : {};
    const request = get(`http://${address}${path}`, { headers, timeout: 10_000 }, (response) => {
      response.resume();
      resolve(String(response.statusCode));
    });
    request.on('timeout', () => request.destroy());
    request.on('error', () => resolve('000'));
  });
}

/** Calls a tool of Fiedler through the capture proxy, and waits until the call is a conversation of the lake. */
async function fiedler(): Promise<void> {
  const client = new Client({ name: 'compose-test', version: '1.0.0' });
  await client.connect(new WebSocketClientTransport(new URL('ws://127.0.0.1:9000?upstream=fiedler')));
  const result = await client.callTool({ name: 'ask_models', arguments: { prompt: 'Which shelf?' } });
  assert.deepEqual(Text.parse(result.content)[0]?.text, 'The third shelf.');
  await client.close();
  for (let attempt = 0; attempt < 60; attempt += 1) {
    const found = JSON.stringify(await rest('dewey_search', { query: 'third shelf' }));
    if (found.includes('The third shelf.')) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  throw new Error('the reply of Fiedler was not recorded');
}

const [command, argument = ''] = process.argv.slice(2);
if (command === 'store') process.stdout.write(`${await store()}\n`);
else if (command === 'read') await read(argument);
else if (command === 'status') process.stdout.write(`${await status(argument)}\n`);
else if (command === 'fiedler') await fiedler();
else throw new Error(`Unknown command ${command}`);
