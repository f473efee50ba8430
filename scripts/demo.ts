/**
 * The main use case, with a real transcript: stores the messages of a Claude Code session over MCP on a WebSocket, and
 * finds them again over Streamable HTTP.
 *
 * npx tsx scripts/demo.ts [transcript.jsonl] [question] DEWEY_URL says where Dewey is (http://127.0.0.1:9020)
 */
import { readFile } from 'node:fs/promises';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { WebSocketClientTransport } from '@modelcontextprotocol/sdk/client/websocket.js';
import { WebSocket } from 'ws';
import * as z from 'zod';

// The SDK's transport uses the global WebSocket, which Node 20 lacks.
if (!('WebSocket' in globalThis)) Object.assign(globalThis, { WebSocket });

const [file = 'test/fixtures/session-two-turns.jsonl', query = 'loan period'] = process.argv.slice(2);
const url = new URL('/mcp', process.env.DEWEY_URL ?? 'http://127.0.0.1:9020');

const block = z.object({ type: z.string(), text: z.string().optional() });
const line = z.object({
  type: z.enum(['user', 'assistant']),
  uuid: z.string(),
  message: z.object({ content: z.union([z.string(), z.array(block)]) }),
});

/** The lines with text; tool calls and their results are left out. */
const spoken = (await readFile(file, 'utf8'))
  .split('\n')
  .filter((text) => text.trim() !== '')
  .flatMap((text) => {
    const { success, data } = line.safeParse(JSON.parse(text));
    if (!success) return [];
    const { content } = data.message;
    const said =
      typeof content === 'string' ? content : content.flatMap((part) => part.text ?? []).join('\n');
    return said === '' ? [] : [{ role: data.type, content: said, external_id: data.uuid }];
  });

async function call<T>(client: Client, name: string, input: object, shape: z.ZodType<T>): Promise<T> {
  const result = await client.callTool({ name, arguments: { ...input } });
  if (result.isError) throw new Error(`${name}: ${JSON.stringify(result.content)}`);
  return shape.parse(result.structuredContent);
}

const writer = new Client({ name: 'demo', version: '1.0.0' });
await writer.connect(new WebSocketClientTransport(new URL(url.href.replace(/^http/, 'ws'))));
const begun = z.object({ conversation_id: z.string() });
const { conversation_id } = await call(writer, 'dewey_begin_conversation', { session_id: file }, begun);
for (const message of spoken)
  await call(
    writer,
    'dewey_store_message',
    { conversation_id, ...message },
    z.object({ turn_number: z.int() }),
  );
await writer.close();
process.stdout.write(`stored ${spoken.length} messages in conversation ${conversation_id}\n`);

const reader = new Client({ name: 'demo', version: '1.0.0' });
await reader.connect(new StreamableHTTPClientTransport(url));
const hits = z.object({
  total: z.int(),
  results: z.array(z.object({ turn: z.int(), role: z.string(), snippet: z.string() })),
});
const found = await call(reader, 'dewey_search', { query, conversation_id }, hits);
await reader.close();
process.stdout.write(`found ${found.total} for "${query}":\n`);
for (const { turn, role, snippet } of found.results)
  process.stdout.write(`  turn ${turn}, ${role}: ${snippet.replaceAll(/\s+/g, ' ')}\n`);
