import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '../../src/db/postgres/migrate.ts';
import { keyringOf } from '../../src/gateway/auth/load-keys.ts';
import { createCapture } from '../../src/gateway/capture/service.ts';
import { type Config, readConfig } from '../../src/gateway/config/env.ts';
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
    DEWEY_MCP_PORT: '0',
    DEWEY_DECISION_LIMITS: 'off',
    CLAUDE_CONFIG_DIR: join(folder, 'claude'),
    CODEX_HOME: join(folder, 'codex'),
    ...env,
  });
  const log = createLog('warn');
  const opened: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })];
  const close = async () => {
    for (const end of opened.toReversed()) await end();
  };
  try {
    return await serveIn(folder, config, log, opened, close);
  } catch (error) {
    await close();
    throw error;
  }
}

/** Everything that is to be closed again is added to `opened`, also when this fails. */
async function serveIn(
  folder: string,
  config: Config,
  log: ReturnType<typeof createLog>,
  opened: (() => Promise<unknown>)[],
  stop: () => Promise<void>,
) {
  const lake = await openLake(config);
  opened.push(() => lake.close());
  await migrate(lake.url);
  const { clock, newId } = createDeps(lake.db, log);
  const keys = keyringOf(config, undefined, log);
  const capture = createCapture({ config, keys, db: lake.db, log, newId, clock });
  opened.push(() => capture.stop());
  const server = await startServer(catalog, lake.db, config, log, { capture });
  opened.push(() => server.stop());
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
  opened.push(() => jobs.stop());
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
    stop,
  };
}
