import type { Logger } from 'pino';
import { catalog } from '../../handlers/index.ts';
import { selectToolsets } from '../calls/toolsets.ts';
import type { Config } from '../config/env.ts';
import { createMcpCore } from '../mcp/core.ts';
import type { RpcConnection } from '../mcp/stdio/bridge.ts';
import { createSocketConnection } from '../mcp/websocket/connection.ts';
import { migrateWhenReachable, openLake } from '../runtime/lake.ts';
import { openCalls } from './in-process.ts';

/** The lake opened by this process, for as long as its client stays. */
export async function openHere(
  config: Config,
  log: Logger,
  deliver: (text: string) => void,
): Promise<RpcConnection> {
  const lake = await openLake(config, { statementMs: config.statementMs });
  const stopped = new AbortController();
  const migrated = migrateWhenReachable(lake, log, stopped.signal);
  // The embedded database is there; an external one may take its time, and calls say so meanwhile.
  if (config.databaseUrl === undefined) await migrated;
  const selected = config.toolsets ? selectToolsets(catalog, config.toolsets) : catalog;
  const { deps, dispatcher, changes, close } = await openCalls(lake, config, log, selected);
  const core = createMcpCore(selected, dispatcher, changes);
  const peer = createSocketConnection(
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
      await close();
    },
  };
}
