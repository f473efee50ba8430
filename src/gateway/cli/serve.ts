import { catalog } from '../../handlers/index.ts';
import { createLog } from '../deps.ts';
import { readConfig } from '../env.ts';
import { migrateWhenReachable, openLake } from '../lake.ts';
import { announce } from '../running.ts';
import { startServer } from '../server.ts';
import type { ExitCode } from './program.ts';

/** Serves until SIGTERM or SIGINT, then drains. Prints one line to stdout when it is ready. */
export async function serve(env: NodeJS.ProcessEnv): Promise<ExitCode> {
  const config = readConfig(env);
  const log = createLog(config.logLevel);
  const stopping = stopSignal();
  const lake = await openLake(config);
  try {
    const server = await startServer(catalog, lake.db, config, log);
    log.info({ url: server.url, database: lake.place }, 'listening');
    const withdraw = await announce(config, server.url, log);
    try {
      await migrateWhenReachable(lake, log, stopping);
      if (!stopping.aborted) process.stdout.write(`Dewey is ready at ${server.url}/mcp\n`);
      await aborted(stopping);
      log.info({}, 'stopping');
    } finally {
      await withdraw();
      await server.stop();
    }
  } finally {
    await lake.close();
    // A connection to a database that hangs never finishes closing; it must not keep the process.
    setTimeout(() => process.exit(), lingerMs).unref();
  }
  return 0;
}

const lingerMs = 1000;

/** Aborts at the first signal; a second one ends the process at once. */
function stopSignal(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => {
      controller.abort();
      process.once(signal, () => process.exit(1));
    });
  return controller.signal;
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
