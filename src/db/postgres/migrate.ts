import { fileURLToPath } from 'node:url';
import { DrizzleQueryError } from 'drizzle-orm/errors';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/postgres-js';
import { migrate as runMigrations } from 'drizzle-orm/postgres-js/migrator';
import { adoptSeedTables } from './adopt.ts';
import type { Pool } from './connect.ts';
import { distribute, freeMoved, isReadyToSpread } from './distribute.ts';
import { createTransport, openDriver } from './transport/index.ts';

const migrationsFolder = fileURLToPath(new URL('../../../drizzle', import.meta.url));

/** Advisory lock taken by every `dewey` process that migrates or restores; an arbitrary constant. */
export const migrationLock = 7_061_985_233;

export type MigrationReport = {
  applied: number;
  adopted: boolean;
  version: number;
  /** Tables that this run spread over several nodes. */
  spread?: string[];
};

export type MigrationOptions = {
  /**
   * Spreads the lake over the nodes of Citus, with its rows. By default only a lake without conversations, and one that
   * is spread already, in a database with Citus.
   */
  distributed?: boolean | undefined;
};

/**
 * Migrates the database to this version's schema, forward only; safe to run from any number of processes at once.
 *
 * Drizzle's migrator takes no lock (of three at once on an empty database, two fail), so the whole run holds an
 * advisory lock on its own connection. A `winni` database created with the published SQL is adopted: brought to the
 * state of the first migration, with its rows, and migrated from there.
 *
 * @throws the driver's error when the database cannot be reached; nothing is half applied, since each run is one
 *   transaction, and so is spreading.
 */
export async function migrate(url: string, options: MigrationOptions = {}): Promise<MigrationReport> {
  const transport = createTransport(url);
  const sql = openDriver(transport, { max: 2, connection: { TimeZone: 'UTC' } });
  try {
    // In a transaction, which a pooler keeps on one server connection; another connection migrates meanwhile.
    return await sql.begin(async (lock) => {
      await lock`select pg_advisory_xact_lock(${migrationLock})`;
      const report = await migrateAlone(sql);
      const spread = await spreadIfWanted(sql, options.distributed ?? false);
      return spread.length > 0 ? { ...report, spread } : report;
    });
  } finally {
    await sql.end({ timeout: 5 });
    transport.close();
  }
}

async function spreadIfWanted(sql: Pool, distributed: boolean): Promise<string[]> {
  if (!(distributed || (await isReadyToSpread(sql)))) return [];
  const { tables } = await sql.begin((tx) => distribute(tx));
  await freeMoved(sql, tables);
  return tables;
}

async function migrateAlone(sql: Pool): Promise<MigrationReport> {
  const before = await appliedMigrations(sql);
  const [first] = ownMigrations();
  if (!first) throw new Error(`No migrations found in ${migrationsFolder}; the installation is incomplete.`);
  const adopted = before === 0 && (await adoptSeedTables(sql, first));
  await runMigrations(drizzle(sql), { migrationsFolder }).catch(explained);
  const version = await appliedMigrations(sql);
  return { applied: version - before - (adopted ? 1 : 0), adopted, version };
}

/** The migrator's own message is the whole statement; PostgreSQL's error is its cause. */
function explained(error: unknown): never {
  if (error instanceof DrizzleQueryError && error.cause)
    throw new Error(`A migration failed, and nothing was changed: ${error.cause.message}.`, {
      cause: error.cause,
    });
  throw error;
}

/** This version's migrations, in order. */
export const ownMigrations = () => readMigrationFiles({ migrationsFolder });

/** How many of this version's migrations are not applied yet; 0 when the database is ready. */
export async function pendingMigrations(sql: Pool): Promise<number> {
  wanted ??= ownMigrations().length;
  return Math.max(0, wanted - (await appliedMigrations(sql)));
}

/** Cached: the files do not change while the process runs. */
let wanted: number | undefined;

async function appliedMigrations(sql: Pool): Promise<number> {
  const [table] = await sql`select to_regclass('drizzle.__drizzle_migrations') is not null as present`;
  if (!table?.present) return 0;
  const [row] = await sql<{ n: number }[]>`select count(*)::int as n from drizzle.__drizzle_migrations`;
  return row?.n ?? 0;
}
