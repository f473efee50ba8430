import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { JSONRPCMessageSchema } from '@modelcontextprotocol/sdk/types.js';
import { WebSocket } from 'ws';
import { version } from '../../version.ts';
import { reasonOf } from '../client/remote.ts';
import { type Config, isLoopback } from '../config/env.ts';
import { type Finding, failed, fine, messageOf, warning } from './finding.ts';
import { listens } from './listens.ts';

const timeoutMs = 5000;

/** Where clients find the gateway. */
export const gatewayUrl = (config: Config): string => config.url ?? `http://127.0.0.1:${config.port}`;

const headersOf = ({ apiKey }: Config): Record<string, string> =>
  apiKey === undefined ? {} : { Authorization: `Bearer ${apiKey}` };

/** The running gateway, and the lines of clients' configurations, each tried by a connection of its kind. */
export async function checkConnections(config: Config): Promise<Finding[]> {
  const gateway = await checkGateway(config);
  const found = [gateway, checkBinding(config)];
  if (config.url === undefined) found.push(await checkProxy(config, gateway.ok));
  const url = gatewayUrl(config);
  const http = `claude mcp add --transport http dewey ${url}/mcp`;
  const ws = `claude mcp add-json dewey '{"type":"ws","url":"${url.replace(/^http/, 'ws')}/mcp"}'`;
  if (!gateway.ok) return [...found, fine('clients', `${http}; tried when the gateway answers`)];
  found.push(
    await tryClient(
      'clients over HTTP',
      http,
      config,
      () =>
        new StreamableHTTPClientTransport(new URL(`${url}/mcp`), {
          requestInit: { headers: headersOf(config) },
        }) as Transport,
    ),
    await tryClient('clients over WebSocket', ws, config, () => overWebSocket(config)),
  );
  return found;
}

async function checkGateway(config: Config): Promise<Finding> {
  const url = `${gatewayUrl(config)}/readyz`;
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) });
    return response.ok
      ? fine('gateway', `ready at ${gatewayUrl(config)}`)
      : failed('gateway', `${url} answers ${response.status}; see its log`);
  } catch (error) {
    if (config.url !== undefined && error instanceof Error)
      return failed(
        'gateway',
        `${url} cannot be reached: ${reasonOf(error)}; look at DEWEY_URL, or start it there with "dewey serve"`,
      );
    const { hostname, port } = new URL(url);
    return (await listens(hostname, Number(port || 80)))
      ? failed('gateway', `something else than Dewey listens at ${url}; set DEWEY_MCP_PORT to a free port`)
      : failed('gateway', `nothing answers at ${url}; start it with "dewey serve"`);
  }
}

/** Who can reach it, and whether that is meant. */
function checkBinding(config: Config): Finding {
  if (isLoopback(config.host)) return fine('binding', `${config.host}: only this machine reaches it`);
  return config.allowAnonymous
    ? warning(
        'binding',
        `${config.host} is reachable from other machines without keys (DEWEY_ALLOW_ANONYMOUS); in a container publish it on 127.0.0.1, else add keys`,
      )
    : fine('binding', `${config.host}: reachable from other machines, with keys`);
}

async function checkProxy({ proxyPort }: Config, running: boolean): Promise<Finding> {
  if (proxyPort === undefined) return fine('proxy', 'off');
  const answers = await listens('127.0.0.1', proxyPort);
  if (answers || !running)
    return fine('proxy', `port ${proxyPort} ${answers ? 'answers' : 'is free; "dewey serve" opens it'}`);
  return warning(
    'proxy',
    `nothing listens on port ${proxyPort}; its log says why, or set DEWEY_PROXY_PORT to a free port or off`,
  );
}

/** What a client does first: it introduces itself and asks for the tools. */
async function tryClient(
  check: string,
  line: string,
  config: Config,
  open: () => Transport,
): Promise<Finding> {
  const client = new Client({ name: 'dewey doctor', version });
  try {
    await client.connect(open(), { timeout: timeoutMs });
    const { tools } = await client.listTools(undefined, { timeout: timeoutMs });
    return tools.length > 0
      ? fine(check, `${tools.length} tools by: ${line}`)
      : failed(check, `connected and given no tools; look at DEWEY_TOOLSETS. ${line}`);
  } catch (error) {
    const text = messageOf(error);
    if (/401|unauthorized|API key/i.test(text))
      return config.apiKey === undefined
        ? warning(check, `the gateway wants a key: set DEWEY_API_KEY to try it. ${line}`)
        : failed(check, `the gateway does not take the key of DEWEY_API_KEY. ${line}`);
    // What the gateway itself said, where the client only quotes its answer.
    const [, said = text.slice(0, 200)] = /"message":"((?:[^"\\]|\\.)*)"/.exec(text) ?? [];
    return failed(check, `${said.replace(/\.$/, '')}; the gateway's log says more. ${line}`);
  } finally {
    await client.close();
  }
}

/** The SDK's own needs a global WebSocket and sends no headers. */
function overWebSocket(config: Config): Transport {
  const url = `${gatewayUrl(config).replace(/^http/, 'ws')}/mcp`;
  const socket = new WebSocket(url, 'mcp', { headers: headersOf(config), handshakeTimeout: timeoutMs });
  const transport: Transport = {
    start: () =>
      new Promise((resolve, reject) => {
        socket.once('open', resolve);
        socket.once('error', reject);
        socket.on('message', (data) => {
          transport.onmessage?.(JSONRPCMessageSchema.parse(JSON.parse(data.toString())));
        });
        socket.once('close', () => transport.onclose?.());
      }),
    send: (message) =>
      new Promise((resolve, reject) => {
        socket.send(JSON.stringify(message), (error) => (error ? reject(error) : resolve()));
      }),
    async close() {
      socket.close();
    },
  };
  return transport;
}
