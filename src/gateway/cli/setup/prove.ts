import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import * as z from 'zod';
import { version } from '../../../version.ts';
import type { Entry } from './clients/client.ts';

const timeoutMs = 30_000;

const written = z.object({
  url: z.string().optional(),
  httpUrl: z.string().optional(),
  serverUrl: z.string().optional(),
  headers: z.record(z.string(), z.string()).optional(),
  http_headers: z.record(z.string(), z.string()).optional(),
  command: z.string().optional(),
  args: z.array(z.string()).optional(),
  env: z.record(z.string(), z.string()).optional(),
});

const answer = z.object({
  content: z.array(z.object({ text: z.string().default('') }).transform(({ text }) => text)),
});
const stored = z.object({ conversation_id: z.string() });
const found = z.object({ results: z.array(z.object({ conversation_id: z.string() })) });

/**
 * Does what a client does with its entry: connects, lists the tools, stores a message and finds it.
 *
 * @param entry as it stands in the client's file.
 * @param mark a word that occurs in no other message.
 * @param onStored takes the conversation, which the caller removes, whatever else fails.
 * @returns the number of tools.
 */
export async function proveEntry(
  entry: Entry,
  mark: string,
  onStored: (conversation: string) => void,
): Promise<number> {
  const client = new Client({ name: 'dewey setup', version });
  try {
    await client.connect(transportOf(entry), { timeout: timeoutMs });
    const { tools } = await client.listTools(undefined, { timeout: timeoutMs });
    const call = async (name: string, input: Record<string, unknown>): Promise<unknown> => {
      const result = await client.callTool({ name, arguments: input }, undefined, { timeout: timeoutMs });
      const [text] = answer.parse(result).content;
      if (result.isError) throw new Error(`${name} failed: ${text}`);
      // Clients that are shown the everyday tools get text only.
      return result.structuredContent ?? JSON.parse(text ?? '');
    };
    const content = `This is a test of "dewey setup"; it is removed at once: ${mark}`;
    const { conversation_id } = stored.parse(
      await call('dewey_store_message', { role: 'system', content, external_id: `dewey-setup:${mark}` }),
    );
    onStored(conversation_id);
    const { results } = found.parse(await call('dewey_search', { query: mark, limit: 1 }));
    if (results[0]?.conversation_id !== conversation_id)
      throw new Error('a stored message was not found again');
    return tools.length;
  } finally {
    await client.close();
  }
}

function transportOf(entry: Entry): Transport {
  const { url, httpUrl, serverUrl, headers, http_headers, command, args, env } = written.parse(entry);
  if (command !== undefined)
    return new StdioClientTransport({
      command,
      args: args ?? [],
      // A client passes on no more than this.
      env: { ...getDefaultEnvironment(), ...env },
      stderr: 'ignore',
    });
  const address = new URL(url ?? httpUrl ?? serverUrl ?? '');
  return new StreamableHTTPClientTransport(address, {
    requestInit: { headers: headers ?? http_headers ?? {} },
  }) as Transport;
}
