import fc from 'fast-check';
import { adminTools } from '../../src/gateway/admin/index.ts';
import { catalog } from '../../src/handlers/index.ts';
import { errorKinds } from '../../src/handlers/tool/errors.ts';
import { type Call, callsOf, frames, type Known, leakIn, requestsOf } from './fuzz.ts';
import { modern, openSession, post } from './mcp.ts';
import { TestSocket } from './socket.ts';

/** How many inputs each transport is given, and the seed they are generated from. */
export type Dose = { seed: number; rest: number; mcp: number; socket: number; protocol: number };

const documented = new Set<number>(Object.values(errorKinds).map(({ status }) => status));

/** Checks that an answer is a result or an error in the common format; returns what is wrong with it otherwise. */
function faultOf(status: number, text: string, sent: string): string | undefined {
  const leak = leakIn(text, sent);
  if (leak) return `shows ${leak}`;
  if (status >= 500) return `failed with ${status}`;
  if (status === 200) return undefined;
  if (!documented.has(status)) return `answered ${status}, which is not documented`;
  const { error } = JSON.parse(text);
  return error?.kind in errorKinds && typeof error.message === 'string' ? undefined : 'has no error body';
}

const kindOf = (text: string): string => JSON.parse(text).error?.kind;

/**
 * Sends a server inputs over every transport, and fails with the smallest one that is not answered as specified.
 *
 * @returns how many of the calls succeeded, by transport: fuzzing that is always refused proves nothing.
 */
export async function fuzz(
  url: string,
  key: string,
  known: Known,
  dose: Dose,
): Promise<Record<string, number>> {
  const headers = { authorization: `Bearer ${key}` };
  const tools = [
    ...catalog.tools,
    ...adminTools([], catalog, { language: 'english', dataDir: '', undoDays: 30 }).values(),
  ];
  const passed = { rest: 0, mcp: 0, socket: 0 };
  const run = (count: number) => ({ seed: dose.seed, numRuns: count, endOnFailure: false });

  const isAdmin = (tool: string) => !catalog.find(tool);
  await fc.assert(
    fc.asyncProperty(callsOf(tools, known), async ({ tool, input }: Call) => {
      const body = JSON.stringify(input);
      const response = await fetch(`${url}/${isAdmin(tool) ? 'admin' : 'tools'}/${tool}`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body,
      });
      const text = await response.text();
      const fault = faultOf(response.status, text, body);
      if (fault) throw new Error(`${tool} over REST ${fault}: ${text.slice(0, 500)}`);
      if (response.ok) passed.rest += 1;
    }),
    run(dose.rest),
  );

  const places = [
    '/tools/dewey_search',
    '/tools/dewey_store_message',
    '/hooks/claude-code',
    '/mcp',
    '/admin/keys_list',
  ];
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...places), frames, async (path, body) => {
      const response = await fetch(url + path, {
        method: 'POST',
        headers: {
          ...headers,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
        },
        body,
      });
      const text = await response.text();
      const leak = leakIn(text, body);
      if (response.status >= 500 || leak)
        throw new Error(`${path} ${response.status} ${leak}: ${text.slice(0, 500)}`);
    }),
    run(Math.ceil(dose.protocol / 2)),
  );

  const session = await openSession(url, headers);
  /** A result, a tool error, or a protocol error; never an internal one. */
  const faultOfMessage = (message: Message, sent: string): string | undefined => {
    const text = JSON.stringify(message);
    const leak = leakIn(text, sent);
    if (leak) return `shows ${leak}`;
    if (message.error) return message.error.code === -32603 ? 'failed inside' : undefined;
    if (!message.result) return 'is no answer';
    if (!message.result.isError) return undefined;
    const kind = kindOf(message.result.content?.[0]?.text ?? '{}');
    return kind === 'internal' || kind === 'unavailable' || !(kind in errorKinds) ? `is ${kind}` : undefined;
  };
  const overHttp = async (method: string, params: unknown, id: number) => {
    const sent = JSON.stringify({ jsonrpc: '2.0', id, method, params });
    const response = await post(url, sent, session);
    const text = await response.text();
    if (response.status >= 500)
      return { sent, fault: `failed with ${response.status}: ${text}`, message: {} };
    const message: Message = JSON.parse(
      text.startsWith('{') ? text : (/^data: (\{.*)$/m.exec(text)?.[1] ?? '{}'),
    );
    return { sent, fault: faultOfMessage(message, sent), message };
  };
  const overModern = async (name: string, args: unknown) => {
    const response = await modern(url, 'tools/call', { name, arguments: args }, name, headers);
    const text = await response.text();
    if (response.status >= 500) return { fault: `failed with ${response.status}: ${text}`, message: {} };
    const message: Message = JSON.parse(
      text.startsWith('{') ? text : (/^data: (\{.*)$/m.exec(text)?.[1] ?? '{}'),
    );
    return { fault: faultOfMessage(message, JSON.stringify(args)), message };
  };
  let id = 1000;
  await fc.assert(
    fc.asyncProperty(callsOf(catalog.tools, known), async ({ tool, input }) => {
      id += 1;
      const { fault, message } =
        id % 2 === 0
          ? await overHttp('tools/call', { name: tool, arguments: input }, id)
          : await overModern(tool, input);
      if (fault) throw new Error(`${tool} over MCP ${fault}: ${JSON.stringify(message).slice(0, 500)}`);
      if (message.result && !message.result.isError) passed.mcp += 1;
    }),
    run(dose.mcp),
  );
  await fc.assert(
    fc.asyncProperty(requestsOf(catalog, known), async ({ method, params }) => {
      id += 1;
      const { fault, message } = await overHttp(method, params, id);
      if (fault) throw new Error(`${method} ${fault}: ${JSON.stringify(message).slice(0, 500)}`);
    }),
    run(dose.protocol),
  );

  const socket = await TestSocket.open(url, '/mcp', '2025-11-25', headers);
  await fc.assert(
    fc.asyncProperty(callsOf(catalog.tools, known), async ({ tool, input }) => {
      const message: Message = await socket.request('tools/call', { name: tool, arguments: input as object });
      const fault = faultOfMessage(message, JSON.stringify(input));
      // Arguments of the wrong shape are a protocol error.
      if (fault) throw new Error(`${tool} over WebSocket ${fault}: ${JSON.stringify(message).slice(0, 500)}`);
      if (message.result && !message.result.isError) passed.socket += 1;
    }),
    run(dose.socket),
  );
  await fc.assert(
    fc.asyncProperty(frames, async (frame) => {
      const before = socket.frames.length;
      socket.raw.send(frame);
      // Whatever that was, the next request is answered.
      const pong = await socket.request('ping');
      if (!pong.result) throw new Error(`no ping after ${frame}: ${JSON.stringify(pong)}`);
      for (const answer of socket.frames.slice(before)) {
        const leak = leakIn(JSON.stringify(answer), frame);
        if (leak) throw new Error(`a frame shows ${leak}`);
      }
    }),
    run(Math.ceil(dose.protocol / 2)),
  );
  await socket.close();
  return passed;
}

type Message = {
  result?: { isError?: boolean; content?: { text?: string }[] };
  error?: { code: number; message: string };
};
