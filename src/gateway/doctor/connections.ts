import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { JSONRPCMessageSchema } from '@modelcontextprotocol/sdk/types.js';
import { WebSocket } from 'ws';
import { version } from '../../version.ts';
import { refusalOf } from '../client/refusal.ts';
import { reasonOf } from '../client/remote.ts';
import { type Config, isLoopback } from '../config/env.ts';
import { type Finding, failed, fine, messageOf, warning } from './finding.ts';
import { listens } from './listens.ts';

const timeoutMs = 5000;

/** The URL of the gateway for clients. */
export const gatewayUrl = (config: Config): string => config.url ?? `http://127.0.0.1:${config.port}`;

/** The command that connects Claude Code over HTTP. */
export const connectClaude = (config: Config): string =>
  `claude mcp add --transport http dewey ${gatewayUrl(config)}/mcp`;

const headersOf = ({ apiKey }: Config): Record<string, string> =>
  apiKey === undefined ? {} : { Authorization: `Bearer ${apiKey}` };

/** Checks the running gateway, and each client configuration by a connection of its kind. */
export async function checkConnections(config: Config): Promise<Finding[]> {
  const gateway = await checkGateway(config);
  const found = [gateway, checkBinding(config)];
  if (config.url === undefined) found.push(await checkProxy(config, gateway.ok));
  const url = gatewayUrl(config);
  const http = connectClaude(config);
  const ws = `claude mcp add-json dewey '{"type":"ws","url":"${url.replace(/^http/, 'ws')}/mcp"}'`;
  if (!gateway.ok) return [...found, fine('clients', `${http}; not tested, as the gateway does not answer`)];
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
      : failed('gateway', `${url} answers ${response.status}; see the gateway log`);
  } catch (error) {
    if (config.url !== undefined && error instanceof Error)
      return failed(
        'gateway',
        `${url} cannot be reached: ${reasonOf(error)}; check DEWEY_URL, or run "dewey serve" there`,
      );
    const { hostname, port } = new URL(url);
    return (await listens(hostname, Number(port || 80)))
      ? failed('gateway', `another program is listening at ${url}; set DEWEY_MCP_PORT to a free port`)
      : failed('gateway', `nothing answers at ${url}; start it with "dewey serve"`);
  }
}

/** Whether other machines can reach the gateway, and whether that is intended. */
function checkBinding(config: Config): Finding {
  if (isLoopback(config.host)) return fine('binding', `${config.host}: reachable from this machine only`);
  return config.allowAnonymous
    ? warning(
        'binding',
        `${config.host} is reachable from other machines without keys (DEWEY_ALLOW_ANONYMOUS); in a container, publish the port on 127.0.0.1; otherwise add API keys`,
      )
    : fine('binding', `${config.host}: reachable from other machines, with API keys`);
}

async function checkProxy(config: Config, running: boolean): Promise<Finding> {
  const { proxyPort: port } = config;
  if (port === undefined) return fine('proxy', 'off');
  const remedy = 'set DEWEY_PROXY_PORT to a free port or off';
  if (await listens('127.0.0.1', port))
    return (await isProxy(port, config.apiKey))
      ? fine('proxy', `port ${port} is open`)
      : warning(
          'proxy',
          `port ${port} is taken by another program, so "dewey serve" ${running ? 'runs' : 'would run'} without the capture proxy; ${remedy}`,
        );
  return running
    ? warning('proxy', `nothing is listening on port ${port}; see the gateway log, or ${remedy}`)
    : fine('proxy', `port ${port} is free; "dewey serve" opens it`);
}

/** Whether it refuses a request to no upstream as the capture proxy does. */
async function isProxy(port: number, apiKey: string | undefined): Promise<boolean> {
  const url = `http://127.0.0.1:${port}`;
  try {
    const response = await fetch(`${url}/`, {
      headers: apiKey === undefined ? {} : { 'X-Dewey-Key': apiKey },
      signal: AbortSignal.timeout(timeoutMs),
    });
    return refusalOf({ url, apiKey }, await response.json()) !== undefined;
  } catch {
    return false;
  }
}

/** Does what a client does first: initialize, then list the tools. */
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
      ? fine(check, `${tools.length} tools: ${line}`)
      : failed(check, `connected, but there are no tools; check DEWEY_TOOLSETS. ${line}`);
  } catch (error) {
    const text = messageOf(error);
    if (/401|unauthorized|API key/i.test(text))
      return config.apiKey === undefined
        ? warning(check, `the gateway requires an API key: set DEWEY_API_KEY to test it. ${line}`)
        : failed(check, `the gateway rejected the key in DEWEY_API_KEY. ${line}`);
    // The gateway's own message, if the client quotes its response.
    const [, said = text.slice(0, 200)] = /"message":"((?:[^"\\]|\\.)*)"/.exec(text) ?? [];
    return failed(check, `${said.replace(/\.$/, '')}; see the gateway log. ${line}`);
  } finally {
    await client.close();
  }
}

/** The SDK's own transport needs a global WebSocket and sends no headers. */
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
