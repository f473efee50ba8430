import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import type { Log } from '../../../handlers/deps.ts';
import type { Config } from '../../env.ts';
import { Identity } from '../../guards/identity.ts';
import type { Keyring } from '../../guards/keyring.ts';
import type { SpoolWriter } from '../spool/writer.ts';
import { admit } from './admit.ts';
import { passOn } from './http.ts';
import { Recorder, type RecorderFigures } from './recorder.ts';
import { joinSockets, maxMessageBytes } from './sockets.ts';

export type RunningProxy = {
  port: number;
  figures: RecorderFigures;
  stop(): Promise<void>;
};

export type ProxyOptions = {
  config: Pick<Config, 'host' | 'port' | 'proxyPort' | 'upstreams' | 'allowedHosts' | 'allowedOrigins'>;
  keys: Keyring;
  spool: SpoolWriter;
  log: Log;
  clock: () => Date;
  newId: () => string;
};

/** The close code for a name that is no upstream. */
const unknownUpstream = 4001;

/**
 * Starts the capture proxy: `ws://host:9000?upstream=<name>` for WebSocket upstreams, `http://host:9000/<name>/mcp`
 * for Streamable HTTP ones. `dewey` is an upstream by itself, and is never recorded.
 *
 * @throws with the system's reason when the port is taken.
 */
export async function startProxy({
  config,
  keys,
  spool,
  log,
  clock,
  newId,
}: ProxyOptions): Promise<RunningProxy> {
  const upstreams: Record<string, string> = {
    dewey: `http://127.0.0.1:${config.port}/mcp`,
    ...config.upstreams,
  };
  const recorder = new Recorder(spool, log, clock, newId);
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: maxMessageBytes,
    perMessageDeflate: false,
    autoPong: false,
    handleProtocols: (_, request) =>
      'chosenProtocol' in request ? String(request.chosenProtocol) || false : false,
  });
  // Clients without a session are told apart by what they call themselves, for as long as the proxy runs.
  const sessions = new Map<string, string>();
  const stateless = (client: string): string => {
    const known = sessions.get(client) ?? newId();
    if (sessions.size < 1000) sessions.set(client, known);
    return known;
  };
  const server = createServer((request, response) => {
    const admitted = admit(request, config, keys);
    const [, name = '', ...rest] = new URL(request.url ?? '/', 'http://proxy').pathname.split('/');
    const url =
      admitted instanceof Identity
        ? httpTarget(upstreams, name, rest.join('/'), request.url ?? '/')
        : undefined;
    if (admitted instanceof Identity && url) {
      response.once(
        'close',
        admitted.whenEnded(() => response.destroy()),
      );
      return passOn(request, response, { name, url }, recorder, stateless);
    }
    const [status, message] = admitted instanceof Identity ? [404, unknown(upstreams, name)] : admitted;
    request.resume();
    response.writeHead(status, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify({ error: { message } }));
  });
  server.on('upgrade', (request, socket, head) => {
    const admitted = admit(request, config, keys);
    if (!(admitted instanceof Identity))
      return void socket.end(`HTTP/1.1 ${admitted[0]} Refused\r\nConnection: close\r\n\r\n`);
    const query = new URL(request.url ?? '/', 'http://proxy').searchParams;
    const name = query.get('upstream') ?? '';
    const url = Object.hasOwn(upstreams, name) ? upstreams[name] : undefined;
    if (url === undefined)
      return sockets.handleUpgrade(request, socket, head, (client) =>
        client.close(unknownUpstream, unknown(upstreams, name).slice(0, 120)),
      );
    joinSockets(
      sockets,
      request,
      socket,
      head,
      { name, url: url.replace(/^http/, 'ws') },
      recorder,
      admitted,
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(config.proxyPort, config.host, () => resolve());
  });
  return {
    port: (server.address() as AddressInfo).port,
    figures: recorder.figures,
    async stop() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const client of sockets.clients) client.close(1001, 'the proxy stops');
      server.closeAllConnections();
      const patience = setTimeout(() => {
        for (const client of sockets.clients) client.terminate();
      }, 2000);
      await closed;
      clearTimeout(patience);
      await recorder.settled();
    },
  };
}

const unknown = (upstreams: Record<string, string>, name: string): string =>
  `There is no upstream ${JSON.stringify(name.slice(0, 20))}; there are: ${Object.keys(upstreams).join(', ')}.`;

/** `/<name>/mcp` is the upstream's own address; a path of its own after the name goes to that path. */
function httpTarget(
  upstreams: Record<string, string>,
  name: string,
  rest: string,
  original: string,
): URL | undefined {
  const base = Object.hasOwn(upstreams, name) ? upstreams[name] : undefined;
  if (base === undefined) return undefined;
  const url = new URL(base.replace(/^ws/, 'http'));
  if (rest !== '' && rest !== 'mcp') url.pathname = `/${rest}`;
  else if (url.pathname === '/') url.pathname = '/mcp';
  url.search = new URL(original, 'http://proxy').search || url.search;
  return url;
}
