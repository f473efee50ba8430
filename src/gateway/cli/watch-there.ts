import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { filePlaces, remembering } from '../capture/tail/file-places.ts';
import type { TailerOptions } from '../capture/tail/tailer.ts';
import type { Config } from '../env.ts';
import { captureThere } from './capture-there.ts';
import { Refusal } from './refusal.ts';
import { ask, bodyOf, posting, type Remote, Unreachable } from './remote.ts';

/**
 * Follows transcripts into the lake behind a gateway: while it is away, they wait. How far each was read is kept on this
 * machine, for each gateway.
 *
 * @param refused called when the key is not one to store with, or not any more.
 */
export function watchThere(
  config: Config,
  remote: Remote,
  stopping: AbortSignal,
  refused: (refusal: Error) => void,
): Pick<TailerOptions, 'places' | 'store' | 'away'> {
  const name = createHash('sha256').update(remote.url).digest('hex').slice(0, 16);
  const places = filePlaces(join(config.dataDir, 'watch', name));
  const { store } = captureThere(remote, async (path, input) =>
    bodyOf(remote, await ask(remote, path, { ...posting(input), signal: stopping })),
  );
  return {
    places,
    store: remembering(store, places),
    away(error) {
      if (stopping.aborted) return 'the watch ends';
      if (isKeyRefused(error)) refused(error);
      else if (!(error instanceof Unreachable) && !isPassing(error)) return undefined;
      return error.message;
    },
  };
}

const patienceMs = 5000;

/** Asks whether the key may store, so that a wrong one is told at once. A gateway that is away is waited for. */
export async function mayStore(remote: Remote, stopping: AbortSignal): Promise<void> {
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(patienceMs)]);
  await ask(remote, '/capture', { signal }).catch((error: unknown) => {
    if (isKeyRefused(error)) throw error;
  });
}

const isKeyRefused = (error: unknown): error is Refusal =>
  error instanceof Refusal && ['unauthorized', 'forbidden'].includes(error.kind);

const isPassing = (error: unknown): error is Refusal =>
  error instanceof Refusal && (error.retryAfter !== undefined || error.kind === 'unavailable');
