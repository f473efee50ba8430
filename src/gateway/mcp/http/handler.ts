import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { isInitializeRequest, type JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import type { Log } from '../../../handlers/tool/deps.ts';
import { shapeProblem } from '../../../handlers/tool/parse-json.ts';
import type { Caller } from '../../auth/caller.ts';
import { maxBodyBytes, readText } from '../../runtime/read-body.ts';
import type { McpCore } from '../core.ts';
import { authInfoOf } from '../eras/auth-info.ts';
import { createLegacySession } from '../eras/legacy.ts';
import type { createModernMcp, ModernMcp } from '../eras/modern.ts';
import { isMessage } from '../json-rpc.ts';
import { codes } from '../protocol-error.ts';
import { isPlainlyLegacy } from './era.ts';
import { answerPlainCall, readPlainCall } from './fast-call.ts';
import { isPlainRequest, PlainTransport } from './fast-transport.ts';
import { asJson } from './session-transport.ts';
import { createSessions, defaultSessionLimits, type Session, type SessionLimits } from './sessions.ts';

export type McpHttp = {
  /** @param core the part of the catalog that this request selected. */
  handle(request: Request, core: McpCore, caller: Caller): Promise<Response>;
  sessions(): number;
  /** Whether a session of this id is open. */
  knows(id: string): boolean;
  close(): Promise<void>;
};

export type LoadModern = () => Promise<typeof createModernMcp>;

/** The only protocol version with batches. */
const batchesUntil = '2025-03-26';

/**
 * Streamable HTTP for both eras, distinguished by the request: those of 2026-07-28 declare it in every request, all
 * others belong to the earlier era. There, a client that initializes gets a session, and a request without one is
 * answered on its own.
 *
 * @param load loads the protocol of 2026-07-28. It is as large as the rest of the protocol, so it may wait for the
 * first request that needs it.
 * @param limits `false` disables sessions, for runtimes where no memory outlives a request.
 */
export function createMcpHttp(
  log: Log,
  load: LoadModern,
  subscribe: McpCore['subscribe'],
  newSessionId: () => string,
  limits: SessionLimits | false = defaultSessionLimits,
): McpHttp {
  let loading: Promise<ModernMcp> | undefined;
  const modern = () => {
    loading ??= load().then((createModernMcp) => createModernMcp(log, subscribe));
    return loading;
  };
  const sessions = limits ? createSessions(limits, newSessionId) : undefined;

  const withoutBody = async (request: Request, session: Session | undefined, caller: Caller) => {
    if (!session)
      return protocolError(
        request.method === 'DELETE' ? 400 : 405,
        -32000,
        'This needs the Mcp-Session-Id header of a session.',
        { Allow: sessions ? 'GET, POST, DELETE' : 'POST' },
      );
    session.lastUsed = performance.now();
    const response = await session.transport.handle(request, undefined, caller, true);
    if (request.method === 'GET' && response.ok) {
      session.listening += 1;
      request.signal.addEventListener(
        'abort',
        () => {
          session.listening -= 1;
          session.lastUsed = performance.now();
        },
        { once: true },
      );
    }
    return response;
  };

  return {
    async handle(request, core, caller) {
      const id = request.headers.get('mcp-session-id');
      const session = id === null ? undefined : sessions?.find(id, caller);
      const unknown = id !== null && !session;
      if (request.method !== 'POST') return unknown ? noSession() : withoutBody(request, session, caller);
      const body = await readJson(request, caller);
      if (body instanceof Response) return body;
      const { value } = body;
      if (typeof value !== 'object' || value === null) return notMessage(caller);
      if (!isPlainlyLegacy(request, value)) {
        const plain = readPlainCall(request, value, core);
        if (plain) return answerPlainCall(plain, core, caller);
        const { speaks, handle } = await modern();
        if (await speaks(request, value)) return handle(request, value, core, caller);
      }
      if (unknown) return noSession();
      const refused = notMessages(value, caller) ?? refusedBatch(request, value);
      if (refused) return refused;
      // Each message of a batch is a request; the first was counted as this one.
      const tooMany = Array.isArray(value) ? await caller.more?.(value.length - 1) : undefined;
      if (tooMany) throw tooMany;
      if (session) return inSession(session, request, value, caller);
      if (sessions && isInitialize(value))
        return asJson(await inSession(await sessions.open(core, caller), request, value, caller));
      return alone(request, value, core, caller);
    },
    sessions: () => sessions?.count() ?? 0,
    knows: (id) => sessions?.has(id) ?? false,
    async close() {
      await sessions?.close();
      await (await loading)?.close();
    },
  };
}

function inSession(session: Session, request: Request, body: unknown, caller: Caller): Promise<Response> {
  session.lastUsed = performance.now();
  session.legacy.saw(body as JSONRPCMessage); // checked above
  return session.transport.handle(
    request,
    body,
    caller,
    isInitialize(body) || wantsStream(body, session.core),
  );
}

/** The method first: rejecting by schema is expensive, and most requests are something else. */
const isInitialize = (body: unknown): boolean =>
  (body as { method?: unknown }).method === 'initialize' && isInitializeRequest(body);

/** One request without a session, with a server that lives as long as its answer. */
async function alone(request: Request, body: unknown, core: McpCore, caller: Caller): Promise<Response> {
  const streams = wantsStream(body, core);
  const version = request.headers.get('mcp-protocol-version') ?? undefined;
  const { server, close } = createLegacySession({ ...core, subscribe: undefined }, version);
  if (!streams && isPlainRequest(request, body)) {
    const transport = new PlainTransport();
    await server.connect(transport);
    return transport.answer(body, { authInfo: authInfoOf(caller) });
  }
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: !streams });
  await server.connect(transport);
  // Only the request references the server: it needs no closing unless a client leaves its stream.
  if (streams) request.signal.addEventListener('abort', () => void close(), { once: true });
  return transport.handleRequest(request, { parsedBody: body, authInfo: authInfoOf(caller) });
}

/** Whether something may come before the result: then the answer is a stream, else JSON. */
function wantsStream(body: unknown, core: McpCore): boolean {
  const messages: unknown[] = Array.isArray(body) ? body : [body];
  return messages.some((message) => {
    const { params } = (message ?? {}) as {
      params?: { name?: unknown; _meta?: { progressToken?: unknown } };
    };
    return params?._meta?.progressToken !== undefined || core.streams(params?.name);
  });
}

async function readJson(request: Request, caller: Caller): Promise<{ value: unknown } | Response> {
  const body = await readText(request);
  if ('problem' in body && body.problem === 'too large')
    return unread(
      caller,
      413,
      -32000,
      `A request may have at most ${maxBodyBytes.toLocaleString('en')} bytes; send it in parts.`,
    );
  const shape = 'text' in body ? shapeProblem(body.text) : undefined;
  if (shape !== undefined) return unread(caller, 400, codes.invalidRequest, `The message is ${shape}.`);
  try {
    if ('text' in body) return { value: JSON.parse(body.text) };
  } catch {
    // not JSON; answered below
  }
  return unread(caller, 400, codes.parse, 'The body is not valid JSON in UTF-8.');
}

/** Refuses a body that no call was found in, which leaves a row nevertheless. */
function unread(caller: Caller, status: number, code: number, message: string): Response {
  caller.unread?.(message);
  return protocolError(status, code, message);
}

function notMessages(body: unknown, caller: Caller): Response | undefined {
  const messages: unknown[] = Array.isArray(body) ? body : [body];
  return messages.length === 0 || !messages.every(isMessage) ? notMessage(caller) : undefined;
}

function refusedBatch(request: Request, body: unknown): Response | undefined {
  const version = request.headers.get('mcp-protocol-version');
  if (!Array.isArray(body) || version === null || version <= batchesUntil) return undefined;
  return protocolError(
    400,
    codes.invalidRequest,
    `Protocol version ${version.slice(0, 20)} has no batches; send the messages one by one.`,
  );
}

const notMessage = (caller: Caller): Response =>
  unread(caller, 400, codes.invalidRequest, 'The body must be a JSON-RPC 2.0 message.');

const noSession = (): Response =>
  protocolError(404, -32001, 'This session is unknown or has ended; initialize again.');

const protocolError = (
  status: number,
  code: number,
  message: string,
  headers: Record<string, string> = {},
): Response => Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status, headers });
