import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { build } from 'esbuild';
import { Miniflare } from 'miniflare';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalog } from '../../src/handlers/index.ts';
import { useLake } from '../support/lake.ts';
import { initializeRequest, modern, post, rpc } from '../support/mcp.ts';

const lake = useLake();
const root = fileURLToPath(new URL('../..', import.meta.url));

/** Bundles for workerd as described in docs/reference/http-and-mcp.md, and runs it there. */
async function runAtEdge(entry: { file: string } | { source: string }, bindings: Record<string, string>) {
  const bundled = await build({
    ...('file' in entry
      ? { entryPoints: [entry.file] }
      : { stdin: { contents: entry.source, resolveDir: root, loader: 'ts' } }),
    absWorkingDir: root,
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2023',
    conditions: ['workerd', 'worker'],
    external: ['node:*', 'cloudflare:*'],
    alias: { crypto: 'node:crypto' },
  });
  const script = bundled.outputFiles[0]?.text ?? '';
  const worker = new Miniflare({
    modules: true,
    script,
    compatibilityDate: '2026-04-01',
    compatibilityFlags: ['nodejs_compat'],
    bindings,
    // Drops the worker's log of the expected refusals below.
    handleRuntimeStdio: (stdout: Readable, stderr: Readable) => {
      stdout.resume();
      stderr.resume();
    },
  });
  return { worker, url: (await worker.ready).origin, bytes: script.length };
}

type Edge = Awaited<ReturnType<typeof runAtEdge>>;

describe('the gateway in an edge runtime', () => {
  let edge: Edge;
  beforeAll(async () => {
    edge = await runAtEdge(
      { file: 'src/gateway/edge/index.ts' },
      { DATABASE_URL: lake.url, DEWEY_ALLOW_ANONYMOUS: 'on' },
    );
  });
  afterAll(() => edge.worker.dispose());

  it.each(['auto', 'legacy'] as const)('stores and finds over MCP, %s', async (mode) => {
    const client = new Client({ name: 'edge', version: '1' }, { versionNegotiation: { mode } });
    await client.connect(new StreamableHTTPClientTransport(new URL(`${edge.url}/mcp`)));
    const { tools } = await client.listTools();
    expect(tools).toHaveLength(catalog.tools.length);
    const stored = await client.callTool({
      name: 'dewey_store_message',
      arguments: { role: 'user', content: `The reading room opens at nine, ${mode}.` },
    });
    const { conversation_id } = stored.structuredContent as { conversation_id: string };
    const found = await client.callTool({
      name: 'dewey_search',
      arguments: { query: 'reading room', conversation_id },
    });
    expect(found.structuredContent).toMatchObject({ total: 1 });
    await client.close();
  });

  it('assigns gapless turns to concurrent requests on one conversation', async () => {
    const begun = await fetch(`${edge.url}/tools/dewey_begin_conversation`, { method: 'POST' });
    const { conversation_id } = (await begun.json()) as { conversation_id: string };
    const turns = await Promise.all(
      Array.from({ length: 40 }, async (_, i) => {
        const args = { conversation_id, role: 'user', content: `Racer ${i}` };
        const response =
          i % 2 === 0
            ? await modern(
                edge.url,
                'tools/call',
                { name: 'dewey_store_message', arguments: args },
                'dewey_store_message',
              )
            : await post(edge.url, rpc('tools/call', { name: 'dewey_store_message', arguments: args }));
        const answer = await response.json();
        expect(answer).toHaveProperty('result.structuredContent');
        return answer.result.structuredContent.turn_number as number;
      }),
    );
    expect(turns.sort((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, i) => i + 1));
  });

  it('keeps the lake open during a stream, and stores audit rows', async () => {
    const params = { name: 'dewey_list_conversations', arguments: {}, _meta: { progressToken: 1 } };
    const response = await post(edge.url, rpc('tools/call', params));
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    expect(await response.text()).toContain('"total"');
    await expect
      .poll(async () => {
        const [row] = await lake.db.sql`select count(*)::int as n from audit_log
          where tool = 'dewey_list_conversations'`;
        return row?.n;
      })
      .toBe(1);
  });

  it('answers initialize without a session, and the health checks', async () => {
    const response = await post(edge.url, initializeRequest());
    expect((await response.json()).result.serverInfo.name).toBe('dewey');
    expect(response.headers.get('mcp-session-id')).toBeNull();
    for (const path of ['/healthz', '/readyz']) expect((await fetch(edge.url + path)).status).toBe(200);
  });

  it('leaves no connection behind', async () => {
    await expect
      .poll(async () => {
        const [row] = await lake.db.sql`select count(*)::int as n from pg_stat_activity
          where application_name = 'dewey edge' and datname = current_database()`;
        return row?.n;
      })
      .toBe(0);
  });

  it('rejects all requests on a public address without keys', async () => {
    const unguarded = await runAtEdge({ file: 'src/gateway/edge/index.ts' }, { DATABASE_URL: lake.url });
    expect((await fetch(`${unguarded.url}/tools`)).status).toBe(500);
    await unguarded.worker.dispose();
  });
});

describe('a single tool in an edge runtime', () => {
  it('is bundled alone, a fraction of the size of the gateway, and stores', async () => {
    const alone = await runAtEdge(
      {
        source: `
          import { withLake } from './src/gateway/edge/lake.ts';
          import storeMessage from './src/handlers/conversations/store-message.ts';
          export default {
            fetch: (request, env, context) => withLake(env, context, (deps) => storeMessage.app.fetch(request, deps)),
          };`,
      },
      { DATABASE_URL: lake.url },
    );
    const send = (body: object) => fetch(alone.url, { method: 'POST', body: JSON.stringify(body) });
    const stored = await send({ role: 'user', content: 'One tool, alone' });
    expect(await stored.json()).toMatchObject({ turn_number: 1 });
    const refused = await send({ role: 'nobody', content: 'x' });
    expect(refused.status).toBe(400);
    expect(alone.bytes).toBeLessThan(1_200_000);
    await alone.worker.dispose();
  });
});
