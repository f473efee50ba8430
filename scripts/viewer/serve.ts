import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '../../src/db/postgres/migrate.ts';
import { keyringOf } from '../../src/gateway/auth/load-keys.ts';
import { createCapture } from '../../src/gateway/capture/service.ts';
import { readConfig } from '../../src/gateway/config/env.ts';
import { createDeps, createLog } from '../../src/gateway/deps.ts';
import { startJobs } from '../../src/gateway/jobs/index.ts';
import { openLake } from '../../src/gateway/runtime/lake.ts';
import { startServer } from '../../src/gateway/server.ts';
import { catalog } from '../../src/handlers/index.ts';
import { seedAll } from './seed.ts';
import { writeWhileFollowed } from './write-transcript.ts';

/** Starts a gateway over a lake of its own with everything that the pages show. */
export async function serveSeeded(env: Record<string, string> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'dewey-viewer-'));
  const config = readConfig({
    DEWEY_DATA_DIR: folder,
    DEWEY_MCP_PORT: '9020',
    DEWEY_DECISION_LIMITS: 'off',
    CLAUDE_CONFIG_DIR: join(folder, 'claude'),
    CODEX_HOME: join(folder, 'codex'),
    ...env,
  });
  const log = createLog('warn');
  const lake = await openLake(config);
  await migrate(lake.url);
  const { clock, newId } = createDeps(lake.db, log);
  const keys = keyringOf(config, undefined, log);
  const capture = createCapture({ config, keys, db: lake.db, log, newId, clock });
  const server = await startServer(catalog, lake.db, config, log, { capture });
  const call = async (tool: string, input: object): Promise<Record<string, unknown>> => {
    const response = await fetch(`${server.url}/tools/${tool}`, {
      method: 'POST',
      body: JSON.stringify(input),
      headers: { 'content-type': 'application/json' },
    });
    const value = await response.json();
    if (!response.ok) throw new Error(`${tool}: ${JSON.stringify(value)}`);
    return value as Record<string, unknown>;
  };
  const deps = createDeps(lake.db, log);
  await capture.start();
  await writeWhileFollowed(folder);
  await seedAll(call, deps, deps.clock());
  const jobs = await startJobs(config, lake.db, log);
  return {
    url: server.url,
    call,
    lake,
    /** Resolves once no extraction waits. */
    async settled(): Promise<void> {
      for (;;) {
        const [row] = await lake.db.sql<
          { left: number }[]
        >`select count(*)::int as left from event_jobs where status in ('PENDING', 'PROCESSING')`;
        if (row?.left === 0) return;
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
    },
    async stop() {
      await jobs.stop();
      await server.stop();
      await capture.stop();
      await lake.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
