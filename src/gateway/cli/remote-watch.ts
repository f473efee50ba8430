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
 * Follows transcripts into the lake behind a gateway, and waits while it is unreachable. Offsets are kept on this machine,
 * per gateway.
 *
 * @param refused called when the gateway refuses the key.
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
      if (stopping.aborted) return 'stopping';
      if (isKeyRefused(error)) refused(error);
      else if (!(error instanceof Unreachable) && !isPassing(error)) return undefined;
      return error.message;
    },
  };
}

const timeoutMs = 5000;

/** Checks that the key may store, to report a wrong one immediately. An unreachable gateway is not an error. */
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
