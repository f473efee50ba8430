import { join } from 'node:path';
import type { Logger } from 'pino';
import { catalog } from '../../handlers/index.ts';
import { createAudit } from '../audit/audit.ts';
import { journalsIn } from '../audit/journal.ts';
import { createDispatcher } from '../calls/dispatch.ts';
import { selectToolsets } from '../calls/toolsets.ts';
import type { Config } from '../config/env.ts';
import { createDeps, openings } from '../deps.ts';
import { createMcpCore } from '../mcp/core.ts';
import type { RpcConnection } from '../mcp/stdio/bridge.ts';
import { createSocketConnection } from '../mcp/websocket/connection.ts';
import { createChanges } from '../notify/changes.ts';
import { migrateWhenReachable, openLake } from '../runtime/lake.ts';

/** How long running calls may take to finish once the client has left. */
export const settleMs = 10_000;

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
  const deps = createDeps(lake.db, log, await openings(config));
  const audit = createAudit(
    lake.db.sql,
    log,
    journalsIn(join(config.dataDir, 'audit'), deps.clock, deps.newId),
  );
  const changes = createChanges(lake.db.sql, config.listenUrl ?? lake.url, log);
  const selected = config.toolsets ? selectToolsets(catalog, config.toolsets) : catalog;
  const dispatcher = createDispatcher(selected, deps, audit, changes);
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
      await dispatcher.close(settleMs);
      await changes.close();
      await audit.drain();
      await lake.close();
    },
  };
}
