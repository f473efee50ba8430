import type { Context, Hono } from 'hono';
import type { UpgradeWebSocket } from 'hono/ws';
import type { WebSocket } from 'ws';
import { ToolError } from '../../../handlers/tool/errors.ts';
import type { Caller } from '../../auth/caller.ts';
import { parseToolsets } from '../../calls/toolsets.ts';
import type { Clients } from '../../limits/clients.ts';
import type { McpCore } from '../../mcp/core.ts';
import type { McpHttp } from '../../mcp/http/handler.ts';
import { closeCodes, type McpSockets } from '../../mcp/websocket/sockets.ts';
import { addressOf, callerOf, connectionOf, type Variables } from '../context.ts';
import type { Refusals } from '../refusals.ts';
import { endingWith, isStream } from '../streams.ts';

type Parts = {
  core: McpCore;
  http: McpHttp;
  sockets: McpSockets;
  clients: Clients | undefined;
  /** Records messages that cannot be read. */
  refusals: Refusals | undefined;
  /** Generates ids of frames and sockets. */
  randomId: () => string;
  /** Absent where WebSockets are not supported. */
  upgradeWebSocket: UpgradeWebSocket<WebSocket> | undefined;
};

/** MCP at `/mcp`, and for WebSocket upgrades also at `/` and `/ws`. */
export function mountMcp(
  app: Hono<{ Variables: Variables }>,
  { core, http, sockets, clients, refusals, randomId, upgradeWebSocket }: Parts,
): void {
  const keepingUnread = (c: Context<{ Variables: Variables }>, caller: Caller): Caller => ({
    ...caller,
    unread: (problem) =>
      refusals?.note(addressOf(c.env) ?? 'unknown', {
        outcome: 'invalid_input',
        requestId: caller.requestId,
        keyId: caller.keyId,
        what: `${c.req.method} ${c.req.path}: ${problem}`,
      }),
  });
  if (upgradeWebSocket) {
    const upgrade = upgradeWebSocket((c) => {
      const selected = selectedBy(c, core);
      if (sockets.full())
        throw new ToolError('unavailable', 'This server has as many WebSockets open as it allows.', {
          retry_after: 5,
          suggestion: 'Close one, or use Streamable HTTP at /mcp.',
        });
      const clientId = `socket:${randomId()}`;
      const wire = connectionOf(c.env);
      const identity = c.get('identity');
      // A socket without a key is a client of its own, like a session; its connections count for its address.
      const owner = c.get('rateLimitKey');
      const crowded = owner === undefined ? undefined : clients?.crowded(owner);
      if (crowded) throw crowded;
      const rateLimitKey = owner?.startsWith('address:') ? clientId : owner;
      /** What all frames have in common; read with the first, since a refused upgrade is not yet a caller. */
      let about: Caller | undefined;
      const caller = () => {
        about ??= { ...callerOf(c), clientId, rateLimitKey, warning: undefined };
        return keepingUnread(c, { ...about, requestId: randomId() });
      };
      return {
        onOpen: (_, ws) => {
          const left = owner === undefined ? undefined : clients?.connect(owner);
          if (left instanceof ToolError) return ws.close(closeCodes.crowded, left.message);
          const admit =
            rateLimitKey !== undefined && clients ? () => clients.request(rateLimitKey) : undefined;
          if (ws.raw) sockets.accept(ws.raw, selected, caller, { identity, admit, left, wire });
        },
      };
    });
    for (const path of ['/', '/ws', '/mcp']) app.get(path, upgrade);
  }
  app.all('/mcp', async (c) => {
    const counted = c.get('rateLimitKey');
    const more = async (requests: number) => {
      if (counted === undefined || requests < 1) return undefined;
      const allowance = await clients?.request(counted, requests);
      return allowance?.ok === false ? allowance.error : undefined;
    };
    const caller = { ...keepingUnread(c, callerOf(c)), more };
    const response = await http.handle(c.req.raw, selectedBy(c, core), caller);
    for (const [name, value] of c.get('responseHeaders')) response.headers.set(name, value);
    const owner = c.get('rateLimitKey');
    return isStream(response)
      ? endingWith(c.get('identity'), response, owner === undefined ? undefined : clients?.connect(owner))
      : response;
  });
}

/** Narrows what the key reaches to `?toolsets=` or the header `X-Dewey-Toolsets`; without either, all of it. */
function selectedBy(c: Context<{ Variables: Variables }>, core: McpCore): McpCore {
  const named = c.req.query('toolsets') ?? c.req.header('x-dewey-toolsets');
  const visible = core.within(c.get('identity').reach);
  return named === undefined ? visible : visible.select(parseToolsets(named));
}
