import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { journalsIn } from '../audit/journal.ts';
import { leaveRows } from '../audit/left-rows.ts';
import { keysInUse } from '../auth/keys-in-use.ts';
import { keyringOf } from '../auth/load-keys.ts';
import { type RunningProxy, startProxy } from '../capture/proxy/server.ts';
import { spoolFolder } from '../capture/spool/segment.ts';
import { SpoolWriter, unsealed } from '../capture/spool/writer.ts';
import { type Config, readConfig } from '../config/env.ts';
import { createLog } from '../deps.ts';
import { createRefusals } from '../http/refusals.ts';
import { clock, newId } from '../runtime/clock-and-ids.ts';
import { type Lake, openLake } from '../runtime/lake.ts';
import { databaseOf } from '../runtime/server-file.ts';
import type { ExitCode } from './run/program.ts';
import { type Json, say } from './run/say.ts';
import { aborted, stopSignal } from './run/signals.ts';

/** Interval for sealing segments, so that the gateway finds them soon. */
const sealEveryMs = 500;
/** Polling interval for keys: how soon a revoked key is refused. */
const lookEveryMs = 900;
/** How long to wait for keys from an unresponsive database; until they are known, no client is admitted. */
const keysTimeoutMs = 2000;

/**
 * Runs the capture proxy alone. A gateway with the same data directory stores what it spools, and the audit rows of
 * refusals. From the database it needs only the API keys; once they are known, it keeps running during an outage.
 */
export async function proxy(env: NodeJS.ProcessEnv, options: Json): Promise<ExitCode> {
  const config = readConfig(env);
  const log = createLog(config.logLevel);
  const stopping = stopSignal();
  const spool = new SpoolWriter(spoolFolder(config.dataDir), clock);
  spool.onUnsealed = (err) => log.warn({ err }, unsealed);
  const rows = leaveRows(journalsIn(join(config.dataDir, 'audit'), clock, newId), log);
  const refusals = createRefusals(rows, clock, config.limits.failures);
  const { keys, close } = openKeys(config, log);
  let running: RunningProxy | undefined;
  let sealing: NodeJS.Timeout | undefined;
  try {
    await keys.settled(keysTimeoutMs);
    running = await startProxy({
      config: { ...config, proxyPort: config.proxyPort ?? 9000 },
      keys,
      refusals,
      spool,
      log,
      clock,
      newId,
    });
    sealing = setInterval(() => {
      if ((spool.synced?.bytes ?? 0) > 0)
        spool
          .seal()
          .catch((err: unknown) => log.warn({ err }, 'a spool segment could not be sealed; it stays open'));
    }, sealEveryMs);
    if (config.url !== undefined)
      log.warn(
        { spool: config.dataDir },
        'DEWEY_URL is ignored: recorded calls are stored by a gateway with this data directory',
      );
    const url = `http://${config.host}:${running.port}`;
    say(options, { url }, `The proxy is listening at ${url}`);
    await aborted(stopping);
    return 0;
  } finally {
    // Otherwise the connections of the keys would keep a proxy alive that could not listen.
    await running?.stop();
    clearInterval(sealing);
    refusals.stop();
    await rows.stop();
    await spool.seal();
    await close();
  }
}

/** Opens the database for the keys; an embedded database that does not exist yet has none. */
function openKeys(config: Config, log: Logger) {
  let lake: Promise<Lake> | undefined;
  const database = async () => {
    if (!lake && config.databaseUrl === undefined && !existsSync(join(config.dataDir, 'postgres')))
      return undefined;
    lake ??= openLake(config).catch((error) => {
      lake = undefined;
      throw error;
    });
    return (await lake).db;
  };
  // This process is not notified of changes, so it polls.
  const keys = keyringOf(config, database, log, {
    everyMs: lookEveryMs,
    memory: keysInUse(config.dataDir, databaseOf(config), log),
  });
  keys.start(undefined);
  return {
    keys,
    async close() {
      keys.stop();
      await lake?.then(
        (opened) => opened.close(),
        () => undefined, // never opened
      );
    },
  };
}
