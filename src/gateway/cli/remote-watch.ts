import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { fileOffsets, savingOffsets } from '../capture/transcripts/tail/file-offsets.ts';
import type { TailerOptions } from '../capture/transcripts/tail/tailer.ts';
import { Refusal } from '../client/refusal.ts';
import { ask, bodyOf, posting, type Remote, Unreachable } from '../client/remote.ts';
import type { Config } from '../config/env.ts';
import { secretsOf } from '../config/redaction.ts';
import { captureThere } from './remote-capture.ts';

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
): Pick<TailerOptions, 'offsets' | 'store' | 'unreachable'> {
  const name = createHash('sha256').update(remote.url).digest('hex').slice(0, 16);
  const offsets = fileOffsets(join(config.dataDir, 'watch', name));
  const { store } = captureThere(remote, {
    post: async (path, input) =>
      bodyOf(remote, await ask(remote, path, { ...posting(input), signal: stopping })),
    secrets: secretsOf(config.redaction),
  });
  return {
    offsets,
    store: savingOffsets(store, offsets),
    unreachable(error) {
      if (stopping.aborted) return 'the watch ends';
      if (isKeyRefused(error)) refused(error);
      else if (!(error instanceof Unreachable) && !isPassing(error)) return undefined;
      return error.message;
    },
  };
}

const timeoutMs = 5000;

/** Asks whether the key may store, so that a wrong one is told at once. A gateway that is away is waited for. */
export async function mayStore(remote: Remote, stopping: AbortSignal): Promise<void> {
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(timeoutMs)]);
  await ask(remote, '/capture', { signal }).catch((error: unknown) => {
    if (isKeyRefused(error)) throw error;
  });
}

const isKeyRefused = (error: unknown): error is Refusal =>
  error instanceof Refusal && ['unauthorized', 'forbidden'].includes(error.kind);

const isPassing = (error: unknown): error is Refusal =>
  error instanceof Refusal && (error.retryAfter !== undefined || error.kind === 'unavailable');
