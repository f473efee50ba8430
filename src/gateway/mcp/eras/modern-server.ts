import {
  type CallToolResult,
  type InputRequests,
  inputRequired,
  MissingRequiredClientCapabilityError,
  type Prompt,
  type RequestStateCodec,
  Server,
  type ServerContext,
  type Tool,
} from '@modelcontextprotocol/server';
import type { Answers, ClientSession, Elicitation } from '../../../handlers/tool/client-session.ts';
import { ToolError } from '../../../handlers/tool/errors.ts';
import type { Caller } from '../../auth/caller.ts';
import type { McpCore } from '../core.ts';
import { callerFrom } from './auth-info.ts';
import { cannotAnswer, missingCapability } from './capabilities.ts';
import { jsonSchemaValidator } from './no-validator.ts';

/** Listings do not change while the server runs. */
const listingTtlMs = 300_000;
const cacheHints = {
  'tools/list': { ttlMs: listingTtlMs, cacheScope: 'private' },
  'prompts/list': { ttlMs: listingTtlMs, cacheScope: 'private' },
  'resources/templates/list': { ttlMs: listingTtlMs, cacheScope: 'private' },
} as const;

type HandlerContext = {
  server: Server;
  core: McpCore;
  codec: RequestStateCodec<string>;
  who(ctx: ServerContext): Caller;
};

/** The handler of each method. */
const answers: Record<string, (context: HandlerContext) => void> = {
  // The listings are plain data of these shapes; the SDK's types spell out every keyword of JSON Schema.
  'tools/list': ({ server, core }) =>
    server.setRequestHandler('tools/list', () => ({ tools: core.tools as readonly object[] as Tool[] })),
  'tools/call': ({ server, core, codec, who }) =>
    server.setRequestHandler('tools/call', ({ params }, ctx) =>
      asking(server, ctx, codec, async (clientSession) => {
        const result = await core.call(params.name, params.arguments, { ...who(ctx), clientSession });
        return result as CallToolResult;
      }),
    ),
  'resources/list': ({ server, core, who }) =>
    server.setRequestHandler('resources/list', async (_, ctx) => ({
      resources: await core.resources(who(ctx)),
    })),
  'resources/templates/list': ({ server, core }) =>
    server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [...core.templates] })),
  'resources/read': ({ server, core, who }) =>
    server.setRequestHandler('resources/read', async ({ params }, ctx) => ({
      contents: await core.read(params.uri, who(ctx)),
    })),
  'prompts/list': ({ server, core }) =>
    server.setRequestHandler('prompts/list', () => ({ prompts: [...core.prompts] as Prompt[] })),
  'prompts/get': ({ server, core, codec, who }) =>
    server.setRequestHandler('prompts/get', ({ params }, ctx) =>
      asking(server, ctx, codec, (clientSession) =>
        core.prompt(params.name, params.arguments, { ...who(ctx), clientSession }),
      ),
    ),
  'completion/complete': ({ server, core, who }) =>
    server.setRequestHandler('completion/complete', async ({ params }, ctx) => ({
      completion: await core.complete(params.ref, params.argument, who(ctx)),
    })),
};

/** A server for one request. It is discarded afterwards, so it handles this one method only. */
export function createServer(core: McpCore, codec: RequestStateCodec<string>, method: unknown): Server {
  const server = new Server(core.info, {
    capabilities: core.subscribe ? withSubscriptions : withoutSubscriptions,
    instructions: core.instructions,
    cacheHints,
    jsonSchemaValidator,
    requestState: { verify: codec.verify },
  });
  const who = ({ http, mcpReq }: ServerContext) =>
    callerFrom(http?.authInfo, server.getClientVersion(), mcpReq._meta);
  if (typeof method === 'string' && Object.hasOwn(answers, method))
    answers[method]?.({ server, core, codec, who });
  return server;
}

const withoutSubscriptions = { tools: {}, resources: {}, prompts: {}, completions: {}, logging: {} };
const withSubscriptions = { ...withoutSubscriptions, resources: { subscribe: true } };

/**
 * Runs a call that may ask its client. A question ends the call: its result contains the questions, and the client
 * calls again with the answers.
 */
async function asking<T>(
  server: Server,
  ctx: ServerContext,
  codec: RequestStateCodec<string>,
  work: (clientSession: ClientSession) => Promise<T>,
) {
  let pending: { questions: Record<string, Elicitation>; state: string | undefined } | undefined;
  let missing: string | undefined;
  const request = ctx.mcpReq;
  const token = request._meta?.progressToken;
  const clientSession: ClientSession = {
    signal: request.signal,
    capabilities: { ...server.getClientCapabilities() },
    given: (request.inputResponses ?? {}) as Answers,
    state: request.requestState<string>(),
    async progress(progress, total) {
      if (token !== undefined)
        await request.notify({
          method: 'notifications/progress',
          params: { progressToken: token, progress, ...(total === undefined ? {} : { total }) },
        });
    },
    log: (level, data) => request.log(level, data, 'dewey'),
    async ask(questions, state) {
      missing = missingCapability(questions, clientSession.capabilities);
      if (missing) throw cannotAnswer(missing);
      if (Object.keys(questions).every((name) => name in clientSession.given)) return clientSession.given;
      pending = { questions, state };
      throw new ToolError('refused', 'The client has to answer and call again.');
    },
  };
  const result = await work(clientSession).catch((error) => {
    if (!pending && !missing) throw error;
    return undefined;
  });
  if (missing) throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { [missing]: {} } });
  if (pending)
    return inputRequired({
      inputRequests: pending.questions as InputRequests,
      ...(pending.state === undefined ? {} : { requestState: await codec.mint(pending.state, ctx) }),
    });
  if (result === undefined) throw new Error('a call ended without a result');
  return result;
}
