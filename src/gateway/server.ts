import { once } from 'node:events';
import type { Server, ServerResponse } from 'node:http';
import { type AddressInfo, Server as NetServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay, setImmediate as immediate } from 'node:timers/promises';
import { createAdaptorServer, upgradeWebSocket } from '@hono/node-server';
import type { UpgradeWebSocket } from 'hono/ws';
import type { Logger } from 'pino';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Database } from '../db/connect.ts';
import type { Search } from '../db/rank.ts';
import type { Catalog } from '../handlers/catalog.ts';
import { storeSpooled } from '../handlers/decisions/spooled.ts';
import { apart } from './admin/apart.ts';
import { adminTools } from './admin/index.ts';
import { createGateway, type GatewayOptions } from './app.ts';
import { createAudit } from './audit.ts';
import { backupRoutes } from './backup/route.ts';
import type { CaptureService } from './capture/service.ts';
import { createChanges } from './changes.ts';
import { createDecisionSpool } from './decision-spool.ts';
import { createDeps, openings } from './deps.ts';
import { createDocuments } from './documents/index.ts';
import { createDoor, type Door } from './door.ts';
import type { Config } from './env.ts';
import { createClients } from './guards/clients.ts';
import { keyringOf } from './guards/configured-keys.ts';
import { createCounters } from './guards/counters.ts';
import type { Keyring } from './guards/keyring.ts';
import { createLimits } from './guards/limits.ts';
import { createJobSignal } from './jobs/signal.ts';
import { listen } from './listen.ts';
import { maxFrameBytes } from './mcp/websocket.ts';
import {
  addAnswerMetrics,
  addCallMetrics,
  addCaptureMetrics,
  addDatabaseMetrics,
  addEmbeddingMetrics,
  addGatewayMetrics,
  createMetrics,
} from './metrics/index.ts';
import { servePlainUpgrades } from './plain-upgrades.ts';
import { ready } from './ready.ts';
import { createReplica } from './replica.ts';
import { retentionSettings } from './retention/run.ts';
import { captureRoutes } from './routes/capture.ts';
import { exportRoutes } from './routes/export.ts';
import type { EmbeddingWorker } from './search/embeddings.ts';
import { selectToolsets } from './toolsets.ts';
import type { Tracing } from './tracing.ts';
import { createTraffic } from './traffic.ts';

export type RunningServer = {
  /** Where it listens, as `http://127.0.0.1:9020`. */
  url: string;
  /** Everything it answers to, as methods and path patterns; `ALL` for guards and for what takes any method. */
  routes: readonly { method: string; path: string }[];
  /** Takes no more calls, lets the running ones finish, writes what is waiting and closes every connection. */
  stop(): Promise<void>;
};

/** How long running calls may take to finish at a stop. */
const settleMs = 10_000;
/** How long their answers may then take to reach clients that read slowly. */
const flushMs = 2000;

const keepAliveMs = 75_000;

/**
 * Starts the gateway on Node.
 *
 * @param more other limits than the usual ones; a search of its own, without which search runs in this thread.
 * @throws with the system's reason when the address is taken or not ours.
 */
export async function startServer(
  whole: Catalog,
  db: Database,
  config: Config,
  log: Logger,
  more: {
    tracing?: Tracing | undefined;
    limits?: Pick<GatewayOptions, 'sessionLimits' | 'socketLimits'>;
    search?: Search;
    /** Keys that other ways in check too; its own without them. */
    keys?: Keyring;
    embeddings?: EmbeddingWorker | undefined;
    capture?: CaptureService;
    /** Connections for what administers the server, with limits of their own; the lake's without them. */
    adminDb?: Database | undefined;
    /** A standby that reads may be sent to. */
    replica?: { db: Database; search: Search } | undefined;
  } = {},
): Promise<RunningServer> {
  const catalog = config.toolsets ? selectToolsets(whole, config.toolsets) : whole;
  const jobs = createJobSignal(db.sql, log);
  const traffic = createTraffic();
  const documents = createDocuments(config, jobs.wake, traffic);
  const deps = createDeps(db, log, {
    ...(await openings(config)),
    documents,
    ...(more.search ? { search: more.search } : {}),
  });
  const audit = createAudit(db.sql, log);
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
  const replica = more.replica && createReplica(catalog, db, more.replica.db, more.replica.search, log);
  const admin = adminTools(config.apiKeys, whole, retentionSettings(config));
  const metrics = createMetrics();
  const calls = addCallMetrics(metrics, () => door.running());
  const door: Door = createDoor(catalog, deps, audit, changes, perMinute, {
    clients,
    calls,
    tracing: more.tracing,
    traffic,
    carryOut: more.adminDb ? apart(admin, more.adminDb, replica?.carryOut) : replica?.carryOut,
  });
  const keys = more.keys ?? keyringOf(config, async () => db, log);
  const { capture } = more;
  if (capture) addCaptureMetrics(metrics, capture);
  if (more.embeddings) addEmbeddingMetrics(metrics, more.embeddings.figures);
  const gateway = createGateway({
    catalog,
    door,
    log,
    keys,
    deps,
    modern: async () => (await import('./mcp/modern.ts')).createModernMcp,
    githubSecret: config.githubSecret,
    allowedHosts: config.allowedHosts,
    allowedOrigins: config.allowedOrigins,
    changes,
    clients,
    audit,
    answered: addAnswerMetrics(metrics),
    traced: more.tracing !== undefined,
    bodyBytes: config.limits.bodyBytes,
    ...more.limits,
    ready: () => ready(db),
    admin,
    hooks: capture?.routes,
    captured: captureRoutes(door),
    backup: backupRoutes(db.url, door, log),
    exports: exportRoutes(db, door, clients, log),
    metrics: () => metrics.metrics(),
    health: () => capture?.health() ?? {},
    // The package types sockets by what it needs of them; with the `ws` server below they are sockets of `ws`.
    upgradeWebSocket: upgradeWebSocket as UpgradeWebSocket<WebSocket>,
  });
  addDatabaseMetrics(metrics, db.sql, log);
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
  const server = createAdaptorServer({
    fetch: gateway.app.fetch,
    websocket: { server: websocketServer },
  }) as Server; // HTTP/1.1: no other server is asked for
  // Far longer than clients keep an idle connection: one that is closed just as it is used again is a failed call.
  server.keepAliveTimeout = keepAliveMs;
  servePlainUpgrades(server);
  const answering = new Set<ServerResponse>();
  server.on('request', (_, response) => {
    answering.add(response);
    response.once('close', () => answering.delete(response));
  });
  await listen(server, config);
  spool.start();
  keys.start(changes);
  const { port } = server.address() as AddressInfo;
  const host = config.host.includes(':') ? `[${config.host}]` : config.host;
  return {
    url: `http://${host}:${port}`,
    routes: gateway.app.routes,
    async stop() {
      // Not the server's own close: that cuts answers whose last bytes are still on their way.
      const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
      await door.close(settleMs);
      // The calls have ended; their answers are written before anything is closed.
      await immediate();
      await gateway.sockets.close();
      await gateway.http.close();
      const flushed = Promise.all([...answering].map((response) => once(response, 'close')));
      await Promise.race([flushed, delay(flushMs, undefined, { ref: false })]);
      server.closeAllConnections();
      await closed;
      keys.stop();
      counters.stop();
      await replica?.stop();
      await spool.stop();
      await changes.close();
      await jobs.close();
      await documents.stop();
      await audit.drain();
    },
  };
}
