import { setTimeout as delay } from 'node:timers/promises';
import type { Store } from '../capture/ingest.ts';
import { capturedRows, captureOutcome } from '../capture/store-captured.ts';
import type { StoredMessages } from '../capture/stored.ts';
import type { Config } from '../env.ts';
import { fetchGateway, Refusal } from './remote.ts';

/** A limit of requests a minute has passed by then; a database that is away so long is better tried another time. */
const mostTries = 10;

/** The lake behind the gateway of `DEWEY_URL`. What is over its limits waits; storing the same again changes nothing. */
export function captureThere(url: string, config: Config): { store: Store; stored: StoredMessages } {
  const ask = async (path: string, input: object): Promise<unknown> => {
    const request = {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(input),
    };
    for (let left = mostTries; ; left -= 1)
      try {
        return await (await fetchGateway(url, config, path, request)).json();
      } catch (error) {
        if (!(error instanceof Refusal) || error.retryAfter === undefined || left === 0) throw error;
        await delay(error.retryAfter * 1000);
      }
  };
  return {
    store: {
      // Readers that remember where they are do so on their own machine.
      async put({ positions: _, raw, ...batch }) {
        const lines = raw && { ...raw, data: raw.data.toString('base64') };
        const { conversationId, ...rest } = captureOutcome.parse(
          await ask('/capture/store', { ...batch, raw: lines }),
        );
        return { conversationId, ...rest };
      },
    },
    async stored(source) {
      const found = capturedRows.parse(await ask('/capture/stored', { source }));
      return found.deleted ? 'deleted' : found.messages;
    },
  };
}
