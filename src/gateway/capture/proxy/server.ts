import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { WebSocketServer } from 'ws';
import type { Log } from '../../../handlers/tool/deps.ts';
import { ToolError } from '../../../handlers/tool/errors.ts';
import type { Keyring } from '../../auth/keyring.ts';
import type { Config } from '../../config/env.ts';
import { createFrameBudget } from '../../http/frame-budget.ts';
import { guardListener, refuseSocket } from '../../http/guarded-listener.ts';
import { servePlainUpgrades } from '../../http/ignore-upgrades.ts';
import { listen } from '../../http/listen.ts';
import type { Refusals } from '../../http/refusals.ts';
import { readTarget } from '../../http/request-target.ts';
import type { SpoolWriter } from '../spool/writer.ts';
import { admit } from './admit.ts';
import { passOn } from './http.ts';
import { Recorder, type RecorderFigures } from './recorder.ts';
import { closeReason, joinSockets, maxMessageBytes, offeredProtocols } from './sockets.ts';
import { httpTarget, unknownUpstream, upstreamOf } from './target.ts';

export type RunningProxy = {
  port: number;
  figures: RecorderFigures;
  stop(): Promise<void>;
};

export type ProxyOptions = {
  config: Pick<Config, 'host' | 'port' | 'upstreams' | 'allowedHosts' | 'allowedOrigins'> & {
    proxyPort: number;
  };
  keys: Keyring;
  refusals: Refusals;
  spool: SpoolWriter;
  log: Log;
  clock: () => Date;
  newId: () => string;
};

/** WebSocket close code for an unknown upstream. */
const noSuchUpstream = 4001;
const mostSockets = 1000;
/** Room for two messages of maximum size, clients and upstreams together. */
const frameLimits = { totalBytes: 2 * maxMessageBytes, graceMs: 30_000, bytesPerSecond: 16_000 };

/**
 * Starts the capture proxy: `ws://host:9000?upstream=<name>` for WebSocket upstreams, `http://host:9000/<name>/mcp`
 * for Streamable HTTP ones. The upstream `dewey` always exists and is never recorded.
 *
 * @throws ConfigError when the port is taken.
 */
export async function startProxy({
  config,
  keys,
  refusals,
  spool,
  log,
  clock,
  newId,
}: ProxyOptions): Promise<RunningProxy> {
  const upstreams: Record<string, string> = {
    dewey: `http://127.0.0.1:${config.port}/mcp`,
    ...config.upstreams,
  };
  const recorder = new Recorder(spool, log, clock, newId, ownUpstreams(upstreams, config));
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: maxMessageBytes,
    perMessageDeflate: false,
    autoPong: false,
    handleProtocols: (_, request) =>
      'chosenProtocol' in request ? String(request.chosenProtocol) || false : false,
  });
  // Clients without a session are distinguished by the name they report, for the lifetime of the proxy.
  const sessions = new Map<string, string>();
  const stateless = (client: string): string => {
    const known = sessions.get(client) ?? newId();
    if (sessions.size < 1000) sessions.set(client, known);
    return known;
  };
  const budget = createFrameBudget(frameLimits);
  const admission = { config, keys, refusals, newId };
  const server = createServer((request, response) => {
    const admitted = admit(request, admission);
    if (admitted instanceof ToolError) return refuse(request, response, admitted);
    const target = httpTarget(upstreams, request.url);
    if (target instanceof ToolError) return refuse(request, response, target);
    response.once(
      'close',
      admitted.whenEnded(() => response.destroy()),
    );
    passOn(request, response, target, recorder, stateless);
  });
  server.on('upgrade', (request, socket: Socket, head) => {
    const admitted = admit(request, admission);
    if (admitted instanceof ToolError) {
      const { status, message, details } = admitted;
      return refuseSocket(socket, status, message, details.retry_after);
    }
    const query = readTarget(request.url)?.query;
    if (!query) return refuseSocket(socket, 400, 'The request target must be a path that begins with /.');
    if (sockets.clients.size >= mostSockets)
      return refuseSocket(socket, 503, 'This proxy has reached its limit of open WebSockets.', 5);
    const name = query.get('upstream') ?? '';
    const url = upstreamOf(upstreams, name);
    if (url === undefined) {
      // A client that offered subprotocols ends a connection without one before it sees why it was closed.
      Object.assign(request, { chosenProtocol: offeredProtocols(request)?.[0] });
      return sockets.handleUpgrade(request, socket, head, (client) => {
        client.on('error', () => client.terminate());
        client.close(noSuchUpstream, closeReason(unknownUpstream(upstreams, name)));
      });
    }
    const target = { name, url: url.replace(/^http/, 'ws'), query };
    joinSockets({ server: sockets, recorder, budget }, request, socket, head, target, admitted);
  });
  servePlainUpgrades(server);
  const connections = new Set<Socket>();
  server.on('connection', (socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  guardListener(server, log);
  try {
    await listen(server, {
      host: config.host,
      port: config.proxyPort,
      variable: 'DEWEY_PROXY_PORT',
      hint: '"dewey serve" runs a proxy too.',
    });
  } catch (error) {
    budget.stop();
    throw error;
  }
  return {
    port: (server.address() as AddressInfo).port,
    figures: recorder.figures,
    async stop() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const client of sockets.clients) client.close(1001, 'the proxy is shutting down');
      server.closeAllConnections();
      const timeout = setTimeout(() => {
        for (const socket of connections) socket.destroy();
      }, 2000);
      await closed;
      clearTimeout(timeout);
      budget.stop();
      await recorder.settled();
    },
  };
}

/** The upstreams whose address is that of this gateway, whatever their name. */
function ownUpstreams(
  upstreams: Record<string, string>,
  { port, proxyPort }: ProxyOptions['config'],
): string[] {
  return Object.entries(upstreams).flatMap(([name, address]) => {
    const url = new URL(address);
    const isOwn =
      name === 'dewey' || (isLoopback(url.hostname) && [String(port), String(proxyPort)].includes(url.port));
    return isOwn ? [name] : [];
  });
}

const isLoopback = (host: string): boolean => /^(localhost|127\.[\d.]+|\[::1\])$/i.test(host);

function refuse(request: IncomingMessage, response: ServerResponse, error: ToolError): void {
  request.resume();
  const { retry_after: seconds } = error.details;
  response.writeHead(error.status, {
    'Content-Type': 'application/json',
    ...(seconds === undefined ? {} : { 'Retry-After': seconds }),
  });
  response.end(JSON.stringify(error.body));
}
