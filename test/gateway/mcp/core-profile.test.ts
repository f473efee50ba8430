import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listCore } from '../../../src/gateway/mcp/core-profile.ts';
import beginConversation from '../../../src/handlers/conversations/begin-conversation.ts';
import bulk from '../../../src/handlers/conversations/store-messages-bulk.ts';
import captureDecision from '../../../src/handlers/decisions/capture-decision.ts';
import recordExperience from '../../../src/handlers/experience/record-experience.ts';
import { catalog } from '../../../src/handlers/index.ts';
import memoryStore from '../../../src/handlers/memory/memory-store.ts';
import { call } from '../../support/call.ts';
import { ingest } from '../../support/documents.ts';
import { useServer } from '../../support/gateway.ts';
import { useLake } from '../../support/lake.ts';
import { openSession, post, rpc } from '../../support/mcp.ts';
import { TestSocket } from '../../support/socket.ts';

/** A common estimate for English and JSON: four characters per token. */
const tokens = (text: string): number => text.length / 4;

const lake = useLake();
const server = useServer(lake);
const byDefault = useServer(lake, { DEWEY_TOOLSETS: 'core' });
let socket: TestSocket;

beforeAll(async () => {
  await call(bulk, { session_id: 'desk', messages: turns }, lake.deps);
  const { conversation_id } = await call(beginConversation, { project: 'library' }, lake.deps);
  const asked = { role: 'user', content: 'Where do the oak shelves of the annex stand?' };
  await call(bulk, { conversation_id, messages: [asked] }, lake.deps);
  await call(memoryStore, { content: 'Ana likes oak.', type: 'preference', confidence: 1 }, lake.deps);
  await call(
    captureDecision,
    { statement: 'Buy oak shelves', alternatives: ['Buy steel shelves'], confidence: 0.7 },
    lake.deps,
  );
  await call(
    recordExperience,
    {
      type: 'effective',
      domain: 'Process',
      situation: 'Oak shelves arrived late',
      approach: 'Called the joiner every week',
      outcome: 'They came',
      reasoning: 'The joiner put us first',
    },
    lake.deps,
  );
  await ingest(lake, { source_id: 'minutes', title: 'Minutes', content: 'Oak lasts longer than pine.' });
  socket = await TestSocket.open(server.url, '/mcp?toolsets=core');
});
afterAll(() => socket.close());

const turns = Array.from({ length: 30 }, (_, i) => ({
  role: i % 2 === 0 ? 'user' : 'assistant',
  content: `Turn ${i}: ${'The oak shelves in the reading room hold the atlases and the maps. '.repeat(20)}`,
}));
const namesOf = ({ result }: { result: { tools: { name: string }[] } }) =>
  result.tools.map(({ name }) => name);

describe('?toolsets=core', () => {
  it('lists twelve tools in 3,000 tokens, without output schemas', async () => {
    const { result } = await socket.request('tools/list');
    const visible = result.tools.map((tool: Record<string, unknown>) =>
      tokens(`${tool.name}${tool.description}${JSON.stringify(tool.inputSchema)}`),
    );
    expect(result.tools).toHaveLength(12);
    expect(visible.reduce((sum: number, each: number) => sum + each, 0)).toBeLessThanOrEqual(3000);
    expect(JSON.stringify(result).length).toBeLessThanOrEqual(20_000);
  });

  it('shows only parameters that exist, and all that are required', () => {
    for (const tool of listCore(catalog, [])) {
      const { properties = {}, required = [] } = tool.inputSchema as {
        properties?: object;
        required?: string[];
      };
      expect([tool.name, Object.keys(properties).length > 0]).toEqual([tool.name, true]);
      expect(catalog.find(tool.name)?.input.parse(sampleOf(tool.name))).toBeDefined();
      expect(Object.keys(properties)).toEqual(expect.arrayContaining(required));
      expect(Object.keys(catalog.find(tool.name)?.input.shape ?? {})).toEqual(
        expect.arrayContaining(Object.keys(properties)),
      );
    }
  });

  it('still calls what it does not list, and tells how to list it', async () => {
    const { result } = await socket.call('dewey_search', { query: 'atlases', limit: 1 });
    const found = JSON.parse(result.content[0].text);
    expect(found).toMatchObject({ total: 30 });
    expect(found.results[0]).toHaveProperty('snippet');
    expect(found.results[0]).not.toHaveProperty('content');
    const opened = await openSession(server.url, { 'X-Dewey-Toolsets': 'core' });
    const { result: called } = await (
      await post(server.url, rpc('tools/call', { name: 'health_check', arguments: {} }), opened)
    ).json();
    expect(called.isError).toBeUndefined();
  });

  it('lists whole toolsets beside it', async () => {
    const both = await TestSocket.open(server.url, '/mcp?toolsets=core,fiedler');
    const listed = namesOf(await both.request('tools/list'));
    expect(listed).toHaveLength(14);
    expect(listed).toContain('dewey_get_fiedler_results');
    await both.close();
  });

  it('is what a server lists by default when it is told so, though it serves everything', async () => {
    const plain = await TestSocket.open(byDefault.url);
    expect(namesOf(await plain.request('tools/list'))).toHaveLength(12);
    await plain.close();
    const all = await TestSocket.open(byDefault.url, '/mcp?toolsets=all');
    expect(namesOf(await all.request('tools/list'))).toHaveLength(catalog.tools.length);
    await all.close();
    const rest = (await (await fetch(`${byDefault.url}/tools`)).json()) as { tools: object[] };
    expect(rest.tools).toHaveLength(catalog.tools.length);
  });
});

describe('a search through it', () => {
  it('covers every shelf', async () => {
    const { result } = await socket.call('hybrid_search', { query: 'oak annex', limit: 20 });
    expect(result.structuredContent).toBeUndefined();
    const { results } = JSON.parse(result.content[0].text);
    expect(new Set(results.map(({ kind }: { kind: string }) => kind))).toEqual(
      new Set(['artifact', 'memory', 'message', 'decision', 'experience']),
    );
    const message = results.find(({ project }: { project?: string }) => project === 'library');
    expect(message).toMatchObject({ kind: 'message', turn: 1, conversation_id: expect.any(String) });
    expect(message).not.toHaveProperty('score');
  });

  it('of one kind or one project leaves out the others', async () => {
    const of = async (args: Record<string, unknown>) => {
      const { result } = await socket.call('hybrid_search', { query: 'oak shelves', ...args });
      return JSON.parse(result.content[0].text).results;
    };
    expect(await of({ kinds: ['decision'] })).toMatchObject([
      { kind: 'decision', title: 'general, pending' },
    ]);
    expect(await of({ kinds: ['message'], project: 'library' })).toHaveLength(1);
  });

  it('returns eight hits of a long conversation in 900 tokens', async () => {
    const { result } = await socket.call('hybrid_search', {
      query: 'atlases maps reading',
      kinds: ['message'],
    });
    const { text } = result.content[0];
    expect(JSON.parse(text).results).toHaveLength(8);
    expect(tokens(text)).toBeLessThanOrEqual(900);
  });
});

/** A valid call with required parameters only. */
function sampleOf(name: string): object {
  const id = '00000000-0000-4000-8000-000000000000';
  const samples: Record<string, object> = {
    hybrid_search: { query: 'oak' },
    dewey_get_conversation: { conversation_id: id },
    dewey_list_conversations: {},
    dewey_store_message: { role: 'user', content: 'oak' },
    dewey_get_startup_context: {},
    dewey_set_startup_context: { name: 'desk', content: 'oak' },
    memory_store: { content: 'oak', type: 'fact', confidence: 1 },
    membria_get_decision_context: { statement: 'Buy oak shelves' },
    membria_capture_decision: { statement: 'Buy oak shelves', alternatives: ['Buy pine'], confidence: 0.5 },
    membria_record_outcome: { decision_id: 'dec_1', final_status: 'success', final_score: 1 },
    artifact_ingest: { artifact_type: 'note', source_system: 'desk', content: 'oak' },
    artifact_get: { artifact_id: 'art_1' },
  };
  return samples[name] ?? {};
}
