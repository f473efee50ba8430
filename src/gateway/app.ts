import { Hono } from 'hono';
import type { UpgradeWebSocket } from 'hono/ws';
import type { WebSocket } from 'ws';
import type { Catalog } from '../handlers/tool/catalog.ts';
import type { Deps, Log } from '../handlers/tool/deps.ts';
import type { Tool } from '../handlers/tool/tool.ts';
import type { Audit } from './audit/audit.ts';
import { type HostRules, hostGuard } from './auth/host.ts';
import type { Keyring } from './auth/keyring.ts';
import type { Dispatcher } from './calls/dispatch.ts';
import { answerErrors, refuseUnknown } from './http/answer-errors.ts';
import { audited } from './http/audited.ts';
import type { Variables } from './http/context.ts';
import { limitGuard, smallBody } from './http/limit-requests.ts';
import { noteRefusals } from './http/note-refusals.ts';
import { openApi } from './http/openapi.ts';
import type { Refusals } from './http/refusals.ts';
import { refuseHead } from './http/refuse-head.ts';
import { requestLog } from './http/request-log.ts';
import { keyGuard, wantUnlimited } from './http/require-key.ts';
import { adminRoutes } from './http/routes/admin.ts';
import { decisionRoutes } from './http/routes/decisions.ts';
import { githubRoutes } from './http/routes/github.ts';
import { mountHealth } from './http/routes/health.ts';
import { mountMcp } from './http/routes/mcp.ts';
import { restRoutes } from './http/routes/rest.ts';
import type { Clients } from './limits/clients.ts';
import { createMcpCore } from './mcp/core.ts';
import { createMcpHttp, type LoadModern, type McpHttp } from './mcp/http/handler.ts';
import type { SessionLimits } from './mcp/http/sessions.ts';
import { createMcpSockets, type McpSockets, type SocketLimits } from './mcp/websocket/sockets.ts';
import type { Changes } from './notify/changes.ts';
import { randomId as unguessable } from './runtime/clock-and-ids.ts';
import { maxBodyBytes } from './runtime/read-body.ts';

export type GatewayOptions = HostRules & {
  catalog: Catalog;
  dispatcher: Dispatcher;
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
  /** Keeps what the guards refuse, and slows down who sends wrong keys. */
  refusals?: Refusals;
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
  /** Proves to commands of the same user that this is their server. */
  prove?: ((challenge: string) => string | undefined) | undefined;
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

/** Paths whose answers are streams or dear to make, with the methods they have. */
const withoutHead: ReadonlyMap<string, string> = new Map([
  ['/backup', 'GET'],
  ['/capture', 'GET'],
  ['/export/conversations', 'POST'],
  ['/export/lake', 'GET'],
  ['/mcp', 'GET, POST, DELETE'],
  ['/metrics', 'GET'],
]);

export type Gateway = { app: Hono<{ Variables: Variables }>; http: McpHttp; sockets: McpSockets };

/** The gateway: guards first, on every path and upgrade, then MCP, REST and the health checks. */
export function createGateway(options: GatewayOptions): Gateway {
  const { catalog, dispatcher, log, upgradeWebSocket } = options;
  const randomId = options.randomId ?? unguessable;
  const core = createMcpCore(catalog, dispatcher, options.changes);
  const http = createMcpHttp(log, options.modern, core.subscribe, randomId, options.sessionLimits);
  const sockets = createMcpSockets(log, options.socketLimits);
  const app = new Hono<{ Variables: Variables }>();

  app.use(requestLog(log, randomId, options.answered));
  if (options.traced)
    app.use((c, next) => {
      c.set('traceparent', c.req.header('traceparent'));
      return next();
    });
  const { refusals } = options;
  if (refusals) app.use(noteRefusals(refusals));
  app.use(hostGuard(options));
  app.use(keyGuard(options.keys, refusals));
  const { clients, bodyBytes } = options;
  if (clients) app.use(limitGuard(clients, http.knows));
  if (bodyBytes !== undefined && bodyBytes < maxBodyBytes)
    for (const path of ['/mcp', '/tools/*', '/admin/*', '/decisions/*', '/capture/*', '/export/*'])
      app.use(path, smallBody(bodyBytes));

  app.use(refuseHead(withoutHead));
  mountHealth(app, options.ready, options.health, log, options.prove);
  mountMcp(app, { core, http, sockets, clients, refusals, randomId, upgradeWebSocket });
  app.route(
    '/tools',
    restRoutes((reach) => core.within(reach).tools, dispatcher),
  );
  if (options.admin) app.route('/admin', adminRoutes(options.admin, dispatcher));
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
  app.route('/decisions', decisionRoutes(dispatcher));
  app.route('/hooks/github', githubRoutes(dispatcher, options.deps, options.githubSecret));
  let description: ReturnType<typeof openApi> | undefined;
  app.get('/openapi.json', (c) => {
    description ??= openApi(catalog);
    return c.json(description);
  });

  app.notFound((c) => refuseUnknown(c.req.path));
  app.onError(answerErrors(log, options.audit, options.deps.clock));
  return { app, http, sockets };
}
