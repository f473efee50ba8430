import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer, upgradeWebSocket } from '@hono/node-server';
import type { UpgradeWebSocket } from 'hono/ws';
import type { Logger } from 'pino';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Database } from '../db/connect.ts';
import { pendingMigrations } from '../db/migrate.ts';
import type { Catalog } from '../handlers/catalog.ts';
import { createGateway, type GatewayOptions } from './app.ts';
import { createAudit } from './audit.ts';
import { createChanges } from './changes.ts';
import { createDeps } from './deps.ts';
import { createDoor } from './door.ts';
import type { Config } from './env.ts';
import { maxFrameBytes } from './mcp/websocket.ts';
import { servePlainUpgrades } from './plain-upgrades.ts';
import { selectToolsets } from './toolsets.ts';

export type RunningServer = {
  /** Where it listens, as `http://127.0.0.1:9020`. */
  url: string;
  /** Takes no more calls, lets the running ones finish, writes what is waiting and closes every connection. */
  stop(): Promise<void>;
};

/** How long running calls may take to finish at a stop. */
const settleMs = 10_000;
const readyPatienceMs = 3000;

/**
 * Starts the gateway on Node.
 *
 * @throws with the system's reason when the address is taken or not ours.
 */
export async function startServer(
  whole: Catalog,
  db: Database,
  config: Config,
  log: Logger,
  limits: Pick<GatewayOptions, 'sessionLimits' | 'socketLimits'> = {},
): Promise<RunningServer> {
  const catalog = config.toolsets ? selectToolsets(whole, config.toolsets) : whole;
  const deps = createDeps(db, log);
  const audit = createAudit(db.sql, log);
  const changes = createChanges(db.sql, config.listenUrl ?? db.url, log);
  const door = createDoor(catalog, deps, audit, changes);
  const gateway = createGateway({
    catalog,
    door,
    log,
    newId: deps.newId,
    apiKeys: config.apiKeys,
    allowedHosts: config.allowedHosts,
    allowedOrigins: config.allowedOrigins,
    changes,
    ...limits,
    ready: () => ready(db),
    // The package types sockets by what it needs of them; with the `ws` server below they are sockets of `ws`.
    upgradeWebSocket: upgradeWebSocket as UpgradeWebSocket<WebSocket>,
  });
  const websocketServer = new WebSocketServer({
    noServer: true,
    maxPayload: maxFrameBytes,
    handleProtocols: (offered) => (offered.has('mcp') ? 'mcp' : false),
  });
  const server = createAdaptorServer({
    fetch: gateway.app.fetch,
    websocket: { server: websocketServer },
  }) as Server; // HTTP/1.1: no other server is asked for
  servePlainUpgrades(server);
  await listen(server, config);
  const { port } = server.address() as AddressInfo;
  const host = config.host.includes(':') ? `[${config.host}]` : config.host;
  return {
    url: `http://${host}:${port}`,
    async stop() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      await door.settle(settleMs);
      await gateway.sockets.close();
      await gateway.http.close();
      server.closeAllConnections();
      await closed;
      await changes.close();
      await audit.drain();
    },
  };
}

function listen(server: Server, { host, port }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

/** Asks the database itself; a health check that cannot fail helps nobody. */
async function ready(db: Database): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the database did not answer in time')), readyPatienceMs);
  });
  try {
    const pending = await Promise.race([pendingMigrations(db.sql), timeout]);
    if (pending > 0) throw new Error(`${pending} migrations are not applied`);
  } finally {
    clearTimeout(timer);
  }
}
