import * as z from 'zod';
import type { StoredMessages } from '../capture/messages/stored.ts';
import type { Memory } from '../capture/transcripts/record-store.ts';
import { askWithTimeout } from '../client/remote.ts';
import type { Config } from '../config/env.ts';
import { type OpenGateway, openGateway } from './gateway/open-gateway.ts';

/** By name, as most imports have no statement and need no tool to be loaded. */
const path = '/tools/memory_store';
const answer = z.object({ duplicate: z.boolean().optional() });

/** Stores statements with the tool `memory_store`. The gateway is opened when there is the first one. */
export function memoryOf(config: Config, stored: StoredMessages): Memory & { close(): Promise<void> } {
  let gateway: Promise<OpenGateway> | undefined;
  return {
    stored,
    async remember(statement) {
      gateway ??= openGateway(config, 'dewey import');
      const told = await askWithTimeout(await gateway, path, statement);
      return !answer.parse(told).duplicate;
    },
    async close() {
      await (await gateway)?.close();
    },
  };
}
