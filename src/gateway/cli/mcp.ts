import type { Logger } from 'pino';
import { catalog } from '../../handlers/index.ts';
import { createAudit } from '../audit.ts';
import { createChanges } from '../changes.ts';
import { createDeps, createLog, openings } from '../deps.ts';
import { createDoor } from '../door.ts';
import { type Config, readConfig } from '../env.ts';
import { migrateWhenReachable, openLake } from '../lake.ts';
import { type Conversation, openBridge } from '../mcp/bridge.ts';
import { createMcpCore } from '../mcp/core.ts';
import { linesOf } from '../mcp/lines.ts';
import { createPeer } from '../mcp/peer.ts';
import { findRunning } from '../running.ts';
import { selectToolsets } from '../toolsets.ts';
import type { ExitCode } from './program.ts';
import { ask, remoteOf } from './remote.ts';

/** How long running calls may take to finish once the client has left. */
const settleMs = 10_000;

/**
 * MCP on standard input and output: a JSON-RPC message a line, and nothing else on stdout. Talks to the running server
 * of this data directory, or to `DEWEY_URL`; without one it opens the lake itself. Ends with its client.
 */
export async function mcp(env: NodeJS.ProcessEnv): Promise<ExitCode> {
  const config = readConfig(env);
  const log = createLog(config.logLevel === 'info' ? 'warn' : config.logLevel);
  const deliver = (text: string) => void process.stdout.write(`${text}\n`);
  const stop = () => process.stdin.destroy();
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, stop);

  const client = createClient(config, log, deliver);
  // Opened before the first line comes, so that its answer does not have to wait for a database to start.
  const first = client.ready();
  first.catch(() => undefined); // told when it is awaited
  try {
    for await (const line of linesOf(process.stdin)) await client.receive(line);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
  await first;
  await client.close();
  return 0;
}

/** A client that stays while servers come and go: a new one is greeted as the client greeted the first. */
function createClient(config: Config, log: Logger, deliver: (text: string) => void) {
  let current: Promise<Conversation> | undefined;
  let greeting: string | undefined;
  let swallow: string | number | undefined;

  const passOn = (text: string) => {
    if (swallow !== undefined && answers(text, swallow)) swallow = undefined;
    else deliver(text);
  };

  const open = async (): Promise<Conversation> => {
    const url = config.url ?? (await findRunning(config));
    const lost = () => {
      current = undefined;
    };
    const conversation =
      url === undefined
        ? await openHere(config, log, passOn)
        : await openBridge({
            url,
            apiKey: config.apiKey ?? config.apiKeys[0]?.secret,
            toolsets: config.toolsets,
            deliver: passOn,
            lost,
          }).catch((error) => explained(config, error));
    if (greeting !== undefined) {
      swallow = '(dewey mcp)';
      conversation.receive(JSON.stringify({ ...JSON.parse(greeting), id: swallow }));
      conversation.receive('{"jsonrpc":"2.0","method":"notifications/initialized"}');
    }
    return conversation;
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
      const conversation = await ready();
      if (line === undefined)
        return deliver(
          '{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"A line may have 16 MB."}}',
        );
      if (isGreeting(line)) greeting = line;
      conversation.receive(line);
    },
    async close() {
      const conversation = await current?.catch(() => undefined); // never opened
      const deadline = performance.now() + settleMs;
      while (conversation && conversation.running() > 0 && performance.now() < deadline)
        await new Promise((resolve) => setTimeout(resolve, 10));
      await conversation?.close();
    },
  };
}

/** The gateway tells over HTTP why it took no WebSocket. */
async function explained(config: Config, error: unknown): Promise<never> {
  const remote = remoteOf(config);
  if (remote) await ask(remote, '/tools');
  throw error;
}

const isGreeting = (line: string): boolean => line.includes('"initialize"') && method(line) === 'initialize';

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

/** The lake opened by this process, for as long as its client stays. */
async function openHere(config: Config, log: Logger, deliver: (text: string) => void): Promise<Conversation> {
  const lake = await openLake(config, { statementMs: config.statementMs });
  const stopped = new AbortController();
  const migrated = migrateWhenReachable(lake, log, stopped.signal);
  // The embedded database is there; an external one may take its time, and calls say so meanwhile.
  if (config.databaseUrl === undefined) await migrated;
  const deps = createDeps(lake.db, log, await openings(config));
  const audit = createAudit(lake.db.sql, log);
  const changes = createChanges(lake.db.sql, config.listenUrl ?? lake.url, log);
  const selected = config.toolsets ? selectToolsets(catalog, config.toolsets) : catalog;
  const door = createDoor(selected, deps, audit, changes);
  const core = createMcpCore(selected, door, changes);
  const peer = createPeer(
    core,
    () => ({ requestId: deps.newId(), client: 'dewey mcp', scope: 'admin' }),
    deliver,
  );
  return {
    receive: (line) => peer.receive(line),
    running: peer.running,
    async close() {
      stopped.abort();
      await peer.close();
      await door.close(settleMs);
      await changes.close();
      await audit.drain();
      await lake.close();
    },
  };
}
