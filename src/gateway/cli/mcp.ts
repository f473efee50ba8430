import type { Logger } from 'pino';
import { ask, remoteOf } from '../client/remote.ts';
import { type Config, readConfig } from '../config/env.ts';
import { openBridge, type RpcConnection } from '../mcp/stdio/bridge.ts';
import { linesOf } from '../mcp/stdio/lines.ts';
import { createLog } from '../runtime/log.ts';
import { findRunning } from '../runtime/server-file.ts';
import type { ExitCode } from './run/program.ts';

/**
 * MCP over standard input and output: one JSON-RPC message per line, and nothing else on stdout. Connects to `DEWEY_URL` or
 * to the running server of this data directory; without either, it opens the lake itself. Ends with its client.
 */
export async function mcp(env: NodeJS.ProcessEnv): Promise<ExitCode> {
  const config = readConfig(env);
  const log = createLog(config.logLevel === 'info' ? 'warn' : config.logLevel);
  const deliver = (text: string) => void process.stdout.write(`${text}\n`);
  const stop = () => process.stdin.destroy();
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, stop);

  const client = createClient(config, log, deliver);
  // Opened before the first line arrives, so that its response does not wait for a database to start.
  const first = client.ready();
  first.catch(() => undefined); // its failure is thrown when it is awaited
  try {
    for await (const line of linesOf(process.stdin)) await client.receive(line);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
  await first;
  await client.close();
  return 0;
}

/** A client that survives server restarts: it repeats the client's initialize request to each new server. */
function createClient(config: Config, log: Logger, deliver: (text: string) => void) {
  let current: Promise<RpcConnection> | undefined;
  let initializeRequest: string | undefined;
  let swallow: string | number | undefined;

  const passOn = (text: string) => {
    if (swallow !== undefined && answers(text, swallow)) swallow = undefined;
    else deliver(text);
  };

  const open = async (): Promise<RpcConnection> => {
    const server = config.url === undefined ? await findRunning(config) : { url: config.url };
    const lost = () => {
      current = undefined;
    };
    const connection =
      server === undefined
        ? await openLakeHere(config, log, passOn)
        : await openBridge({
            ...server,
            apiKey: config.apiKey ?? config.apiKeys[0]?.secret,
            toolsets: config.toolsets,
            deliver: passOn,
            lost,
          }).catch((error) => explained(config, error));
    if (initializeRequest !== undefined) {
      swallow = '(dewey mcp)';
      connection.receive(JSON.stringify({ ...JSON.parse(initializeRequest), id: swallow }));
      connection.receive('{"jsonrpc":"2.0","method":"notifications/initialized"}');
    }
    return connection;
  };

  const ready = () => {
    current ??= open().catch((error) => {
      current = undefined;
      throw error;
    });
    return current;
  };

  return {
    ready,
    async receive(line: string | undefined) {
      const connection = await ready();
      if (line === undefined)
        return deliver(
          '{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"A line must be at most 16 MB."}}',
        );
      if (isInitialize(line)) initializeRequest = line;
      connection.receive(line);
    },
    async close() {
      const connection = await current?.catch(() => undefined); // never opened
      const deadline = performance.now() + settleMs;
      while (connection && connection.running() > 0 && performance.now() < deadline)
        await new Promise((resolve) => setTimeout(resolve, 10));
      await connection?.close();
    },
  };
}

/** How long running calls may take to finish after their client has disconnected. */
const settleMs = 10_000;

/** Beside a running server, the code of one is not loaded. */
const openLakeHere: typeof import('./mcp-in-process.ts').openHere = async (...options) =>
  (await import('./mcp-in-process.ts')).openHere(...options);

/** Asks the gateway over HTTP why it refused the WebSocket, and throws that error. */
async function explained(config: Config, error: unknown): Promise<never> {
  const remote = remoteOf(config);
  if (remote) await ask(remote, '/tools');
  throw error;
}

const isInitialize = (line: string): boolean =>
  line.includes('"initialize"') && method(line) === 'initialize';

function method(line: string): unknown {
  try {
    return (JSON.parse(line) as { method?: unknown } | null)?.method;
  } catch {
    return undefined;
  }
}

function answers(text: string, id: string | number): boolean {
  return text.includes(String(id)) && (JSON.parse(text) as { id?: unknown }).id === id;
}
