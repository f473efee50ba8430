import { join } from 'node:path';
import type { Logger } from 'pino';
import { catalog } from '../../../handlers/index.ts';
import { createAudit } from '../../audit/audit.ts';
import { journalsIn } from '../../audit/journal.ts';
import { createDispatcher } from '../../calls/dispatch.ts';
import type { Config } from '../../config/env.ts';
import { createDeps, openings } from '../../deps.ts';
import { createChanges } from '../../notify/changes.ts';
import type { Lake } from '../../runtime/lake.ts';

/** How long running calls may take to finish after their client has disconnected. */
const settleMs = 10_000;

/**
 * Dispatches calls within a command's own process, without listeners, capture or background work. Closing it closes the
 * lake.
 *
 * @param served the tools that can be called.
 */
export async function openCalls(lake: Lake, config: Config, log: Logger, served = catalog) {
  const deps = createDeps(lake.db, log, await openings(config, lake.db));
  const audit = createAudit(
    lake.db.sql,
    log,
    journalsIn(join(config.dataDir, 'audit'), deps.clock, deps.newId),
  );
  const changes = createChanges(lake.db.sql, config.listenUrl ?? lake.url, log);
  const dispatcher = createDispatcher(served, deps, audit, changes);
  return {
    deps,
    changes,
    dispatcher,
    async close() {
      await dispatcher.close(settleMs);
      await changes.close(); // sends pending notifications to running servers
      await audit.drain();
      await lake.close();
    },
  };
}
