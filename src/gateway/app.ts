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
import { listsProfile } from './calls/toolsets.ts';
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
import { browseRoutes } from './http/routes/browse.ts';
import { decisionRoutes } from './http/routes/decisions.ts';
import { githubRoutes } from './http/routes/github.ts';
import { mountHealth } from './http/routes/health.ts';
import { mountMcp } from './http/routes/mcp.ts';
import { recordRoutes } from './http/routes/records.ts';
import { restRoutes } from './http/routes/rest.ts';
import type { Clients } from './limits/clients.ts';
import { createMcpCore } from './mcp/core.ts';
import { createMcpHttp, type LoadModern, type McpHttp } from './mcp/http/handler.ts';
import type { SessionLimits } from './mcp/http/sessions.ts';
import { createMcpSockets, type McpSockets, type SocketLimits } from './mcp/websocket/sockets.ts';
import type { Changes } from './notify/changes.ts';
import { randomId as unguessable } from './runtime/clock-and-ids.ts';
import { maxBodyBytes } from './runtime/read-body.ts';
import type { Viewer } from './web/viewer.ts';
import { isForPage } from './web/visit/request.ts';

export type GatewayOptions = HostRules & {
  /** The toolsets that were configured: with the profile `core` among them, MCP lists no more unless asked. */
  toolsets?: readonly string[] | undefined;
  catalog: Catalog;
  dispatcher: Dispatcher;
  log: Log;
  /** Ids of requests and sessions; session ids must be unguessable. */
  randomId?: () => string;
  keys: Keyring;
  /** Loads the newest MCP protocol on demand; edge bundles contain it. */
  modern: LoadModern;
  /** Enforces limits per client; without it nothing is limited. */
  clients?: Clients | undefined;
  /** Records requests that call no tool. */
  audit?: Audit;
  /** Records what the guards refuse, and slows down addresses that send wrong keys. */
  refusals?: Refusals;
  /** Called with the status of every answer. */
  answered?: (status: number) => void;
  /** Calls are traced as children of their client's spans. */
  traced?: boolean;
  /** The largest request body, below the built-in limit. */
  bodyBytes?: number;
  /** For lookups by webhooks. */
  deps: Deps;
  githubSecret: string | undefined;
  /** Throws if the database cannot be reached or is not migrated. */
  ready: () => Promise<void>;
  /** Administrative tools; absent where requests cannot administer. */
  admin?: ReadonlyMap<string, Tool>;
  /** Routes for hook events, where this gateway captures. */
  hooks?: Hono<{ Variables: Variables }> | undefined;
  /** Routes for transcripts read by remote commands, where this gateway captures. */
  captured?: Hono<{ Variables: Variables }> | undefined;
  /** Streams a backup of the whole lake, where that is possible. */
  backup?: Hono<{ Variables: Variables }> | undefined;
  /** Streams conversations, or everything as JSON lines. */
  exports?: Hono<{ Variables: Variables }> | undefined;
  /** The metrics in Prometheus format, where they are collected. */
  metrics?: (() => Promise<string>) | undefined;
  /** Proves to commands of the same user that this is their server. */
  prove?: ((challenge: string) => string | undefined) | undefined;
  /** Extra fields of `/readyz`. */
  health?: (() => object) | undefined;
  /** Absent where clients cannot be notified of changed resources. */
  changes?: Changes;
  /** `false` disables sessions. */
  sessionLimits?: SessionLimits | false;
  socketLimits?: SocketLimits;
  /** The pages for people, where they are served. */
  viewer?: Viewer | undefined;
  /** Absent where WebSockets are not supported. */
  upgradeWebSocket?: UpgradeWebSocket<WebSocket>;
};

/** Paths whose answers are streams or expensive to produce, with their methods. */
const withoutHead: ReadonlyMap<string, string> = new Map([
  ['/backup', 'GET'],
  ['/capture', 'GET'],
  ['/export/conversations', 'POST'],
  ['/export/lake', 'GET'],
  ['/mcp', 'GET, POST, DELETE'],
  ['/metrics', 'GET'],
]);

export type Gateway = { app: Hono<{ Variables: Variables }>; http: McpHttp; sockets: McpSockets };

/** Builds the gateway: guards first, on every path and upgrade, then MCP, REST and the health checks. */
export function createGateway(options: GatewayOptions): Gateway {
  const { catalog, dispatcher, log, upgradeWebSocket } = options;
  const randomId = options.randomId ?? unguessable;
  const core = createMcpCore(catalog, dispatcher, options.changes);
  const listed = options.toolsets && listsProfile(options.toolsets) ? core.select(options.toolsets) : core;
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
  const { viewer } = options;
  app.use(hostGuard(options, (c) => viewer !== undefined && isForPage(c) && c.req.path !== '/live'));
  if (viewer) app.use(viewer.enter);
  app.use(keyGuard(options.keys, refusals));
  const { clients, bodyBytes } = options;
  if (clients) app.use(limitGuard(clients, http.knows));
  if (bodyBytes !== undefined && bodyBytes < maxBodyBytes)
    for (const path of [
      '/mcp',
      '/tools/*',
      '/browse/*',
      '/admin/*',
      '/decisions/*',
      '/records/*',
      '/capture/*',
      '/export/*',
    ])
      app.use(path, smallBody(bodyBytes));

  if (viewer) app.use(viewer.pages);
  app.use(refuseHead(withoutHead));
  mountHealth(app, options.ready, options.health, log, options.prove);
  mountMcp(app, { core: listed, http, sockets, clients, refusals, randomId, upgradeWebSocket });
  app.route(
    '/tools',
    restRoutes(catalog, (reach) => core.within(reach).tools, dispatcher),
  );
  app.route('/browse', browseRoutes(dispatcher));
  app.route('/records', recordRoutes(dispatcher));
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
      wantUnlimited(c.get('identity'), 'read the metrics');
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
  const answerError = answerErrors(log);
  app.onError((thrown, c) => viewer?.failed(thrown, c) ?? answerError(thrown, c));
  return { app, http, sockets };
}
