import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import {
  CallToolRequestSchema,
  CompleteRequestSchema,
  GetPromptRequestSchema,
  type JSONRPCMessage,
  type JSONRPCRequest,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
  ResultSchema,
  type ServerNotification,
  type ServerRequest,
  SetLevelRequestSchema,
  SUPPORTED_PROTOCOL_VERSIONS,
  SubscribeRequestSchema,
  UnsubscribeRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import {
  type Answers,
  type ClientSession,
  type LogLevel,
  logLevels,
} from '../../../handlers/tool/client-session.ts';
import { ToolError } from '../../../handlers/tool/errors.ts';
import type { Caller } from '../../auth/caller.ts';
import { concerns } from '../../notify/changes.ts';
import type { CallResult, McpCore } from '../core.ts';
import { codes, Fault } from '../protocol-error.ts';
import { callerFrom, callerNamed } from './auth-info.ts';
import { cannotAnswer, missingCapability } from './capabilities.ts';
import { LegacyServer } from './legacy-server.ts';
import { jsonSchemaValidator } from './no-validator.ts';
import { readPlainCall } from './plain-call.ts';

/** The first version whose clients understand structured content; older ones fail on it. */
const structuredSince = '2025-06-18';
const mostSubscriptions = 1000;
/** A person may have to think about the answer. */
const answerTimeoutMs = 600_000;

export type LegacySession = {
  server: Server;
  /** Must be called with every message the client sends, so that the protocol version is known. */
  saw(message: JSONRPCMessage): void;
  /** The result of a call that needs nothing but it, without the SDK; undefined for every other request. */
  call(request: JSONRPCRequest, caller: Caller): Promise<CallResult> | undefined;
  /** Ends the server and its subscriptions. */
  close(): Promise<void>;
};

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;

/**
 * The protocol up to 2025-11-25 for one connection or one request. Every message must carry its caller (`authInfoOf`).
 *
 * @param version of a request that comes without initialize.
 */
export function createLegacySession(core: McpCore, version?: string): LegacySession {
  let negotiated = version;
  let level: LogLevel = 'debug';
  const structured = () => negotiated === undefined || negotiated >= structuredSince;
  const { subscribe } = core;
  const server = new LegacyServer(core.info, {
    capabilities: {
      tools: {},
      resources: subscribe ? { subscribe: true } : {},
      prompts: {},
      completions: {},
      logging: {},
    },
    instructions: core.instructions,
    jsonSchemaValidator,
  });
  const who = (extra: Extra): Caller => callerFrom(extra.authInfo, server.getClientVersion(), extra._meta);

  const called = async (name: string, args: unknown, caller: Caller): Promise<CallResult> => {
    const result = await core.call(name, args, caller);
    return structured() ? result : withoutStructure(result);
  };

  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: structured() ? [...core.tools] : core.tools.map(({ outputSchema: _, ...tool }) => tool),
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) => {
    const caller = who(extra);
    const attentive = core.streams(params.name) || extra._meta?.progressToken !== undefined;
    const clientSession = attentive ? clientSessionOf(server, extra, () => level) : undefined;
    return called(params.name, params.arguments, clientSession ? { ...caller, clientSession } : caller);
  });
  server.setRequestHandler(ListResourcesRequestSchema, async (_, extra) => ({
    resources: await core.resources(who(extra)),
  }));
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({
    resourceTemplates: [...core.templates],
  }));
  server.setRequestHandler(ReadResourceRequestSchema, async ({ params }, extra) => {
    try {
      return { contents: await core.read(params.uri, who(extra)) };
    } catch (error) {
      throw error instanceof Fault && error.code === codes.invalidParams
        ? new Fault(codes.legacyResourceNotFound, error.message, error.data)
        : error;
    }
  });
  server.setRequestHandler(ListPromptsRequestSchema, () => ({ prompts: [...core.prompts] }));
  server.setRequestHandler(GetPromptRequestSchema, ({ params }, extra) =>
    core.prompt(params.name, params.arguments, who(extra)),
  );
  server.setRequestHandler(CompleteRequestSchema, async ({ params }, extra) => ({
    completion: await core.complete(params.ref, params.argument, who(extra)),
  }));
  server.setRequestHandler(SetLevelRequestSchema, ({ params }) => {
    level = params.level;
    return {};
  });

  const subscriptions = subscribe && createSubscriptions(server, subscribe, core);
  if (subscriptions) {
    server.setRequestHandler(SubscribeRequestSchema, async ({ params }, extra) => {
      await subscriptions.add(params.uri, who(extra));
      return {};
    });
    server.setRequestHandler(UnsubscribeRequestSchema, ({ params }) => {
      subscriptions.remove(params.uri);
      return {};
    });
  }

  return {
    server,
    saw(message) {
      if (Array.isArray(message) || !('method' in message) || message.method !== 'initialize') return;
      const asked = message.params?.protocolVersion;
      // An unknown version is answered with the newest.
      negotiated = SUPPORTED_PROTOCOL_VERSIONS.find((known) => known === asked);
    },
    call(request, caller) {
      // Before that, `initialize` may still be on its way through the SDK.
      const client = server.getClientVersion();
      const plain = client && readPlainCall(request, core);
      return plain && called(plain.name, plain.args, callerNamed(caller, client, plain.meta));
    },
    async close() {
      subscriptions?.clear();
      await server.close();
    },
  };
}

const withoutStructure = ({ structuredContent: _, ...result }: CallResult) => result;

function createSubscriptions(server: Server, subscribe: NonNullable<McpCore['subscribe']>, core: McpCore) {
  const uris = new Map<string, Caller>();
  let stop: Promise<() => void> | undefined;
  let cleared = false;

  const tell = async (uri: string, caller: Caller) => {
    if (!(await core.hears(uri, caller))) return;
    await server.sendResourceUpdated({ uri }).catch(() => {
      // The client has just disconnected: it re-reads when it is back.
    });
  };

  return {
    async add(uri: string, caller: Caller): Promise<void> {
      if (!core.has(uri))
        throw new Fault(codes.legacyResourceNotFound, `There is no resource at ${uri}.`, { uri });
      if (uris.size >= mostSubscriptions)
        throw new Fault(
          codes.invalidRequest,
          `A client may subscribe to at most ${mostSubscriptions} resources.`,
        );
      stop ??= subscribe((change) => {
        for (const [uri, whose] of uris) if (change === 'all' || concerns(change, uri)) void tell(uri, whose);
      });
      try {
        await stop;
      } catch {
        stop = undefined;
        throw new Fault(
          -32603,
          'Changes cannot be followed now: the database is unreachable. Subscribe again later.',
        );
      }
      uris.set(uri, caller);
      if (cleared) this.clear();
    },
    remove: (uri: string) => void uris.delete(uri),
    clear(): void {
      cleared = true;
      uris.clear();
      void stop?.then(
        (end) => end(),
        () => undefined, // never started
      );
    },
  };
}

/** The client's side of a running call, as requests and notifications of this era. */
function clientSessionOf(server: Server, extra: Extra, level: () => LogLevel): ClientSession {
  const token = extra._meta?.progressToken;
  const capabilities = { ...server.getClientCapabilities() };
  const notify = (notification: ServerNotification) =>
    extra.sendNotification(notification).catch(() => {
      // The client has disconnected.
    });
  return {
    signal: extra.signal,
    capabilities,
    given: {},
    state: undefined,
    async progress(progress, total) {
      if (token === undefined) return;
      await notify({
        method: 'notifications/progress',
        params: { progressToken: token, progress, ...(total === undefined ? {} : { total }) },
      });
    },
    async log(severity, data) {
      if (logLevels.indexOf(severity) < logLevels.indexOf(level())) return;
      await notify({ method: 'notifications/message', params: { level: severity, logger: 'dewey', data } });
    },
    async ask(questions) {
      const missing = missingCapability(questions, capabilities);
      if (missing) throw cannotAnswer(missing);
      const answers = Object.entries(questions).map(async ([name, question]) => {
        const request = { method: question.method, params: question.params } as ServerRequest;
        return [name, await extra.sendRequest(request, ResultSchema, { timeout: answerTimeoutMs })] as const;
      });
      try {
        return Object.fromEntries(await Promise.all(answers)) as Answers;
      } catch (error) {
        throw new ToolError('refused', "The client did not answer the tool's question.", {
          problem: error instanceof Error ? error.message : String(error),
        });
      }
    },
  };
}
