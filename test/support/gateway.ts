import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject } from 'vitest';
import { type Config, readConfig } from '../../src/gateway/config/env.ts';
import { createLog } from '../../src/gateway/deps.ts';
import { type RunningServer, startServer } from '../../src/gateway/server.ts';
import { catalog } from '../../src/handlers/index.ts';
import type { Catalog } from '../../src/handlers/tool/catalog.ts';
import type { TestLake } from './lake.ts';

/** One per test file; created only when something has to be spooled. */
const dataDir = (): string =>
  join(inject('scratch'), (expect.getState().testPath ?? '').replaceAll(/\W+/g, '-'));

/** The configuration for the given variables, on a free port. */
export const testConfig = (env: Record<string, string> = {}): Config =>
  readConfig({ DEWEY_MCP_PORT: '0', DEWEY_LOCAL_MODEL: 'off', DEWEY_DATA_DIR: dataDir(), ...env });

/** Starts the gateway on real sockets for the test file it is called in. */
export function useServer(
  lake: TestLake,
  env: Record<string, string> = {},
  served: Catalog = catalog,
  limits: NonNullable<Parameters<typeof startServer>[4]>['limits'] = {},
): RunningServer {
  const running = {} as RunningServer; // filled before the first test runs
  beforeAll(async () => {
    Object.assign(
      running,
      await startServer(served, lake.db, testConfig(env), createLog('silent'), { limits }),
    );
  });
  afterAll(() => running.stop());
  return running;
}
