import { Hono } from 'hono';
import type { UpgradeWebSocket } from 'hono/ws';
import type { WebSocket } from 'ws';
import type { Catalog } from '../handlers/catalog.ts';
import type { Deps, Log } from '../handlers/deps.ts';
import { ToolError, toToolError } from '../handlers/errors.ts';
import type { Tool } from '../handlers/tool.ts';
import type { Audit } from './audit.ts';
import { maxBodyBytes } from './body.ts';
import type { Variables } from './caller.ts';
import type { Changes } from './changes.ts';
import { randomId as unguessable } from './clock-and-ids.ts';
import type { Door } from './door.ts';
import { audited } from './guards/audited.ts';
import type { Clients } from './guards/clients.ts';
import { type HostRules, hostGuard } from './guards/host.ts';
import type { Keyring } from './guards/keyring.ts';
import { keyGuard, wantUnlimited } from './guards/keys.ts';
import { limitGuard, smallBody } from './guards/limit-guard.ts';
import { requestLog } from './guards/requests.ts';
import { createMcpCore } from './mcp/core.ts';
import { createMcpHttp, type LoadModern, type McpHttp } from './mcp/http.ts';
import type { SessionLimits } from './mcp/sessions.ts';
import { createMcpSockets, type McpSockets, type SocketLimits } from './mcp/websocket.ts';
import { openApi } from './openapi.ts';
import { adminRoutes } from './routes/admin.ts';
import { decisionRoutes } from './routes/decisions.ts';
import { githubRoutes } from './routes/github.ts';
import { mountHealth } from './routes/health.ts';
import { mountMcp } from './routes/mcp.ts';
import { restRoutes } from './routes/rest.ts';

export type GatewayOptions = HostRules & {
  catalog: Catalog;
  door: Door;
  log: Log;
  /** Ids of requests and sessions; the latter must not be guessed. */
  randomId?: () => string;
  keys: Keyring;
  /** Brings the newest protocol of MCP; bundles for the edge cannot bring it later. */
  modern: LoadModern;
  /** Counts what each client does; nothing is counted without it. */
  clients?: Clients | undefined;
  /** For what calls no tool. */
  audit?: Audit;
  /** Told the status of every answer. */
  answered?: (status: number) => void;
  /** Calls are traced, as parts of what their client traces. */
  traced?: boolean;
  /** The longest body taken, below the usual limit. */
  bodyBytes?: number;
  /** For what webhooks look up. */
  deps: Deps;
  githubSecret: string | undefined;
  /** Throws when the database cannot be reached or is not migrated. */
  ready: () => Promise<void>;
  /** What administers the server; absent where nobody does by request. */
  admin?: ReadonlyMap<string, Tool>;
  /** Routes of capture, where this gateway captures. */
  hooks?: Hono<{ Variables: Variables }> | undefined;
  /** Takes what commands elsewhere have read, where this gateway captures. */
  captured?: Hono<{ Variables: Variables }> | undefined;
  /** Streams the whole lake, where it can be reached. */
  backup?: Hono<{ Variables: Variables }> | undefined;
  /** Streams conversations, or everything as lines. */
  exports?: Hono<{ Variables: Variables }> | undefined;
  /** The figures as Prometheus reads them, where they are kept. */
  metrics?: (() => Promise<string>) | undefined;
  /** What `/readyz` tells beside its status. */
  health?: (() => object) | undefined;
  /** Absent where nobody could be told that a resource changed. */
  changes?: Changes;
  /** `false` keeps no sessions. */
  sessionLimits?: SessionLimits | false;
  socketLimits?: SocketLimits;
  /** Absent where there are no sockets to upgrade. */
  upgradeWebSocket?: UpgradeWebSocket<WebSocket>;
};

export type Gateway = { app: Hono<{ Variables: Variables }>; http: McpHttp; sockets: McpSockets };

/** The gateway: guards first, on every path and upgrade, then MCP, REST and the health checks. */
export function createGateway(options: GatewayOptions): Gateway {
  const { catalog, door, log, upgradeWebSocket } = options;
  const randomId = options.randomId ?? unguessable;
  const core = createMcpCore(catalog, door, options.changes);
  const http = createMcpHttp(log, options.modern, core.subscribe, randomId, options.sessionLimits);
  const sockets = createMcpSockets(log, options.socketLimits);
  const app = new Hono<{ Variables: Variables }>();

  app.use(requestLog(log, randomId, options.answered));
  if (options.traced)
    app.use((c, next) => {
      c.set('traceparent', c.req.header('traceparent'));
      return next();
    });
  app.use(hostGuard(options));
  app.use(keyGuard(options.keys));
  const { clients, bodyBytes } = options;
  if (clients) app.use(limitGuard(clients, http.knows));
  if (bodyBytes !== undefined && bodyBytes < maxBodyBytes)
    for (const path of ['/mcp', '/tools/*', '/admin/*', '/decisions/*', '/capture/*', '/export/*'])
      app.use(path, smallBody(bodyBytes));

  mountHealth(app, options.ready, options.health, log);
  mountMcp(app, { core, http, sockets, clients, randomId, upgradeWebSocket });
  app.route('/tools', restRoutes(core, door));
  if (options.admin) app.route('/admin', adminRoutes(options.admin, door));
  if (options.hooks) {
    const { audit, deps } = options;
    if (audit) app.post('/hooks/claude-code', audited('hooks/claude-code', audit, deps.clock));
    app.route('/hooks', options.hooks);
  }
  if (options.captured) app.route('/capture', options.captured);
  if (options.backup) app.route('/backup', options.backup);
  if (options.exports) app.route('/export', options.exports);
  const { metrics } = options;
  if (metrics)
    app.get('/metrics', async (c) => {
      wantUnlimited(c.get('identity'), 'read the figures');
      return c.body(await metrics(), 200, { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' });
    });
  app.route('/decisions', decisionRoutes(door));
  app.route('/hooks/github', githubRoutes(door, options.deps, options.githubSecret));
  let description: ReturnType<typeof openApi> | undefined;
  app.get('/openapi.json', (c) => {
    description ??= openApi(catalog);
    return c.json(description);
  });

  app.notFound((c) => {
    throw new ToolError('not_found', `There is nothing at ${c.req.path}.`, {
      suggestion: 'MCP is at /mcp, REST at /tools, its description at /openapi.json.',
    });
  });
  app.onError((thrown, c) => {
    const requestId = c.get('requestId');
    const { error, unexpected } = toToolError(thrown, requestId);
    if (unexpected) log.error({ err: thrown, requestId }, 'request failed');
    const { retry_after: seconds } = error.details;
    if (seconds !== undefined) c.header('Retry-After', String(seconds));
    return c.json(error.body, error.status);
  });
  return { app, http, sockets };
}
