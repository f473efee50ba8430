import { Figures } from '../capture/figures.ts';
import { lakeStore } from '../capture/ingest.ts';
import { startTailer } from '../capture/tail/tailer.ts';
import { clock, newId } from '../clock-and-ids.ts';
import { createLog } from '../deps.ts';
import { readConfig } from '../env.ts';
import { migrateWhenReachable } from '../lake.ts';
import { openLakeHere } from './here.ts';
import type { ExitCode } from './program.ts';
import { aborted, stopSignal } from './signals.ts';

/** Follows the agents' transcripts until SIGTERM or SIGINT, without a gateway. */
export async function watch(env: NodeJS.ProcessEnv): Promise<ExitCode> {
  const config = readConfig(env);
  const log = createLog(config.logLevel);
  const stopping = stopSignal();
  const lake = await openLakeHere(config, 'watch');
  try {
    await migrateWhenReachable(lake, log, stopping);
    if (stopping.aborted) return 0;
    const tailer = await startTailer({
      folders: config.transcripts,
      sql: lake.db.sql,
      store: lakeStore(lake.db.sql, newId),
      log,
      figures: new Figures(),
      clock,
    });
    process.stdout.write(`Following ${config.transcripts.join(', ')}\n`);
    await aborted(stopping);
    await tailer.stop();
    return 0;
  } finally {
    await lake.close();
  }
}
