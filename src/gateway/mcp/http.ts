import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { isInitializeRequest, JSONRPCMessageSchema } from '@modelcontextprotocol/sdk/types.js';
import type { Caller } from '../door.ts';
import type { McpCore } from './core.ts';
import { createLegacySession, type LegacySession } from './legacy.ts';

type Session = LegacySession & {
  transport: WebStandardStreamableHTTPServerTransport;
  /** Who sent the request that is being handled; its calls run with those rights. */
  caller: Caller;
  /** The key that opened the session; no other may use it. */
  keyId: string | undefined;
  lastUsed: number;
};

export type HttpLimits = {
  maxBodyBytes: number;
  maxSessions: number;
  /** A session nobody used for this long is closed. */
  idleMs: number;
};

export const defaultHttpLimits: HttpLimits = {
  maxBodyBytes: 16_000_000,
  maxSessions: 1000,
  idleMs: 30 * 60_000,
};

export type McpHttp = {
  handle(request: Request, caller: Caller): Promise<Response>;
  sessions(): number;
  close(): Promise<void>;
};

/**
 * Streamable HTTP. A client that initializes gets a session; a request without one is answered on its own.
 */
export function createMcpHttp(
  core: McpCore,
  newId: () => string,
  limits: HttpLimits = defaultHttpLimits,
): McpHttp {
  const sessions = new Map<string, Session>();

  const end = async (id: string) => {
    const session = sessions.get(id);
    sessions.delete(id);
    await session?.server.close();
  };
  const sweep = async () => {
    const oldest = performance.now() - limits.idleMs;
    for (const [id, session] of sessions) if (session.lastUsed < oldest) await end(id);
  };
  const timer = setInterval(() => void sweep(), Math.min(limits.idleMs, 60_000)).unref();

  /** Makes room for one more by ending the one that was idle for longest. */
  const makeRoom = async () => {
    if (sessions.size < limits.maxSessions) return;
    const [longest] = [...sessions].sort(([, a], [, b]) => a.lastUsed - b.lastUsed);
    if (longest) await end(longest[0]);
  };

  const open = async (caller: Caller): Promise<Session> => {
    await makeRoom();
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: newId,
      enableJsonResponse: true,
      onsessioninitialized: (id) => void sessions.set(id, session),
      onsessionclosed: (id) => void sessions.delete(id),
    });
    const legacy = createLegacySession(core, () => session.caller);
    const session: Session = {
      ...legacy,
      transport,
      caller,
      keyId: caller.keyId,
      lastUsed: performance.now(),
    };
    await session.server.connect(transport);
    return session;
  };

  const handleAlone = async (request: Request, body: unknown, caller: Caller) => {
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    const version = request.headers.get('mcp-protocol-version') ?? undefined;
    const { server } = createLegacySession(core, () => caller, version);
    await server.connect(transport);
    const response = await transport.handleRequest(request, { parsedBody: body });
    // The answer is complete JSON: nothing of the request outlives it.
    await server.close();
    return response;
  };

  return {
    async handle(request, caller) {
      const id = request.headers.get('mcp-session-id');
      const session = id === null ? undefined : sessions.get(id);
      if (id !== null && (!session || session.keyId !== caller.keyId))
        return protocolError(404, -32001, 'This session is unknown or has ended; initialize again.');
      if (request.method !== 'POST') {
        if (!session)
          return protocolError(
            request.method === 'GET' ? 405 : 400,
            -32000,
            'This needs the Mcp-Session-Id header of a session.',
          );
        return use(session, request, undefined, caller);
      }
      const body = await readBody(request, limits.maxBodyBytes);
      if (body instanceof Response) return body;
      if (session) return use(session, request, body.value, caller);
      if (isInitializeRequest(body.value)) return use(await open(caller), request, body.value, caller);
      return handleAlone(request, body.value, caller);
    },
    sessions: () => sessions.size,
    async close() {
      clearInterval(timer);
      for (const id of [...sessions.keys()]) await end(id);
    },
  };
}

function use(session: Session, request: Request, body: unknown, caller: Caller): Promise<Response> {
  session.lastUsed = performance.now();
  session.caller = caller;
  const message = JSONRPCMessageSchema.safeParse(body);
  if (message.success) session.saw(message.data);
  return session.transport.handleRequest(request, body === undefined ? {} : { parsedBody: body });
}

/** Reads at most this many bytes, and says so when there are more; a request is never half taken. */
async function readBody(request: Request, maxBytes: number): Promise<{ value: unknown } | Response> {
  const tooLarge = () =>
    protocolError(
      413,
      -32000,
      `A request may have at most ${maxBytes.toLocaleString('en')} bytes; send it in parts.`,
    );
  if (Number(request.headers.get('content-length')) > maxBytes) return tooLarge();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) return tooLarge();
    chunks.push(chunk);
  }
  try {
    return {
      value: JSON.parse(
        new TextDecoder('utf-8', { fatal: true }).decode(await new Blob(chunks).arrayBuffer()),
      ),
    };
  } catch {
    return protocolError(400, -32700, 'The body is not valid JSON in UTF-8.');
  }
}

const protocolError = (status: number, code: number, message: string): Response =>
  Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status });
