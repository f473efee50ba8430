import type { CaptureBatch, CaptureOutcome } from '../../db/capture/batch.ts';
import { longestInCommand } from '../capture/messages/prepare-in-thread.ts';
import { addCounts, noCounts, type Store } from '../capture/messages/store.ts';
import type { StoredMessages } from '../capture/messages/stored.ts';
import { capturedRows, captureOutcome } from '../capture/messages/tools.ts';
import { askWithTimeout, type Remote } from '../client/remote.ts';
import type { Secrets } from '../config/redaction.ts';

/**
 * Captures into the lake behind a gateway. Storing is idempotent.
 *
 * @param options `post` sends an input; by default it waits and retries when over the gateway's limits.
 */
export function captureThere(
  remote: Remote,
  {
    post = (path, input) => askWithTimeout(remote, path, input),
    secrets,
  }: { post?: (path: string, input: object) => Promise<unknown>; secrets: Secrets },
): { store: Store; stored: StoredMessages } {
  const put = async ({ positions: _, raw, ...batch }: CaptureBatch): Promise<CaptureOutcome> => {
    const lines = raw && { ...raw, data: raw.data.toString('base64') };
    const said = await post('/capture/store', { ...batch, raw: lines });
    const { conversationId, ...outcome } = captureOutcome.parse(said);
    return { conversationId, ...outcome };
  };
  return {
    store: {
      secrets,
      longestInline: longestInCommand,
      // Readers keep their offsets on their own machine.
      async put(batch) {
        const sum = { conversationId: undefined, ...noCounts() } as CaptureOutcome;
        let { after } = batch;
        for (const part of inParts(batch)) {
          const { conversationId, last, ...counts } = await put({ ...part, after });
          addCounts(sum, counts);
          sum.conversationId = conversationId ?? sum.conversationId;
          sum.last = last ?? sum.last;
          after = last ?? after;
        }
        return sum;
      },
    },
    async stored(source) {
      const found = capturedRows.parse(await post('/capture/stored', { source }));
      return found.deleted ? 'deleted' : found.messages;
    },
  };
}

/** Characters of messages in one request; a single message may be longer. */
const mostCharacters = 4_000_000;
const mostMessages = 5000;

/** Splits a long conversation into several requests, each complete by itself. */
function* inParts(batch: CaptureBatch): Generator<CaptureBatch> {
  const { versions } = batch;
  const { raw, retracted, facts, ...shared } = batch;
  let from = 0;
  let characters = 0;
  for (const [i, { content }] of versions.entries()) {
    characters += content.length;
    if (i === from || (characters <= mostCharacters && i - from < mostMessages)) continue;
    yield { ...shared, versions: versions.slice(from, i), ...(from === 0 && retracted ? { retracted } : {}) };
    from = i;
    characters = content.length;
  }
  yield {
    ...shared,
    versions: from === 0 ? versions : versions.slice(from),
    ...(from === 0 && retracted ? { retracted } : {}),
    raw,
    facts,
  };
}
