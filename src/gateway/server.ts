import { once } from 'node:events';
import type { Server, ServerResponse } from 'node:http';
import { type AddressInfo, Server as NetServer } from 'node:net';
import { join } from 'node:path';
import { setImmediate as immediate } from 'node:timers/promises';
import { createAdaptorServer, upgradeWebSocket } from '@hono/node-server';
import type { UpgradeWebSocket } from 'hono/ws';
import type { Logger } from 'pino';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Search } from '../db/conversations/search.ts';
import type { Database } from '../db/postgres/connect.ts';
import { withTimeout } from '../db/runtime/with-timeout.ts';
import { storeSpooled } from '../handlers/decisions/spooled.ts';
import type { Catalog } from '../handlers/tool/catalog.ts';
import { adminTools } from './admin/index.ts';
import { createGateway, type GatewayOptions } from './app.ts';
import { createAudit } from './audit/audit.ts';
import { journalsIn } from './audit/journal.ts';
import type { Keyring } from './auth/keyring.ts';
import { keyringOf } from './auth/load-keys.ts';
import { createForegroundCalls } from './background/foreground-calls.ts';
import { backupKey } from './backup/key.ts';
import { backupRoutes } from './backup/route.ts';
import { createDecisionSpool } from './calls/decision-spool.ts';
import { createDispatcher, type Dispatcher } from './calls/dispatch.ts';
import { createReplica } from './calls/replica.ts';
import { servedOf } from './calls/toolsets.ts';
import type { Tracing } from './calls/tracing.ts';
import { addCaptureMetrics } from './capture/metrics.ts';
import type { CaptureService } from './capture/service.ts';
import type { Config } from './config/env.ts';
import { secretsOf } from './config/redaction.ts';
import { createDeps, openings } from './deps.ts';
import { createDocuments } from './documents/index.ts';
import { createDownloads, type DownloadLimits, lakeDownloads, pagedDownloads } from './http/downloads.ts';
import { createFrameBudget, type FrameLimits } from './http/frame-budget.ts';
import { guardListener } from './http/guarded-listener.ts';
import { servePlainUpgrades } from './http/ignore-upgrades.ts';
import { listen } from './http/listen.ts';
import { ready } from './http/ready.ts';
import { createRefusals, type Refusals } from './http/refusals.ts';
import { captureRoutes } from './http/routes/capture.ts';
import { exportRoutes } from './http/routes/export.ts';
import { hookRoutes } from './http/routes/hooks.ts';
import { createClients } from './limits/clients.ts';
import { createLimits } from './limits/decision-limits.ts';
import { createCounters } from './limits/shared-counters.ts';
import { maxFrameBytes } from './mcp/json-rpc.ts';
import { addCallMetrics } from './metrics/calls.ts';
import {
  addAnswerMetrics,
  addDatabaseMetrics,
  addGatewayMetrics,
  addRedactionMetrics,
  createMetrics,
} from './metrics/index.ts';
import { createChanges } from './notify/changes.ts';
import { createJobSignal } from './notify/jobs.ts';
import { createRedact } from './redaction/redactor.ts';
import { retentionSettings } from './retention/run.ts';
import { addClusterMetrics } from './search/cluster-metrics.ts';
import type { EmbeddingWorker } from './search/embeddings.ts';
import type { SearchThread } from './search/index.ts';
import { addEmbeddingMetrics } from './search/metrics.ts';
import { openViewer } from './web/open.ts';

export type RunningServer = {
  /** The base URL, such as `http://127.0.0.1:9020`. */
  url: string;
  /** All routes, as methods and path patterns; `ALL` for guards and for routes that take any method. */
  routes: readonly { method: string; path: string }[];
  /** Records what is refused, on every port. */
  refusals: Refusals;
  /** Rejects new calls, lets running ones finish, flushes what is pending and closes every connection. */
  stop(): Promise<void>;
};

/** How long running calls may take to finish on shutdown. */
const settleMs = 10_000;
/** How long their answers may then take to reach slow readers. */
const flushMs = 2000;

const keepAliveMs = 75_000;
/** How long a readiness check waits for the keys. */
const keysTimeoutMs = 1000;

/** Room for eight of the largest frames in progress; each must arrive at 16 KB a second or more. */
const frameLimits = { totalBytes: 8 * maxFrameBytes, graceMs: 30_000, bytesPerSecond: 16_000 };

/**
 * Starts the gateway on Node.
 *
 * @param options non-default limits, and parts shared with the caller. Without `search`, search runs in this thread.
 * @throws with the system's reason if the address is in use or not available.
 */
export async function startServer(
  whole: Catalog,
  db: Database,
  config: Config,
  log: Logger,
  options: {
    tracing?: Tracing | undefined;
    limits?: Pick<GatewayOptions, 'sessionLimits' | 'socketLimits'> & {
      downloads?: Partial<DownloadLimits>;
      frames?: Partial<FrameLimits>;
    };
    search?: Search & Partial<Pick<SearchThread, 'figures'>>;
    /** A keyring shared with other listeners; by default the server makes its own. */
    keys?: Keyring;
    /** Proves to commands of the same user that this is their server. */
    prove?: GatewayOptions['prove'];
    embeddings?: EmbeddingWorker | undefined;
    capture?: CaptureService;
    /** Connections for administrative tools, with their own timeouts; by default those of `db`. */
    adminDb?: Database | undefined;
    /** A standby that reads may be sent to. */
    replica?: { db: Database; search: Search } | undefined;
  } = {},
): Promise<RunningServer> {
  const catalog = servedOf(whole, config.toolsets);
  const jobs = createJobSignal(db.sql, log);
  const foreground = createForegroundCalls();
  const documents = createDocuments(config, jobs.wake, foreground);
  const redaction = createRedact(config.redaction);
  const deps = createDeps(db, log, {
    ...(await openings(config, db)),
    documents,
    redact: redaction.redact,
    ...(options.search ? { search: options.search } : {}),
  });
  const audit = createAudit(db.sql, log, journalsIn(join(config.dataDir, 'audit'), deps.clock, deps.newId));
  const changes = createChanges(db.sql, config.listenUrl ?? db.url, log);
  const spool = createDecisionSpool(
    join(config.dataDir, 'spool', 'decisions'),
    (kind, payload) => storeSpooled(kind, payload, deps),
    deps,
  );
  deps.spool = spool;
  const counters = createCounters(db.sql, log);
  const perMinute = config.decisionLimits
    ? createLimits(catalog, config.decisionLimits, counters)
    : undefined;
  const clients = createClients(config.limits, counters);
  const replica =
    options.replica && createReplica(catalog, db, options.replica.db, options.replica.search, log);
  const admin = adminTools(config.apiKeys, whole, retentionSettings(config), secretsOf(config.redaction));
  const metrics = createMetrics();
  const calls = addCallMetrics(metrics, () => dispatcher.running());
  const dispatcher: Dispatcher = createDispatcher(catalog, deps, audit, changes, perMinute, {
    clients,
    calls,
    tracing: options.tracing,
    foreground,
    adminDb: options.adminDb,
    replica,
  });
  const keys = options.keys ?? keyringOf(config, async () => db, log);
  const refusals = createRefusals(audit, deps.clock, config.limits.failures);
  const downloads = {
    lake: createDownloads(clients, log, { ...lakeDownloads, ...options.limits?.downloads }),
    paged: createDownloads(clients, log, { ...pagedDownloads, ...options.limits?.downloads }),
  };
  const { capture } = options;
  if (capture) addCaptureMetrics(metrics, capture);
  if (options.embeddings) addEmbeddingMetrics(metrics, options.embeddings.figures);
  // The port that clients connect to, also where the system chose it.
  let listening = config;
  const viewer = openViewer({
    listening: () => listening,
    ...{ db, config, dispatcher, keys, refusals, admin, clients, changes, capture, log },
    send: downloads.paged,
    newId: deps.newId,
    clock: deps.clock,
    newSecret: deps.newSecret,
  });
  const gateway = createGateway({
    viewer,
    catalog,
    toolsets: config.toolsets,
    dispatcher,
    log,
    keys,
    deps,
    modern: async () => (await import('./mcp/eras/modern.ts')).createModernMcp,
    githubSecret: config.githubSecret,
    allowedHosts: config.allowedHosts,
    allowedOrigins: config.allowedOrigins,
    changes,
    clients,
    audit,
    refusals,
    answered: addAnswerMetrics(metrics),
    traced: options.tracing !== undefined,
    bodyBytes: config.limits.bodyBytes,
    ...options.limits,
    ready: async () => {
      await ready(db, capture?.problem);
      await keys.settled(keysTimeoutMs);
      if (!keys.known()) throw new Error('the API keys have not been read yet');
    },
    prove: options.prove,
    admin,
    hooks:
      capture &&
      hookRoutes(db, capture, { clock: deps.clock, gates: config.gates, briefTokens: config.briefTokens }),
    captured: captureRoutes(dispatcher),
    backup: backupRoutes(db.url, dispatcher, downloads.lake, log, () => backupKey(config.dataDir)),
    exports: exportRoutes(db, dispatcher, downloads),
    metrics: () => metrics.metrics(),
    health: () => ({
      ...capture?.health(),
      ...(config.redaction === 'on' ? {} : { redaction: config.redaction }),
    }),
    // The package declares a structural socket type; with the `ws` server below they are sockets of `ws`.
    upgradeWebSocket: upgradeWebSocket as UpgradeWebSocket<WebSocket>,
  });
  addDatabaseMetrics(metrics, db.sql, log);
  if (config.search.cluster) addClusterMetrics(metrics, db.sql, async () => options.search?.figures?.(), log);
  addRedactionMetrics(metrics, [redaction.figures, ...(capture ? [capture.figures.redacted] : [])]);
  addGatewayMetrics(metrics, {
    sockets: gateway.sockets.count,
    sessions: gateway.http.sessions,
    auditWaiting: audit.waiting,
  });
  const websocketServer = new WebSocketServer({
    noServer: true,
    maxPayload: Math.min(maxFrameBytes, config.limits.frameBytes),
    handleProtocols: (offered) => (offered.has('mcp') ? 'mcp' : false),
  });
  const frames = createFrameBudget({ ...frameLimits, ...options.limits?.frames });
  websocketServer.on('connection', (socket, request) => frames.watch(socket, request.socket, true));
  const server = createAdaptorServer({
    fetch: gateway.app.fetch,
    websocket: { server: websocketServer },
  }) as Server; // HTTP/1.1: no other kind of server is requested
  // Far longer than clients keep an idle connection: closing one just as it is reused would fail a call.
  server.keepAliveTimeout = keepAliveMs;
  servePlainUpgrades(server);
  guardListener(server, log);
  const answering = new Set<ServerResponse>();
  server.on('request', (_, response) => {
    answering.add(response);
    response.once('close', () => answering.delete(response));
  });
  await listen(server, { host: config.host, port: config.port, variable: 'DEWEY_MCP_PORT' });
  spool.start();
  keys.start(changes);
  const { port } = server.address() as AddressInfo;
  listening = { ...config, port };
  const host = config.host.includes(':') ? `[${config.host}]` : config.host;
  return {
    url: `http://${host}:${port}`,
    routes: gateway.app.routes,
    refusals,
    async stop() {
      // Not the server's own close: it cuts off answers whose last bytes are still in transit.
      const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
      await dispatcher.close(settleMs);
      // The calls have ended; let their answers be written before anything is closed.
      await immediate();
      await gateway.sockets.close();
      await gateway.http.close();
      const flushed = Promise.all([...answering].map((response) => once(response, 'close')));
      await withTimeout(flushed, flushMs);
      server.closeAllConnections();
      await closed;
      frames.stop();
      keys.stop();
      counters.stop();
      await replica?.stop();
      await spool.stop();
      await changes.close();
      await jobs.close();
      await documents.stop();
      refusals.stop();
      await audit.drain();
    },
  };
}
