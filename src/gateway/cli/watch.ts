import { Figures } from '../capture/figures.ts';
import { lakeStore } from '../capture/ingest.ts';
import { lakePlaces } from '../capture/tail/places.ts';
import { startTailer, type TailerOptions } from '../capture/tail/tailer.ts';
import { clock, newId } from '../clock-and-ids.ts';
import { createLog } from '../deps.ts';
import { readConfig } from '../env.ts';
import { migrateWhenReachable, openLake } from '../lake.ts';
import type { ExitCode } from './program.ts';
import { remoteOf } from './remote.ts';
import { aborted, stopSignal } from './signals.ts';
import { mayStore, watchThere } from './watch-there.ts';

/** Follows the agents' transcripts until SIGTERM or SIGINT, into the database or through the gateway of `DEWEY_URL`. */
export async function watch(env: NodeJS.ProcessEnv): Promise<ExitCode> {
  const config = readConfig(env);
  const log = createLog(config.logLevel);
  const stopping = stopSignal();
  const follow = async (into: Pick<TailerOptions, 'places' | 'store' | 'away'>, ended: AbortSignal) => {
    const { transcripts: folders } = config;
    const tailer = await startTailer({ ...into, folders, log, figures: new Figures(), clock });
    process.stdout.write(`Following ${folders.join(', ')}\n`);
    await aborted(ended);
    await tailer.stop();
  };
  const remote = remoteOf(config);
  if (remote) {
    const refused = new AbortController();
    const ended = AbortSignal.any([stopping, refused.signal]);
    await mayStore(remote, stopping);
    await follow(
      watchThere(config, remote, stopping, (refusal) => refused.abort(refusal)),
      ended,
    );
    refused.signal.throwIfAborted();
    return 0;
  }
  const lake = await openLake(config);
  try {
    await migrateWhenReachable(lake, log, stopping);
    if (stopping.aborted) return 0;
    await follow({ places: lakePlaces(lake.db.sql), store: lakeStore(lake.db.sql, newId) }, stopping);
    return 0;
  } finally {
    await lake.close();
  }
}
