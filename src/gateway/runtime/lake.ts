import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { connect, type Database } from '../../db/postgres/connect.ts';
import { type EmbeddedServer, holdEmbeddedServer } from '../../db/postgres/embedded/index.ts';
import { failureCode, isUnavailable, isUntrusted } from '../../db/postgres/errors.ts';
import { migrate } from '../../db/postgres/migrate.ts';
import { addressOf } from '../../db/postgres/transport/address.ts';
import type { StatementMs } from '../../db/postgres/transport/types.ts';
import { moveCluster } from '../../db/upgrade/move.ts';
import { findOlderCluster, olderBinaries } from '../../db/upgrade/older.ts';
import { version } from '../../version.ts';
import type { Config } from '../config/env.ts';

/** The configured database, wherever it runs. */
export type Lake = {
  db: Database;
  url: string;
  /** The server's location without credentials, for display. */
  location: string;
  close(): Promise<void>;
};

/**
 * Opens the database; an embedded server is found or started first. No migrations are run yet.
 *
 * @param options `statementMs` for processes that answer calls; long-running commands have no statement timeout.
 */
export async function openLake(config: Config, options: { statementMs?: StatementMs } = {}): Promise<Lake> {
  if (config.databaseUrl === undefined) await moveOlderCluster(config.dataDir);
  const embedded: EmbeddedServer | undefined =
    config.databaseUrl === undefined ? await holdEmbeddedServer(config.dataDir) : undefined;
  const url = config.databaseUrl ?? embedded?.url ?? '';
  // Commands may read files between the statements of a transaction; calls never wait inside one.
  const idleTransactionMs = options.statementMs && mostIdleMs;
  const db = connect(url, { timeoutMs: config.databaseTimeoutMs, idleTransactionMs, ...options });
  return {
    db,
    url,
    location: embedded ? `embedded PostgreSQL in ${config.dataDir}` : placeOf(url),
    async close() {
      await db.close();
      await embedded?.release();
    },
  };
}

/** After an update of Dewey, the embedded cluster may be that of an older PostgreSQL: it is moved first. */
async function moveOlderCluster(dataDir: string): Promise<void> {
  const older = await findOlderCluster(dataDir);
  if (!older) return;
  const from = await olderBinaries(dataDir, older);
  const onStep = (step: string) => process.stderr.write(`dewey: ${step}…\n`);
  const { kept, rows } = await moveCluster(dataDir, { from, to: older.current, version, onStep });
  process.stderr.write(
    `dewey: Moved ${rows.toLocaleString('en')} rows to PostgreSQL ${older.current.major}. The old data is kept in ${kept}; remove it when you like.\n`,
  );
}

/** A transaction that is idle for this long has been forgotten. */
const mostIdleMs = 60_000;

/** Connections for administrative tools of a server: few, with their own timeouts, closed when unused. */
export function openAdminDatabase(url: string, config: Config): Database {
  const { admin } = config.statementMs;
  return connect(url, {
    timeoutMs: config.databaseTimeoutMs,
    statementMs: { read: admin, write: admin },
    idleTransactionMs: mostIdleMs,
    max: 4,
    applicationName: 'dewey admin',
    idleSeconds: 60,
  });
}

const placeOf = (url: string): string => {
  const { hosts: places, driverUrl } = addressOf(url);
  const hosts = places.map(({ host, port }) => `${host}:${port}`).join(', ');
  return `PostgreSQL at ${hosts}${new URL(driverUrl).pathname}`;
};

const firstPauseMs = 250;
const longestPauseMs = 5000;

/** Runs the migrations, retrying while the database cannot be reached; any other failure is thrown. */
export async function migrateWhenReachable(lake: Lake, log: Logger, stopped: AbortSignal): Promise<void> {
  for (let pause = firstPauseMs; !stopped.aborted; pause = Math.min(pause * 2, longestPauseMs)) {
    try {
      const report = await migrate(lake.url);
      log.info(report, 'database ready');
      return;
    } catch (error) {
      if (!isUnavailable(error) || isUntrusted(error)) throw error;
      log.warn(
        { code: failureCode(error), location: lake.location },
        'the database cannot be reached; trying again',
      );
      await delay(pause, undefined, { signal: stopped }).catch(() => undefined); // aborted: the loop ends
    }
  }
}
