import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { connect, type Database } from '../db/connect.ts';
import { type EmbeddedServer, holdEmbeddedServer } from '../db/embedded/index.ts';
import { failureCode, isUnavailable, isUntrusted } from '../db/failure.ts';
import { addressOf } from '../db/link/places.ts';
import type { StatementMs } from '../db/link/types.ts';
import { migrate } from '../db/migrate.ts';
import type { Config } from './env.ts';

/** The database of this configuration, wherever it runs. */
export type Lake = {
  db: Database;
  url: string;
  /** The server's whereabouts without credentials, for people. */
  place: string;
  close(): Promise<void>;
};

/**
 * Opens the database; an embedded server is found or started first. Nothing is migrated yet.
 *
 * @param more `statementMs` for those who answer calls; long work of commands is not cut short.
 */
export async function openLake(config: Config, more: { statementMs?: StatementMs } = {}): Promise<Lake> {
  const embedded: EmbeddedServer | undefined =
    config.databaseUrl === undefined ? await holdEmbeddedServer(config.dataDir) : undefined;
  const url = config.databaseUrl ?? embedded?.url ?? '';
  const db = connect(url, { patienceMs: config.databasePatienceMs, ...more });
  return {
    db,
    url,
    place: embedded ? `embedded PostgreSQL in ${config.dataDir}` : placeOf(url),
    async close() {
      await db.close();
      await embedded?.release();
    },
  };
}

/** Connections for what administers the lake of a server: few, with limits of their own, closed when nobody uses them. */
export function openAdminDatabase(url: string, config: Config): Database {
  const { admin } = config.statementMs;
  return connect(url, {
    patienceMs: config.databasePatienceMs,
    statementMs: { read: admin, write: admin },
    max: 4,
    applicationName: 'dewey admin',
    idleSeconds: 60,
  });
}

const placeOf = (url: string): string => {
  const { places, driverUrl } = addressOf(url);
  const hosts = places.map(({ host, port }) => `${host}:${port}`).join(', ');
  return `PostgreSQL at ${hosts}${new URL(driverUrl).pathname}`;
};

const firstPauseMs = 250;
const longestPauseMs = 5000;

/** Migrates, and tries again for as long as the database cannot be reached; any other failure is thrown. */
export async function migrateWhenReachable(lake: Lake, log: Logger, stopped: AbortSignal): Promise<void> {
  for (let pause = firstPauseMs; !stopped.aborted; pause = Math.min(pause * 2, longestPauseMs)) {
    try {
      const report = await migrate(lake.url);
      log.info(report, 'database ready');
      return;
    } catch (error) {
      if (!isUnavailable(error) || isUntrusted(error)) throw error;
      log.warn(
        { code: failureCode(error), place: lake.place },
        'the database cannot be reached; trying again',
      );
      await delay(pause, undefined, { signal: stopped }).catch(() => undefined); // aborted: the loop ends
    }
  }
}
