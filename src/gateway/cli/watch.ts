import { Figures } from '../capture/messages/counters.ts';
import { lakeStore } from '../capture/messages/store.ts';
import { lakeOffsets } from '../capture/transcripts/tail/offsets.ts';
import { startTailer, type TailerOptions } from '../capture/transcripts/tail/tailer.ts';
import { remoteOf } from '../client/remote.ts';
import { readConfig } from '../config/env.ts';
import { secretsOf } from '../config/redaction.ts';
import { createLog } from '../deps.ts';
import { clock, newId } from '../runtime/clock-and-ids.ts';
import { migrateWhenReachable, openLake } from '../runtime/lake.ts';
import { mayStore, watchThere } from './remote-watch.ts';
import type { ExitCode } from './run/program.ts';
import { type Json, say } from './run/say.ts';
import { aborted, Interrupted, isInterrupt, stopSignal } from './run/signals.ts';

/** Follows the agents' transcripts until SIGTERM or SIGINT, into the database or through the gateway of `DEWEY_URL`. */
export async function watch(env: NodeJS.ProcessEnv, options: Json): Promise<ExitCode> {
  const config = readConfig(env);
  const log = createLog(config.logLevel);
  const stopping = stopSignal();
  const follow = async (
    into: Pick<TailerOptions, 'offsets' | 'store' | 'unreachable'>,
    ended: AbortSignal,
  ) => {
    const { transcripts: folders } = config;
    const tailer = await startTailer({ ...into, folders, log, figures: new Figures(), clock });
    const following = folders.map(({ folder }) => folder);
    say(options, { following }, `Following ${following.join(', ')}`);
    await aborted(ended);
    await tailer.stop();
    if (stopping.aborted && isInterrupt(stopping))
      throw new Interrupted(
        'No longer following. What was read is stored; run "dewey watch" again to continue from there.',
        stopping,
      );
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
  // Direct access stores offsets and messages in one transaction, which no route does.
  const lake = await openLake(config);
  try {
    await migrateWhenReachable(lake, log, stopping);
    if (stopping.aborted) return 0;
    await follow(
      {
        offsets: lakeOffsets(lake.db.sql),
        store: lakeStore(lake.db.sql, newId, secretsOf(config.redaction)),
      },
      stopping,
    );
    return 0;
  } finally {
    await lake.close();
  }
}
