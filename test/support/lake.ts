import postgres from 'postgres';
import { afterAll, beforeAll, expect, inject } from 'vitest';
import { connect, type Database } from '../../src/db/postgres/connect.ts';
import { migrate } from '../../src/db/postgres/migrate.ts';
import { createDeps, createLog } from '../../src/gateway/deps.ts';
import type { Deps } from '../../src/handlers/tool/deps.ts';
import { createCitusDatabase, dropCitusDatabase } from '../citus/databases.ts';

let clones = 0;

/** A separate database, cloned from the migrated template (or empty, on request). */
export async function cloneDatabase(
  template = 'template_winni',
): Promise<{ url: string; drop(): Promise<void> }> {
  const url = inject('serverUrl');
  const nodes = inject('citusNodes');
  const admin = url.replace(/\/winni$/, '/postgres');
  clones += 1;
  const name = `test_${process.pid}_${clones}`;
  if (nodes.length > 0) return spreadDatabase(nodes, name, template);
  await administrate(
    admin,
    `create database ${name} template ${template} strategy ${inject('cloneStrategy')}`,
  );
  return {
    url: url.replace(/\/winni$/, `/${name}`),
    drop: () => administrate(admin, `drop database if exists ${name} with (force)`),
  };
}

/** The same on Citus, where a template would not bring the rows of the other nodes along. */
async function spreadDatabase(nodes: readonly string[], name: string, template: string) {
  const url = await createCitusDatabase(nodes, name);
  if (template === 'template_winni') await migrate(url);
  return { url, drop: () => dropCitusDatabase(nodes, name) };
}

/** Migrates a database as lakes are in this run: where they are on Citus, one with conversations is spread, too. */
export const migrateHere = (url: string) => migrate(url, { distributed: inject('citusNodes').length > 0 });

async function administrate(url: string, statement: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  try {
    await sql.unsafe(statement);
  } finally {
    await sql.end();
  }
}

export type TestLake = { db: Database; deps: Deps; url: string };

/** Sets up a cloned database for the test file it is called in, and removes it afterwards. */
export function useLake(): TestLake {
  const lake = {} as TestLake; // filled before the first test runs
  let drop: () => Promise<void>;
  let close: (() => Promise<void>) | undefined;
  beforeAll(async () => {
    const clone = await cloneDatabase();
    drop = clone.drop;
    const db = connect(clone.url);
    Object.assign(lake, { db, url: clone.url, deps: createDeps(db, createLog('silent')) });
    // In a run against OpenSearch, tools search there; tests of the engines themselves open what they need.
    if (inject('openSearch') && !expect.getState().testPath?.includes('/opensearch/')) {
      const { openFed } = await import('../opensearch/engines.ts');
      const fed = await openFed(lake);
      lake.deps.search = fed.search;
      close = fed.close;
    }
  });
  afterAll(async () => {
    await close?.();
    await lake.db.close();
    await drop();
  });
  return lake;
}

/** A cloned database for processes that open it themselves. */
export function useDatabase(): { url: string } {
  const database = { url: '' };
  let drop: () => Promise<void>;
  beforeAll(async () => {
    const clone = await cloneDatabase();
    database.url = clone.url;
    drop = clone.drop;
  });
  afterAll(() => drop());
  return database;
}
