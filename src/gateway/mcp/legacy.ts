import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CallToolRequestSchema,
  ErrorCode,
  type JSONRPCMessage,
  ListToolsRequestSchema,
  McpError,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/sdk/types.js';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv-provider.js';
import type { Caller } from '../door.ts';
import type { CallResult, ListedTool, McpCore } from './core.ts';

/** Most of what a Server costs to make is its validator, so they all share one. */
const jsonSchemaValidator = new AjvJsonSchemaValidator();

/** The first version whose clients know structured content; older ones break on it. */
const structuredSince = '2025-06-18';

export type LegacySession = {
  server: Server;
  /** To be shown every message the client sends, so that its version is known. */
  saw(message: JSONRPCMessage): void;
};

/**
 * The protocol up to 2025-11-25 for one connection or one request.
 *
 * @param who is asked for each call.
 * @param version of a request that comes without initialize.
 */
export function createLegacySession(core: McpCore, who: () => Caller, version?: string): LegacySession {
  let negotiated = version;
  const structured = () => negotiated === undefined || negotiated >= structuredSince;
  const server = new Server(core.info, {
    capabilities: { tools: {} },
    instructions: core.instructions,
    jsonSchemaValidator,
  });
  const plainTools = core.tools.map(({ outputSchema: _, ...tool }) => tool);
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: structured() ? (core.tools as ListedTool[]) : plainTools,
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    const client = server.getClientVersion();
    const caller = { ...who(), ...(client ? { client: `${client.name}/${client.version}` } : {}) };
    const result = await core.call(params.name, params.arguments, caller);
    if (!result)
      throw new McpError(
        ErrorCode.InvalidParams,
        `There is no tool named ${params.name}; tools/list names them all.`,
      );
    return structured() ? result : withoutStructure(result);
  });
  return {
    server,
    saw(message) {
      if (!('method' in message) || message.method !== 'initialize') return;
      const asked = message.params?.protocolVersion;
      // An unknown version is answered with the newest.
      negotiated = SUPPORTED_PROTOCOL_VERSIONS.find((known) => known === asked);
    },
  };
}

const withoutStructure = ({ structuredContent: _, ...result }: CallResult) => result;
