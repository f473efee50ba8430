import type { Logger } from 'pino';
import { catalog } from '../../handlers/index.ts';
import { listsProfile, servedOf } from '../calls/toolsets.ts';
import type { Config } from '../config/env.ts';
import { createMcpCore } from '../mcp/core.ts';
import type { RpcConnection } from '../mcp/stdio/bridge.ts';
import { createSocketConnection } from '../mcp/websocket/connection.ts';
import { migrateWhenReachable, openLake } from '../runtime/lake.ts';
import { openCalls } from './gateway/in-process.ts';

/** Opens the lake in this process until the client disconnects. */
export async function openHere(
  config: Config,
  log: Logger,
  deliver: (text: string) => void,
): Promise<RpcConnection> {
  const lake = await openLake(config, { statementMs: config.statementMs });
  const stopped = new AbortController();
  const migrated = migrateWhenReachable(lake, log, stopped.signal);
  // An embedded database is ready by now; an external one may be slow, and calls report that meanwhile.
  if (config.databaseUrl === undefined) await migrated;
  const selected = servedOf(catalog, config.toolsets);
  const { deps, dispatcher, changes, close } = await openCalls(lake, config, log, selected);
  const whole = createMcpCore(selected, dispatcher, changes);
  const core = config.toolsets && listsProfile(config.toolsets) ? whole.select(config.toolsets) : whole;
  const connection = createSocketConnection(
    core,
    () => ({ requestId: deps.newId(), client: 'dewey mcp', scope: 'admin' }),
    deliver,
  );
  return {
    receive: (line) => connection.receive(line),
    running: connection.running,
    async close() {
      stopped.abort();
      await connection.close();
      await close();
    },
  };
}
