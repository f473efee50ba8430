import { beforeAll, describe, expect, it } from 'vitest';
import { type FieldSchema, jsonSchemas } from '../../src/gateway/calls/schemas.ts';
import storeMessage from '../../src/handlers/conversations/store-message.ts';
import { catalog } from '../../src/handlers/index.ts';
import { call } from '../support/call.ts';
import { useServer } from '../support/gateway.ts';
import { useLake } from '../support/lake.ts';
import { openSession, post, rpc } from '../support/mcp.ts';
import { places, sample } from '../support/schema.ts';

const lake = useLake();
const server = useServer(lake, { DEWEY_DECISION_LIMITS: 'off' });
let session: Record<string, string>;
let conversationId = '';

beforeAll(async () => {
  session = await openSession(server.url);
  const message = { session_id: 'slips', role: 'user', content: 'Good' };
  conversationId = (await call(storeMessage, message, lake.deps)).conversation_id;
});

type Json = Record<string, unknown>;
// biome-ignore lint/suspicious/noExplicitAny: the tests check the shape of each tool's answer
type Answer = any;

const overRest = async (tool: string, input: unknown): Promise<Answer> => {
  const response = await fetch(`${server.url}/tools/${tool}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(input),
  });
  return response.json();
};
const overMcp = async (tool: string, input: unknown): Promise<Answer> => {
  const answer = await post(server.url, rpc('tools/call', { name: tool, arguments: input }), session);
  const { result } = await answer.json();
  return JSON.parse(result.content[0].text);
};

/** The field for which an input is refused. */
const refusedAt = async (send: typeof overRest, tool: string, input: unknown): Promise<unknown> => {
  const { error } = (await send(tool, input)) ?? {};
  return error?.kind === 'invalid_input' ? error.data.field : undefined;
};

/** What models send in place of a valid value, with the same meaning. */
function slips(schema: FieldSchema, value: unknown): [what: string, value: unknown][] {
  const found: [string, unknown][] = [];
  if (schema.format === 'date-time') found.push(['a date', '2026-02-12']);
  if (typeof value === 'number' || typeof value === 'boolean') found.push(['in quotes', `${value}`]);
  if (typeof value === 'boolean') found.push(['as Python writes it', value ? 'True' : 'False']);
  if (schema.enum && typeof value === 'string') {
    found.push(['in capitals', value.toUpperCase()]);
    found.push(['in lower case', value.toLowerCase()]);
  }
  if (typeof value === 'string' && !schema.enum) found.push(['a block', [{ type: 'text', text: value }]]);
  if (typeof value === 'object') found.push(['JSON in a string', JSON.stringify(value)]);
  if (Array.isArray(value)) found.push(['a single item', value[0]]);
  return found;
}

describe.each(catalog.tools.map((tool) => [tool.name, tool] as const))('slips in a call of %s', (_, tool) => {
  const schema: FieldSchema = jsonSchemas(tool).input;

  it('are understood in every field, over REST and MCP', async () => {
    for (const { path, schema: field, put } of places(schema, sample(schema, conversationId) as Json).filter(
      ({ schema: { type } }) => type !== undefined,
    )) {
      const given = sample(field, conversationId);
      const slipped = slips(field, given);
      // A sample may be refused for what it says, such as that it changes nothing.
      if (slipped.length === 0 || (await refusedAt(overRest, tool.name, put(given))) === path) continue;
      for (const [what, value] of slipped)
        for (const send of [overRest, overMcp])
          expect(await refusedAt(send, tool.name, put(value)), `${path}, ${what}`).not.toBe(path);
    }
  });
});

describe('a slip means what it says', () => {
  const ways = [
    ['REST', overRest],
    ['MCP', overMcp],
  ] as const;

  it.each(ways)('in a message of blocks over %s', async (_, send) => {
    const { conversation_id } = await send('dewey_store_messages_bulk', {
      messages: JSON.stringify([
        {
          role: 'USER',
          content: [
            { type: 'text', text: 'One' },
            { type: 'text', text: 'two', cache_control: { type: 'ephemeral' } },
          ],
          metadata: '{"shelf": {"number": "7"}}',
          created_at: '2026-02-12',
        },
      ]),
    });
    const { messages } = await send('dewey_get_conversation', { conversation_id, limit: '1' });
    expect(messages).toMatchObject([
      {
        role: 'user',
        content: 'One\ntwo',
        metadata: { shelf: { number: '7' } },
        created_at: expect.stringMatching(/^2026-02-12T00:00:00/),
      },
    ]);
  });

  it.each(ways)('in a decision over %s', async (way, send) => {
    const decided = await send('membria_capture_decision', {
      statement: `Buy oak shelves through ${way}`,
      alternatives: 'Buy pine, or nothing',
      confidence: '0.7',
      context: '{"module": "API"}',
    });
    expect(decided).toMatchObject({ decision_id: expect.any(String) });
    expect(await send('membria_get_decision', { decision_id: decided.decision_id })).toMatchObject({
      confidence: 0.7,
      alternatives: ['Buy pine, or nothing'],
    });
  });

  it.each(ways)('or is refused with field and remedy over %s', async (_, send) => {
    const problemOf = async (tool: string, input: Json) => (await send(tool, input)).error.message;
    expect(await problemOf('dewey_search', { query: 'x', limit: 'ten' })).toBe(
      'limit: must be a number, not a text.',
    );
    expect(await problemOf('dewey_search', { query: 'x', start_date: '12 February' })).toBe(
      'start_date: must be a date, or an RFC 3339 timestamp with a zone, such as 2026-02-12T10:30:00Z.',
    );
    expect(await problemOf('dewey_search', { query: 'x', limit: '500' })).toBe('limit: must be at most 100.');
    expect(await problemOf('dewey_search', { query: [{ type: 'image', data: '' }] })).toBe(
      'query: must be a text, not a list.',
    );
    expect(await problemOf('hybrid_search', { query: 'x', kinds: 'message,decision' })).toBe(
      'kinds: must be a list, not a text.',
    );
  });
});

/** The check of a key limited to a project, before a call. */
const scopedTo = (project: string) => async (name: string, input: Json) => {
  try {
    return await catalog.find(name)?.projectScope?.(input, project, lake.deps);
  } catch (error) {
    return error;
  }
};

describe('the project of a key', () => {
  it('is checked on what the tool will read', async () => {
    const limited = scopedTo('library');
    const blocks = (text: string) => [{ type: 'text', text }];
    const input = (more: Json) => ({ messages: [{ role: 'user', content: 'Oak', ...more }] });
    const elsewhere = await limited('dewey_store_messages_bulk', { ...input({}), project: blocks('annex') });
    expect(elsewhere).toMatchObject({ kind: 'forbidden', details: { field: 'project', received: 'annex' } });
    const { messages } = input({ external_id: 'one' });
    expect(await limited('dewey_store_messages_bulk', { messages: JSON.stringify(messages) })).toMatchObject({
      kind: 'forbidden',
      details: { field: 'external_id' },
    });
    const hidden = await limited('dewey_get_conversation', { conversation_id: blocks(conversationId) });
    expect(hidden).toMatchObject({ kind: 'not_found' });
  });
});
