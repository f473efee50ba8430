import { afterEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createLog } from '../../../src/gateway/deps.ts';
import { createChanges } from '../../../src/gateway/notify/changes.ts';
import getStartupContext from '../../../src/handlers/contexts/get-startup-context.ts';
import { resource } from '../../../src/handlers/tool/resource.ts';
import { useServer } from '../../support/gateway.ts';
import { useLake } from '../../support/lake.ts';
import { modern, openSession, post, rpc } from '../../support/mcp.ts';
import { type Frame, TestSocket } from '../../support/socket.ts';

const lake = useLake();
const server = useServer(lake);
/** Another process on the same database, as far as the database can tell. */
const other = useServer(lake);

const sockets: TestSocket[] = [];
const open = async (url = server.url) => {
  const socket = await TestSocket.open(url);
  sockets.push(socket);
  return socket;
};
afterEach(() => Promise.all(sockets.splice(0).map((socket) => socket.close())));

const updateOf = (uri: string) => (frame: Frame) =>
  frame.method === 'notifications/resources/updated' && frame.params.uri === uri;

const setContext = (socket: TestSocket, name: string, content: string) =>
  socket.call('dewey_set_startup_context', { name, content });

describe('resources', () => {
  it('are listed with their addresses, and as templates', async () => {
    const socket = await open();
    await setContext(socket, 'büro & mehr', 'Offices.');
    const stored = await socket.call('dewey_store_message', {
      role: 'user',
      content: 'Listed',
      project: 'lib',
    });
    const id = stored.result.structuredContent.conversation_id;
    const { result } = await socket.request('resources/list');
    const uris = result.resources.map((entry: { uri: string }) => entry.uri);
    expect(uris).toEqual(
      expect.arrayContaining([
        'dewey://contexts/active',
        'dewey://contexts/b%C3%BCro%20%26%20mehr',
        `dewey://conversations/${id}`,
      ]),
    );
    const templates = await socket.request('resources/templates/list');
    expect(
      templates.result.resourceTemplates.map((entry: { uriTemplate: string }) => entry.uriTemplate),
    ).toEqual([
      'dewey://conversations/{id}',
      'dewey://contexts/{name}',
      'membria://decisions/{decision_id}',
      'membria://calibrations/{domain}',
      'membria://skills/{domain}',
      'membria://graph/causal-chain/{decision_id}',
      'membria://graph/similar-decisions/{decision_id}',
      'dewey://artifacts/{id}',
    ]);
  });

  it('return a context as plain text, and a conversation in full', async () => {
    const socket = await open();
    await setContext(socket, 'büro & mehr', 'Offices are open.');
    for (const uri of ['dewey://contexts/b%C3%BCro%20%26%20mehr', 'dewey://contexts/active']) {
      const { result } = await socket.request('resources/read', { uri });
      expect(result.contents).toEqual([{ uri, mimeType: 'text/markdown', text: 'Offices are open.' }]);
    }
    const stored = await socket.call('dewey_store_message', { role: 'user', content: 'To be read' });
    const uri = `dewey://conversations/${stored.result.structuredContent.conversation_id}`;
    const { result } = await socket.request('resources/read', { uri });
    expect(JSON.parse(result.contents[0].text).messages[0].content).toBe('To be read');
  });

  it.each([
    'dewey://contexts/nobody',
    'dewey://conversations/no-id',
    'dewey://conversations/00000000-0000-7000-8000-000000000000',
    'dewey://nothing',
    'dewey://contexts/%',
  ])('that do not exist give an error of their era: %s', async (uri) => {
    const socket = await open();
    const legacy = await socket.request('resources/read', { uri });
    expect(legacy.error).toMatchObject({ code: -32002, data: { uri } });
    const answer = await (await modern(server.url, 'resources/read', { uri }, uri)).json();
    expect(answer.error).toMatchObject({ code: -32602, data: { uri } });
  });

  it('decode the variables of an address, and take nothing else from it', () => {
    const { match } = resource({
      uri: 'test://a.b/{x}/c/{y}',
      name: 'test',
      title: 'Test',
      description: 'Test.',
      mimeType: 'text/plain',
      tool: getStartupContext,
      output: z.unknown(),
      input: (variables) => variables,
    });
    expect(match('test://a.b/1%2F2/c/z')).toEqual({ x: '1/2', y: 'z' });
    expect(
      ['test://aXb/1/c/2', 'test://a.b/1/2/c/3', 'test://a.b//c/3', 'test://a.b/1/c/2?q'].map(match),
    ).toEqual(Array(4).fill(undefined));
  });
});

describe('subscriptions', () => {
  it('report a write in another process, over WebSocket', async () => {
    const reader = await open();
    const writer = await open(other.url);
    await setContext(writer, 'watched', 'One.');
    const uri = 'dewey://contexts/watched';
    expect(await reader.request('resources/subscribe', { uri })).toMatchObject({ result: {} });
    await setContext(writer, 'watched', 'Two.');
    await reader.frame(updateOf(uri));
    const { result } = await reader.request('resources/read', { uri });
    expect(result.contents[0].text).toBe('Two.');
  });

  it('report many quick writes once, and only what was subscribed to', async () => {
    const socket = await open();
    const stored = await socket.call('dewey_store_message', { role: 'user', content: 'First' });
    const { conversation_id } = stored.result.structuredContent;
    const uri = `dewey://conversations/${conversation_id}`;
    await socket.request('resources/subscribe', { uri });
    await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        socket.call('dewey_store_message', { conversation_id, role: 'user', content: `${i}` }),
      ),
    );
    await setContext(socket, 'unwatched', 'Nobody asked.');
    await socket.frame(updateOf(uri));
    await socket.request('resources/subscribe', { uri: 'dewey://contexts/active' });
    await setContext(socket, 'marker', 'After it all.');
    await socket.frame(updateOf('dewey://contexts/active'));
    const updates = socket.frames.filter((frame) => frame.method === 'notifications/resources/updated');
    expect(updates.filter((frame) => frame.params.uri === 'dewey://contexts/unwatched')).toEqual([]);
    expect(updates.filter(updateOf(uri)).length).toBeLessThan(10);
  });

  it('end when the client unsubscribes', async () => {
    const socket = await open();
    const uri = 'dewey://contexts/ending';
    await socket.request('resources/subscribe', { uri });
    await socket.request('resources/subscribe', { uri: 'dewey://contexts/marker' });
    await socket.request('resources/unsubscribe', { uri });
    await setContext(socket, 'ending', 'Unheard.');
    await setContext(socket, 'marker', 'Heard.');
    await socket.frame(updateOf('dewey://contexts/marker'));
    expect(socket.frames.filter(updateOf(uri))).toEqual([]);
  });

  it('of a session are reported on its stream', async () => {
    const session = await openSession(server.url);
    const leaving = new AbortController();
    const stream = await fetch(`${server.url}/mcp`, {
      headers: { ...session, Accept: 'text/event-stream' },
      signal: leaving.signal,
    });
    const uri = 'dewey://contexts/streamed';
    await post(server.url, rpc('resources/subscribe', { uri }), session);
    await setContext(await open(other.url), 'streamed', 'Told.');
    const { value } = (await stream.body?.getReader().read()) ?? {};
    expect(new TextDecoder().decode(value)).toContain(`"uri":"${uri}"`);
    leaving.abort();
  });

  it('of 2026 are reported on the stream that listens', async () => {
    const uri = 'dewey://contexts/listened';
    const stream = await modern(server.url, 'subscriptions/listen', {
      notifications: { resourceSubscriptions: [uri] },
    });
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
    let received = (await reader?.read())?.value ?? '';
    expect(received).toContain('notifications/subscriptions/acknowledged');
    await setContext(await open(other.url), 'listened', 'Told.');
    received += (await reader?.read())?.value ?? '';
    expect(received).toContain(`"uri":"${uri}"`);
    await reader?.cancel();
  });

  it('to unknown addresses are refused', async () => {
    const socket = await open();
    const { error } = await socket.request('resources/subscribe', { uri: 'dewey://nothing' });
    expect(error).toMatchObject({ code: -32002, data: { uri: 'dewey://nothing' } });
  });

  it('ask clients to re-read after the listening connection was lost', async () => {
    const changes = createChanges(lake.db.sql, lake.url, createLog('silent'));
    const heard: unknown[] = [];
    await changes.subscribe((change) => heard.push(change));
    await lake.db.sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'dewey changes' and datname = current_database()`;
    await expect.poll(() => heard).toContain('all');
    changes.publish(['dewey://a', 'dewey://b']);
    await expect.poll(() => heard.flat()).toEqual(expect.arrayContaining(['dewey://a', 'dewey://b']));
    await changes.close();
  });
});

describe('prompts', () => {
  it('start a session with the active startup context, or one by name', async () => {
    const socket = await open();
    await setContext(socket, 'first', 'We count loans by day.');
    await setContext(socket, 'second', 'We count loans by week.');
    const { result } = await socket.request('prompts/list');
    expect(result.prompts).toEqual([
      expect.objectContaining({
        name: 'dewey_start_session',
        arguments: [expect.objectContaining({ name: 'context', required: false })],
      }),
      expect.objectContaining({ name: 'membria_decision_context' }),
    ]);
    const active = await socket.request('prompts/get', { name: 'dewey_start_session' });
    expect(active.result.messages[0].content.text).toContain('We count loans by week.');
    const named = await socket.request('prompts/get', {
      name: 'dewey_start_session',
      arguments: { context: 'first' },
    });
    expect(named.result.messages[0].content.text).toContain('We count loans by day.');
  });

  it('explain what is wrong with a call', async () => {
    const socket = await open();
    const get = async (params: Record<string, unknown>) =>
      (await socket.request('prompts/get', params)).error;
    expect(await get({ name: 'nothing' })).toMatchObject({ code: -32602 });
    expect(await get({ name: 'dewey_start_session', arguments: { context: 'nobody' } })).toMatchObject({
      code: -32602,
      data: { kind: 'not_found' },
    });
    expect(await get({ name: 'dewey_start_session', arguments: { other: 'x' } })).toMatchObject({
      code: -32602,
      message: 'other: unknown field. The arguments are: context.',
      data: { field: 'other' },
    });
  });
});

describe('completions', () => {
  const complete = async (socket: TestSocket, ref: object, name: string, value: string) =>
    (await socket.request('completion/complete', { ref, argument: { name, value } })).result.completion;

  it('suggest names of contexts, the active one first, and ids of conversations', async () => {
    const socket = await open();
    await setContext(socket, 'complete_b', 'B');
    await setContext(socket, 'complete_a', 'A');
    await setContext(socket, 'completeXa', 'No wildcard');
    const prompt = { type: 'ref/prompt', name: 'dewey_start_session' };
    expect((await complete(socket, prompt, 'context', 'complete_')).values).toEqual([
      'complete_a',
      'complete_b',
    ]);
    const stored = await socket.call('dewey_store_message', { role: 'user', content: 'x' });
    const id: string = stored.result.structuredContent.conversation_id;
    const template = { type: 'ref/resource', uri: 'dewey://conversations/{id}' };
    expect((await complete(socket, template, 'id', id.slice(0, -2))).values).toContain(id);
    expect((await complete(socket, template, 'other', '')).values).toEqual([]);
  });

  it('are empty for values that cannot be stored', async () => {
    const socket = await open();
    for (const uri of ['dewey://conversations/{id}', 'dewey://contexts/{name}', 'dewey://artifacts/{id}'])
      for (const typed of ['a\0b', '\udfff'])
        expect(
          (await complete(socket, { type: 'ref/resource', uri }, uri.endsWith('{id}') ? 'id' : 'name', typed))
            .values,
        ).toEqual([]);
  });
});
