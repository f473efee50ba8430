import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { catalog, gate, shut, useSockets } from '../../../support/gate.ts';
import { useServer } from '../../../support/gateway.ts';
import { useLake } from '../../../support/lake.ts';
import { TestSocket } from '../../../support/socket.ts';

const lake = useLake();
const server = useServer(lake, {}, catalog);
const { sockets, open } = useSockets();
const nobody = '018f0000-0000-7000-8000-000000000000';

describe('a call that asks for nothing but its result', () => {
  it.each([
    ['that succeeds', 'dewey_list_conversations', { limit: 1 }],
    ['without arguments', 'dewey_get_startup_context', undefined],
    ['that fails', 'dewey_get_conversation', { conversation_id: nobody }],
    ['with a wrong value', 'dewey_get_conversation', { conversation_id: nobody, limit: 'many' }],
    ['with a field too many', 'dewey_get_conversation', { conversation_id: nobody, __proto__x: 1 }],
    ['with arguments that are a list', 'dewey_get_conversation', [nobody]],
    ['with arguments that are null', 'dewey_get_conversation', null],
    ['of a tool that does not exist', 'dewey_forget_everything', {}],
    ['of a tool without a name', 5, {}],
  ])('is answered as the SDK answers it: one %s', async (_, name, args) => {
    const socket = await open(server.url);
    const params = { name, ...(args === undefined ? {} : { arguments: args }) };
    const plain = await socket.request('tools/call', params);
    // Who asks for progress is answered by the SDK.
    const bySdk = await socket.request('tools/call', { ...params, _meta: { progressToken: 'p' } });
    const answer = ({ id: _id, ...rest }: object & { id?: unknown }) =>
      JSON.parse(JSON.stringify(rest).replaceAll(/"request_id":"[^"]*"/g, '"request_id":""'));
    expect(answer(plain)).toEqual(answer(bySdk));
    expect(plain.result ?? plain.error).toBeDefined();
  });

  it('may come right behind initialize', async () => {
    const raw = new WebSocket(`${server.url.replace('http', 'ws')}/mcp`, 'mcp');
    const socket = new TestSocket(raw);
    sockets.push(socket);
    await once(raw, 'open');
    const clientInfo = { name: 't', version: '1' };
    socket.send({
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-03-26', capabilities: {}, clientInfo },
    });
    socket.send({ id: 2, method: 'tools/call', params: { name: 'dewey_get_startup_context' } });
    const { result } = await socket.frame((frame) => frame.id === 2);
    expect(socket.frames.map((frame) => frame.id)).toEqual([1, 2]);
    // The version that was just agreed has no structured content.
    expect(result).toEqual({ content: [{ type: 'text', text: 'null' }] });
  });

  it('gets no answer once it is cancelled, and its id may be used again', async () => {
    shut();
    const socket = await open(server.url);
    const hold = (text: string) =>
      socket.send({ id: 'h', method: 'tools/call', params: { name: 'hold', arguments: { text } } });
    hold('first');
    await socket.request('ping');
    socket.send({ method: 'notifications/cancelled', params: { requestId: 'h' } });
    hold('second');
    await socket.request('ping');
    gate.open();
    await socket.frame((frame) => frame.id === 'h');
    await socket.request('ping');
    const answers = socket.frames.filter((frame) => frame.id === 'h');
    expect(answers.map(({ result }) => result.structuredContent)).toEqual([{ text: 'second' }]);
  });

  it('is refused when its id is that of a call that still runs', async () => {
    shut();
    const socket = await open(server.url);
    const hold = (text: string) =>
      socket.send({ id: 'h', method: 'tools/call', params: { name: 'hold', arguments: { text } } });
    hold('first');
    hold('second');
    const refused = await socket.frame((frame) => frame.id === 'h');
    expect(refused.error.code).toBe(-32600);
    gate.open();
    const answered = await socket.frame((frame) => frame.id === 'h' && frame.result);
    expect(answered.result.structuredContent).toEqual({ text: 'first' });
  });
});
