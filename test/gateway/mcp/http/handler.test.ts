import { describe, expect, it } from 'vitest';
import { defaultSessionLimits } from '../../../../src/gateway/mcp/http/sessions.ts';
import { catalog } from '../../../../src/handlers/index.ts';
import { useServer } from '../../../support/gateway.ts';
import { useLake } from '../../../support/lake.ts';
import { initializeRequest, modern, openSession, post, rpc } from '../../../support/mcp.ts';

const lake = useLake();
const server = useServer(lake);
const keyed = useServer(lake, {
  DEWEY_API_KEYS: 'reader:read:secret-of-the-reader,writer:write:secret-of-the-writer',
});
const small = useServer(lake, {}, catalog, {
  sessionLimits: { ...defaultSessionLimits, maxSessions: 3, idleMs: 400 },
});

const store = (content: string) =>
  rpc('tools/call', { name: 'dewey_store_message', arguments: { role: 'user', content } });

describe('a client of 2025', () => {
  it('gets a session with an unguessable id, uses it, and ends it', async () => {
    const session = await openSession(server.url);
    expect(session['Mcp-Session-Id']).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-/);
    const listed = await (await post(server.url, rpc('tools/list'), session)).json();
    expect(listed.result.tools).toHaveLength(catalog.tools.length);
    const ended = await fetch(`${server.url}/mcp`, { method: 'DELETE', headers: session });
    expect(ended.status).toBe(200);
    expect((await post(server.url, rpc('tools/list'), session)).status).toBe(404);
  });

  it('gets plain calls answered as JSON, and calls with progress as a stream', async () => {
    const session = await openSession(server.url);
    const plain = await post(server.url, store('Plain'), session);
    expect(plain.headers.get('content-type')).toBe('application/json');
    const params = { name: 'dewey_list_conversations', arguments: {}, _meta: { progressToken: 1 } };
    const streamed = await post(server.url, rpc('tools/call', params), session);
    expect(streamed.headers.get('content-type')).toBe('text/event-stream');
    expect(await streamed.text()).toContain('"structuredContent"');
  });

  it('resumes a broken stream without losing messages', async () => {
    const session = await openSession(server.url);
    const params = { name: 'dewey_list_conversations', arguments: {}, _meta: { progressToken: 1 } };
    const text = await (await post(server.url, rpc('tools/call', params, 'resumed'), session)).text();
    const [first = ''] = [...text.matchAll(/^id: (.+)$/gm)].map((match) => match[1] ?? '');
    const leaving = new AbortController();
    const resumed = await fetch(`${server.url}/mcp`, {
      headers: { ...session, Accept: 'text/event-stream', 'Last-Event-ID': first },
      signal: leaving.signal,
    });
    const { value } = (await resumed.body?.getReader().read()) ?? {};
    expect(new TextDecoder().decode(value)).toContain('"id":"resumed"');
    leaving.abort();
  });

  it('may call without a session', async () => {
    const stored = await (await post(server.url, store('Alone'))).json();
    expect(stored.result.structuredContent).toMatchObject({ turn_number: 1 });
    // There is no session to notify.
    const subscribed = await (
      await post(server.url, rpc('resources/subscribe', { uri: 'dewey://contexts/active' }))
    ).json();
    expect(subscribed.error.code).toBe(-32601);
  });

  it('runs many calls of one session concurrently', async () => {
    const session = await openSession(server.url);
    const answers = await Promise.all(
      Array.from({ length: 30 }, async (_, i) =>
        (await post(server.url, { ...store(`Call ${i}`), id: `call ${i}` }, session)).json(),
      ),
    );
    expect(answers.map((answer) => answer.id)).toEqual(answers.map((_, i) => `call ${i}`));
    expect(answers.filter((answer) => answer.result.isError)).toEqual([]);
  });

  it('may give concurrent calls the same id, and each gets its own answer', async () => {
    const session = await openSession(server.url);
    const texts = Array.from({ length: 8 }, (_, n) => `One id ${n}`);
    const answers = await Promise.all(
      texts.map(async (text) => (await post(server.url, store(text), session)).json()),
    );
    expect(answers.map(({ id }) => id)).toEqual(texts.map(() => 1));
    const made = answers.map(({ result }) => result.structuredContent.message_id);
    const stored = await lake.db.sql`select id, content from messages where content like 'One id %'`;
    expect(made.map((id) => stored.find((row) => row.id === id)?.content)).toEqual(texts);
  });

  it('cannot use a session of another key, nor learn that it exists', async () => {
    const mine = await openSession(keyed.url, { Authorization: 'Bearer secret-of-the-writer' });
    const theirs = { ...mine, Authorization: 'Bearer secret-of-the-reader' };
    expect((await post(keyed.url, rpc('tools/list'), theirs)).status).toBe(404);
    expect((await post(keyed.url, rpc('tools/list'), mine)).status).toBe(200);
  });

  it('has its calls run with the rights of the key it sent', async () => {
    const reader = await openSession(keyed.url, { Authorization: 'Bearer secret-of-the-reader' });
    const { result } = await (await post(keyed.url, store('Forbidden'), reader)).json();
    expect(JSON.parse(result.content[0].text).error.kind).toBe('forbidden');
  });
});

describe('a client that states its capabilities as true or false', () => {
  it('is answered', async () => {
    const params = {
      protocolVersion: '2024-11-25',
      capabilities: { tools: true, resources: true, sampling: false },
      clientInfo: { name: 'claude-code', version: '1.0' },
    };
    const response = await post(server.url, rpc('initialize', params));
    expect(await response.json()).toMatchObject({ result: { protocolVersion: '2025-11-25' } });
  });
});

describe('sessions', () => {
  it('are bounded in number: the one that was idle longest goes first', async () => {
    const sessions = [];
    for (let i = 0; i < 4; i += 1) sessions.push(await openSession(small.url));
    const statuses = await Promise.all(
      sessions.map(async (session) => (await post(small.url, rpc('ping'), session)).status),
    );
    expect(statuses).toEqual([404, 200, 200, 200]);
  });

  it('expire when unused, but not while their client listens', async () => {
    const idle = await openSession(small.url);
    const listening = await openSession(small.url);
    const leaving = new AbortController();
    const stream = await fetch(`${small.url}/mcp`, {
      headers: { ...listening, Accept: 'text/event-stream' },
      signal: leaving.signal,
    });
    expect(stream.status).toBe(200);
    // Polling would keep it alive, so the session is checked once, well after its timeout.
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect((await post(small.url, rpc('ping'), idle)).status).toBe(404);
    expect((await post(small.url, rpc('ping'), listening)).status).toBe(200);
    leaving.abort();
  });
});

describe('a client of 2026', () => {
  it('discovers, lists and calls, with self-contained requests', async () => {
    const discovered = await (await modern(server.url, 'server/discover')).json();
    expect(discovered.result.supportedVersions).toContain('2026-07-28');
    const listed = await (await modern(server.url, 'tools/list')).json();
    expect(listed.result).toMatchObject({ ttlMs: 300_000, cacheScope: 'private' });
    const response = await modern(
      server.url,
      'tools/call',
      { name: 'dewey_store_message', arguments: { role: 'user', content: 'From 2026' } },
      'dewey_store_message',
    );
    expect((await response.json()).result.structuredContent).toMatchObject({ turn_number: 1 });
    expect(response.headers.get('mcp-session-id')).toBeNull();
  });

  it('gets the same answers from the fast path for plain calls and from the SDK', async () => {
    const calls = [
      ['dewey_list_startup_contexts', {}],
      ['dewey_list_startup_contexts', { include_content: true }],
      ['dewey_list_startup_contexts', undefined],
      ['dewey_list_startup_contexts', { no_such: 1 }],
      ['dewey_get_conversation', { conversation_id: '00000000-0000-7000-8000-000000000000' }],
      ['no_such_tool', {}],
    ] as const;
    for (const [name, args] of calls) {
      const params = { name, ...(args === undefined ? {} : { arguments: args }) };
      const short = await modern(server.url, 'tools/call', params, name);
      // The fast path leaves alone what it does not know.
      const long = await modern(server.url, 'tools/call', { ...params, unheard: 1 }, name);
      expect([short.status, await short.json()]).toEqual([long.status, await long.json()]);
      expect(short.headers.get('content-type')).toBe(long.headers.get('content-type'));
      for (const { headers } of [short, long]) expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    }
    const elsewhere = await modern(
      server.url,
      'tools/call',
      { name: 'dewey_search' },
      'dewey_list_conversations',
    );
    expect([elsewhere.status, (await elsewhere.json()).error.code]).toEqual([400, -32020]);
  });

  it('hears which tool a wrong name means, by MCP and by REST', async () => {
    const wrong = 'capture_decision';
    const question = 'Did you mean membria_capture_decision?';
    const answer = await (await modern(server.url, 'tools/call', { name: wrong }, wrong)).json();
    expect(answer.error.message).toContain(question);
    const refused = await fetch(`${server.url}/tools/${wrong}`, { method: 'POST', body: '{}' });
    expect(await refused.json()).toMatchObject({
      error: { data: { suggestion: `${question} GET /tools lists them.` } },
    });
  });

  it.each(['initialize', 'ping', 'logging/setLevel', 'resources/subscribe', 'no/such'])(
    'gets 404 for an unknown %s',
    async (method) => {
      const response = await modern(server.url, method);
      expect(response.status).toBe(404);
      expect((await response.json()).error.code).toBe(-32601);
    },
  );

  it('gets an error when header and body disagree, with the supported versions', async () => {
    const body = rpc('tools/list', {
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    });
    const mismatch = await post(server.url, body, {
      'Mcp-Protocol-Version': '2026-07-28',
      'Mcp-Method': 'tools/call',
    });
    expect([mismatch.status, (await mismatch.json()).error.code]).toEqual([400, -32020]);
    const unknown = await post(
      server.url,
      rpc('tools/list', {
        _meta: {
          'io.modelcontextprotocol/protocolVersion': '2099-01-01',
          'io.modelcontextprotocol/clientCapabilities': {},
        },
      }),
      { 'Mcp-Protocol-Version': '2099-01-01', 'Mcp-Method': 'tools/list' },
    );
    expect(unknown.status).toBe(400);
    expect(JSON.stringify(await unknown.json())).toContain('2026-07-28');
  });
});

describe('a malformed request', () => {
  it("with invalid parameters gets an error that names them, as its sender's mistake", async () => {
    const session = await openSession(server.url);
    const wrong: [method: string, params: object, message: string][] = [
      [
        'tools/call',
        { name: 'dewey_search', arguments: [] },
        'params.arguments: expected record, received array.',
      ],
      ['tools/call', { arguments: {} }, 'params.name: expected string, received undefined.'],
      ['resources/read', { uri: 7 }, 'params.uri: expected string, received number.'],
    ];
    for (const [method, params, message] of wrong)
      for (const headers of [session, {}])
        expect(await (await post(server.url, rpc(method, { ...params }), headers)).json()).toMatchObject({
          error: { code: -32602, message },
        });
  });

  it.each([
    ['half a message', '{"jsonrpc":', {}, 400, -32700],
    ['a number', '42', {}, 400, -32600],
    ['null', 'null', {}, 400, -32600],
    ['an empty batch', '[]', {}, 400, -32600],
    ['metadata that are none', rpc('prompts/list', { _meta: 5 }), {}, 400, -32600],
    ['a member too many', { ...rpc('prompts/list'), more: true }, {}, 400, -32600],
    ['bytes that are no text', '\ud800', {}, 400, -32700],
    [
      'a batch in a version without them',
      [rpc('ping')],
      { 'Mcp-Protocol-Version': '2025-06-18' },
      400,
      -32600,
    ],
    ['a version nobody knows', rpc('ping'), { 'Mcp-Protocol-Version': '1999-01-01' }, 400, -32000],
    ['an answer the client will not read', rpc('ping'), { Accept: 'text/html' }, 406, -32000],
    ['a form', rpc('ping'), { 'Content-Type': 'text/plain' }, 415, -32000],
    ['an unknown session', rpc('ping'), { 'Mcp-Session-Id': 'guessed' }, 404, -32001],
  ])('is answered as specified: %s', async (_, body, headers, status, code) => {
    const session = 'Mcp-Session-Id' in headers ? {} : await openSession(server.url);
    for (const where of [{}, session]) {
      const response = await post(server.url, body, { ...where, ...(headers as Record<string, string>) });
      expect([response.status, (await response.json()).error.code]).toEqual([status, code]);
    }
    expect((await post(server.url, initializeRequest())).status).toBe(200);
  });

  it('may still be a batch in the version that had them', async () => {
    const response = await post(server.url, [rpc('ping', {}, 1), rpc('ping', {}, 2)], {
      'Mcp-Protocol-Version': '2025-03-26',
    });
    const answers: { id: number }[] = await response.json();
    expect(answers.map((answer) => answer.id).sort()).toEqual([1, 2]);
  });

  it('is refused over 16 MB, whether its length was declared or not', async () => {
    const content = 'x'.repeat(16_000_001);
    const stated = await post(server.url, content);
    expect(stated.status).toBe(413);
    const stream = new Blob([content]).stream();
    const init = { method: 'POST', body: stream, duplex: 'half' } as RequestInit;
    const unstated = await fetch(`${server.url}/mcp`, {
      ...init,
      headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
    }).then(
      (response) => response.status,
      () => 'cut off',
    );
    expect([413, 'cut off']).toContain(unstated);
    expect((await post(server.url, initializeRequest())).status).toBe(200);
  });

  it.each([
    ['GET', '/.well-known/oauth-protected-resource'],
    ['GET', '/.well-known/oauth-authorization-server/mcp'],
    ['GET', '/.well-known/openid-configuration'],
    ['POST', '/register'],
    ['GET', '/sse'],
    ['GET', '/mcp'],
    ['DELETE', '/mcp'],
    ['PUT', '/mcp'],
    ['OPTIONS', '/mcp'],
    ['HEAD', '/mcp'],
  ])('never causes a server error: %s %s', async (method, path) => {
    const response = await fetch(server.url + path, { method });
    expect([400, 404, 405]).toContain(response.status);
  });
});
